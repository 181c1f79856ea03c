import Lab
import UserInput

/// The file for fixes, significant changes and visits, `--export FILE`.
struct ExportFile {
    /// The option of commands that write one.
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

    /// Writes the file.
    func write(_ export: TrackExport) throws(Failure) { try path.replaceFile(with: export.text) }
}
