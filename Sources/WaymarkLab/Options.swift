import CommandLineTool
import Lab
import LinuxSystem
import UserInput
import WaymarkEngine

/// Other settings than the defaults, `--with KEY=VALUE`.
enum SettingsOption {
    /// The option, which may be repeated.
    static let option = CommandOption(
        "with",
        value: .text("KEY=VALUE"),
        "use another value for a key of the configuration, such as Distance=300m; repeated for several"
    )

    /// Returns the assignments.
    ///
    /// - Throws: ``Failure/usage(_:)`` for one without an equals sign.
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

/// The file for a report, `--report FILE`.
struct ReportFile {
    static let option = CommandOption(
        "report",
        value: .path("FILE"),
        "also draw what happened: a page if the name ends in .html, a drawing if in .svg"
    )

    private let path: String

    /// Reads the option; `nil` without one.
    ///
    /// - Throws: ``Failure/usage(_:)`` for another kind of file, ``Failure/refused(_:)`` for one that stays as it is.
    init?(_ line: ParsedCommandLine) throws(Failure) {
        guard let path = line.value(of: "report") else { return nil }
        guard path.hasSuffix(".html") || path.hasSuffix(".svg") else {
            throw .usage("--report \(path.harmless): give a name that ends in .html or .svg")
        }
        try path.checkOutput()
        self.path = path
    }

    func write(_ report: RunReport) throws(Failure) {
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

    /// The form, which the end of the name says.
    let form: TrackExport.Form

    /// Reads the option; `nil` without one.
    ///
    /// - Throws: ``Failure/usage(_:)`` for another kind of file, ``Failure/refused(_:)`` for one that stays as it is.
    init?(_ line: ParsedCommandLine) throws(Failure) {
        guard let path = line.value(of: "export") else { return nil }
        guard let form = TrackExport.Form.allCases.first(where: { path.hasSuffix(".\($0.rawValue)") }) else {
            throw .usage("--export \(path.harmless): give a name that ends in .gpx, .geojson or .kml")
        }
        try path.checkOutput()
        self.path = path
        self.form = form
    }

    func write(_ export: TrackExport) throws(Failure) { try path.replaceFile(with: export.text) }
}
