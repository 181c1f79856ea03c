import LinuxSystem
import RunReport
import UserInput

/// The file for a report, `--report FILE`.
struct ReportFile {
    /// The option of commands that write one.
    static let option = CommandOption(
        "report",
        value: .path("FILE"),
        "also draw what happened: a page if the name ends in .html, a drawing if in .svg"
    )

    private let path: String

    /// Reads the option; `nil` without one.
    ///
    /// - Throws: ``Failure/usage(_:)`` for another kind of file.
    init?(_ line: ParsedCommandLine) throws(Failure) {
        guard let path = line.value(of: "report") else { return nil }
        guard path.hasSuffix(".html") || path.hasSuffix(".svg") else {
            throw .usage("--report \(path.harmless): give a name that ends in .html or .svg")
        }
        self.path = path
    }

    /// Writes the report.
    func write(_ report: RunReport) throws(Failure) {
        do throws(SystemError) {
            try OutputFile(path).write(Array((path.hasSuffix(".svg") ? report.svg : report.html).utf8))
        } catch { throw Failure(error) }
    }
}
