import CommandLineTool
import Lab
import LinuxSystem
import LocationModel
import UserInput
import WaymarkEngine

/// Other settings than the defaults, `--with KEY=VALUE`.
enum SettingsOption {
    static let option = CommandOption(
        "with",
        value: .text("KEY=VALUE"),
        "use another value for a key of the configuration, such as Distance=300m; repeated for several"
    )

    static func assignments(_ line: ParsedCommandLine) throws(Failure) -> [(key: String, value: String)] {
        var assignments: [(key: String, value: String)] = []
        for text in line.values(of: "with") {
            guard let split = text.firstIndex(of: "=") else {
                throw .usage("--with \(text.harmless): write KEY=VALUE, such as Distance=300m")
            }
            assignments.append((String(text[..<split]), String(text[text.index(after: split)...])))
        }
        return assignments
    }

    static func settings(_ line: ParsedCommandLine) throws(Failure) -> EngineSettings {
        let assignments = try assignments(line)
        return assignments.isEmpty ? EngineSettings() : try settings(assignments, changing: EngineSettings())
    }

    static func settings(
        _ assignments: [(key: String, value: String)],
        changing base: EngineSettings
    ) throws(Failure) -> EngineSettings {
        do throws(Surroundings.Problem) {
            return try Surroundings.settings(assignments, changing: base)
        } catch { throw .usage("--with: \(error.text)") }
    }
}

struct ReportZone {
    static let option = CommandOption(
        "zone",
        value: .text("ZONE"),
        "the time zone of a report, such as Europe/Berlin; default this machine's"
    )

    let offset: (UTCInstant) -> Int
    private let name: String

    /// Reads the option; without it, the zone is this machine's.
    init(_ line: ParsedCommandLine) throws(Failure) {
        guard let zone = line.value(of: "zone") else {
            offset = { $0.localOffsetSeconds }
            name = "this machine's time zone"
            return
        }
        guard let offset = Surroundings.live.zoneOffset(zone) else {
            throw .usage("--zone \(zone.harmless): give a time zone of this machine, such as Europe/Berlin")
        }
        self.offset = offset
        name = "the time zone \(zone)"
    }

    func words(at instant: UTCInstant) -> String {
        let minutes = offset(instant) / 60
        let size = "\(abs(minutes) / 60)" + (minutes % 60 == 0 ? "" : ":\(abs(minutes) % 60)")
        return "Times are in \(name), UTC\(minutes == 0 ? "" : (minutes < 0 ? "−" : "+") + size)."
    }
}

struct ReportFile {
    static let option = CommandOption(
        "report",
        value: .path("FILE"),
        "also draw what happened: a page if the name ends in .html, a drawing if in .svg"
    )

    private let path: String

    /// Reads the option; `nil` without one.
    ///
    /// - Throws: ``Failure/usage(_:)`` for another kind of file, ``OutputProblem`` for one that stays as it is.
    init?(_ line: ParsedCommandLine) throws {
        guard let path = line.value(of: "report") else { return nil }
        guard path.hasSuffix(".html") || path.hasSuffix(".svg") else {
            throw Failure.usage("--report \(path.harmless): give a name that ends in .html or .svg")
        }
        try OutputFile.check(path)
        self.path = path
    }

    func write(_ report: RunReport) throws {
        try path.replaceFile(with: path.hasSuffix(".svg") ? report.svg : report.html)
    }
}

/// The file for fixes, significant changes and visits, `--export FILE`.
struct ExportFile {
    static let option = CommandOption(
        "export",
        value: .path("FILE"),
        "also write the fixes, changes or visits, as GPX, GeoJSON or KML: .gpx, .geojson, .kml"
    )

    private let path: String
    var track: TrackExport

    /// Reads the option; `nil` without one.
    ///
    /// - Throws: ``Failure/usage(_:)`` for another kind of file, ``OutputProblem`` for one that stays as it is.
    init?(_ line: ParsedCommandLine, title: String) throws {
        guard let path = line.value(of: "export") else { return nil }
        guard let form = TrackExport.Form.allCases.first(where: { path.hasSuffix(".\($0.rawValue)") }) else {
            throw Failure.usage("--export \(path.harmless): give a name that ends in .gpx, .geojson or .kml")
        }
        try OutputFile.check(path)
        self.path = path
        track = TrackExport(form, title: title)
    }

    func write() throws { try path.replaceFile(with: track.text) }
}
