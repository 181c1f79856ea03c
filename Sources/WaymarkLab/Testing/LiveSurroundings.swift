import CommandLineTool
import Daemon
import Glibc
import Lab
import LinuxSystem
import LocationModel
import Manifests
import Receivers
import UserInput
import WaymarkEngine

extension Surroundings {
    /// The files, time zones and configuration keys of this machine.
    static var live: Surroundings {
        Surroundings(
            readTrack: WaymarkLab.readTrack,
            openRecording: { (path) throws(Problem) in
                let recording = RecordingReceiver(
                    name: path,
                    path: path,
                    pace: .times(1),
                    foreign: foreignFormats
                ) { Output.complain($0.harmless) }
                do throws(ReceiverProblem) {
                    return (receiver: recording, firstTime: try recording.firstTime())
                } catch { throw Problem(error.description) }
            },
            readManifest: { (path) throws(Problem) in
                let reading = ManifestReading(path: path)
                guard let manifest = reading.manifest else {
                    throw Problem(reading.mistakes.map(\.description).joined(separator: "; "))
                }
                return manifest
            },
            zoneOffset: { zone in
                // The C library knows one zone at a time, and takes an unknown one for UTC.
                let isPlain =
                    zone.utf8.allSatisfy { $0 != UInt8(ascii: ":") } && !zone.hasPrefix("/")
                    && !zone.contains("..")
                guard isPlain, let file = try? InputFile("/usr/share/zoneinfo/\(zone)") else { return nil }
                // There are folders, such as Europe, and tables, too.
                guard let beginning = try? file.read(upTo: 4), beginning == Array("TZif".utf8) else {
                    return nil
                }
                return { instant in
                    unsafe setenv("TZ", zone, 1)
                    tzset()
                    return instant.localOffsetSeconds
                }
            },
            settings: { (assignments) throws(Problem) in try settings(assignments) }
        )
    }

    /// The sections of the configuration whose keys concern the engine.
    private static let sections: Set = [
        "Authorization", "Policy", "Quotas", "Receivers", "SignificantChange", "Visits", "Widgets",
    ]

    static func settings(
        _ assignments: [(key: String, value: String)],
        changing base: EngineSettings = EngineSettings()
    ) throws(Problem) -> EngineSettings {
        var configuration = Configuration()
        configuration.engine = base
        let keys = Setting.all.filter { sections.contains($0.section) && $0.key != "Receiver" }
        var changesPolicy = false
        for (key, value) in assignments {
            guard let setting = keys.first(where: { $0.key == key }) else {
                let nearest = Spelling.nearest(to: key, among: keys.map(\.key))
                throw Problem(
                    "expected a key of the configuration that concerns decisions, found '\(key.harmless)'; "
                        + (nearest.map { "did you mean '\($0)'?" } ?? "there are "
                            + keys.map(\.key).joined(separator: ", "))
                )
            }
            if setting.section == "Policy" { changesPolicy = true }
            switch setting.apply(value, &configuration) {
            case .accepted: continue
            case .notUnderstood:
                throw Problem("expected \(setting.accepts) for \(key), found '\(value.harmless)'")
            case .refused(let reason): throw Problem("\(key): \(reason)")
            }
        }
        var settings = configuration.engineSettings
        if !changesPolicy { settings.policy = base.policy }
        return settings
    }
}
