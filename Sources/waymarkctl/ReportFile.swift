import Lab
import LinuxSystem
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
    /// - Throws: ``Failure/usage(_:)`` for another kind of file, ``Failure/refused(_:)`` for one that stays as it is.
    init?(_ line: ParsedCommandLine) throws(Failure) {
        guard let path = line.value(of: "report") else { return nil }
        guard path.hasSuffix(".html") || path.hasSuffix(".svg") else {
            throw .usage("--report \(path.harmless): give a name that ends in .html or .svg")
        }
        try path.checkOutput()
        self.path = path
    }

    /// Writes the report.
    func write(_ report: RunReport) throws(Failure) {
        try path.replaceFile(with: path.hasSuffix(".svg") ? report.svg : report.html)
    }
}

extension String {
    /// Checks that an output may be written to the file at this path, before the work is done.
    func checkOutput() throws(Failure) {
        do throws(OutputProblem) { try OutputFile.check(self) } catch { throw Failure(error) }
    }

    /// Replaces the file at this path with one that only its owner may read.
    func replaceFile(with text: String) throws(Failure) {
        do throws(OutputProblem) {
            var file = try OutputFile(self)
            do throws(SystemError) {
                try file.write(Array(text.utf8))
                try file.complete()
            } catch { throw .system(error) }
        } catch { throw Failure(error) }
    }
}
