package struct ManifestMistake: Hashable, Encodable, Sendable, CustomStringConvertible {
    package enum Severity: String, Hashable, Encodable, Sendable {
        /// The manifest is ignored until the mistake is corrected.
        case error

        /// The manifest is used, but its author most likely meant something else.
        case warning
    }

    /// The path of the file or another name of the text's origin.
    package let file: String

    /// The line number, from 1; `nil` for the file as a whole.
    package let line: Int?

    /// The column in the line, in characters from 1; `nil` for the line as a whole.
    package let column: Int?
    package let severity: Severity

    /// The fault and how to correct it, for the author.
    package let message: String

    package init(
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        severity: Severity = .error,
        message: String
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = message
    }

    /// The place, the severity and the message, in a form that editors can jump to.
    package var description: String {
        let place = [line, column].compactMap(\.self).map { "\($0):" }.joined()
        return "\(file):\(place) \(severity.rawValue): \(message)"
    }
}
