import CommandLineTool
import LinuxSystem
import LocationModel
import Manifests
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

extension Command {
    static let lint = Command(
        name: "lint",
        summary: "check manifests of apps for mistakes",
        operands: "[FILE]...",
        options: [
            .init("strict", "also fail on warnings"),
            .init(
                "content",
                "check what a provider shows instead: FILE is as 'provide' takes it"
            ),
        ],
        details: """
            Prints one line for each mistake: the file, the line, inside JSON the column, 'error' or 'warning',
            and the correction. The service ignores a manifest with an error. A warning is most likely not what
            the author meant. '-' is standard input. For a folder, it reads the manifests in it as the service
            does. Without FILE, it reads the folders of installed manifests and your own. With --format json, each
            line is one mistake. It needs no service; where one runs, it notes on standard error what a manifest
            requires and this machine lacks, which is no mistake.

            With --content, each member of a content that hosts would leave out is a warning.

            Exit status: 0 no errors; 1 errors; 2 wrong usage.
            """
    ) { (invocation) throws(Failure) in
        let paths = invocation.operands
        let readings: [Reading] =
            if invocation.line.has("content") {
                (paths.isEmpty ? ["-"] : paths).map { ([], contentMistakes(in: $0)) }
            } else { paths.isEmpty ? readingsInPlace() : paths.map(reading(of:)) }
        let mistakes = readings.flatMap(\.mistakes)
        for mistake in mistakes {
            if invocation.isForMachines {
                try invocation.output.line(LintRecord(mistake: mistake).json)
            } else {
                try invocation.output.line("\(mistake)".harmless)
            }
        }
        noteMissingCapabilities(of: readings.flatMap(\.manifests), invocation)
        let errors = mistakes.count { $0.severity == .error }
        let warnings = mistakes.count { $0.severity == .warning }
        guard errors > 0 || warnings > 0 && invocation.line.has("strict") else { return }
        throw .refused("\(counted(errors, "error")), \(counted(warnings, "warning"))")
    }

    /// Says on standard error what the manifests require and this machine lacks, if a service can tell.
    private static func noteMissingCapabilities(of manifests: [AppManifest], _ invocation: Invocation) {
        guard manifests.contains(where: { !$0.requiredCapabilities.isEmpty }),
            let machine = try? invocation.service.call(LocationInterface.GetAvailability()).value
        else { return }
        for manifest in manifests {
            let required = manifest.requiredCapabilities.map(\.rawValue)
            for capability in machine.capabilities where capability.availability == .unavailable {
                let name = capability.capability.rawValue.dashed
                guard required.contains(name) else { continue }
                let reason = capability.text.map { ": \($0.harmless)" } ?? ""
                Output.complain(
                    "waymarkctl: \(manifest.identifier) requires \(name), "
                        + "which this machine lacks\(reason)"
                )
            }
        }
    }

    private typealias Reading = (manifests: [AppManifest], mistakes: [ManifestMistake])

    private static func reading(of path: String) -> Reading {
        let isFolder: Bool
        do throws(SystemError) {
            _ = try Folder(path)
            isFolder = true
        } catch { isFolder = false }
        guard isFolder else {
            let reading = ManifestReading(path: path)
            return ([reading.manifest].compactMap(\.self), reading.mistakes)
        }
        // The owner matters only where manifests are installed.
        let scan = ManifestScan(ManifestFolder(path: path, owners: nil))
        return (scan.manifests, scan.mistakes)
    }

    private static func contentMistakes(in path: String) -> [ManifestMistake] {
        let output: [UInt8]
        do throws(SystemError) {
            output = try contentsOfFile(path == "-" ? "/dev/stdin" : path, atMost: TimelineLimits.bytes)
        } catch { return [ManifestMistake(file: path, reason: .unreadable(error))] }
        let entries: [WidgetsInterface.Entry]
        do throws(ProvidedTimeline.Problem) {
            entries = try ProvidedTimeline(output, policy: .never, at: .now).entries
        } catch { return [ManifestMistake(file: path, reason: .noContent(error.text))] }
        return entries.flatMap { ReadContent($0.content.object).mistakes }.map {
            ManifestMistake(file: path, reason: .content($0))
        }
    }

    /// Returns the installed manifests and the user's own, with their mistakes.
    private static func readingsInPlace() -> [Reading] {
        let folders = ManifestFolder.installed + [ManifestFolder.ofPerson()].compactMap(\.self)
        return folders.map { folder in
            let scan = ManifestScan(folder)
            return (scan.manifests, scan.mistakes)
        }
    }
}

private struct LintRecord: JSONWritable {
    let mistake: ManifestMistake

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("column", mistake.column)
            json.member("file", mistake.file)
            json.member("line", mistake.line)
            json.member("message", "\(mistake.reason)")
            json.member("severity", mistake.severity.rawValue)
        }
    }
}
