package import LinuxSystem

/// One thing that is wrong with a configuration file, and where.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The file or the folder of drop-ins cannot be read.
        case unreadable(SystemError)

        /// The line is neither a section, a comment nor an assignment.
        case notAnAssignment

        /// The name of the section has no closing bracket.
        case unclosedSection

        /// The line is longer than the limit, or not text.
        case unreadableLine(limit: Int)

        /// The assignment stands before the first section.
        case noSection(key: String)

        /// No section has this name.
        case unknownSection(String, nearest: String?)

        /// The section has no such key.
        case unknownKey(String, section: String, nearest: String?)

        /// The section has no such key, but another one has.
        case misplacedKey(String, section: String, belongsTo: String)

        /// The key was assigned before in the same file.
        case duplicate(String, firstLine: Int)

        /// The key does not accept the value.
        case badValue(String, key: String, accepts: String)
    }

    /// The path of the file.
    package let file: String

    /// The number of the line, from 1, or `nil` when the file as a whole is meant.
    package let line: Int?

    /// What is wrong.
    package let reason: Reason

    /// The place and what is wrong there, for a person.
    package var description: String {
        if case .unreadable(let error) = reason { return "\(error)" }
        return (line.map { "\(file):\($0): " } ?? "\(file): ") + explanation
    }

    private var explanation: String {
        switch reason {
        case .unreadable(let error): "\(error)"
        case .notAnAssignment: "expected [Section], Key=value or a comment"
        case .unclosedSection: "the section's name has no closing bracket"
        case .unreadableLine(let limit): "the line is not text of at most \(limit) bytes"
        case .noSection(let key): "'\(key)=' stands before the first [Section]"
        case .unknownSection(let section, let nearest):
            "no section is called [\(section)]; "
                + (nearest.map { "did you mean [\($0)]?" }
                    ?? "there are \(Self.list(Setting.sections.map { "[\($0)]" }))")
        case .unknownKey(let key, let section, let nearest):
            "[\(section)] has no key '\(key)='; "
                + (nearest.map { "did you mean '\($0)='?" }
                    ?? "it has \(Self.list(Setting.keys(in: section).map { "\($0)=" }))")
        case .misplacedKey(let key, let section, let belongsTo):
            "[\(section)] has no key '\(key)='; it belongs in [\(belongsTo)]"
        case .duplicate(let key, let firstLine): "'\(key)=' is assigned in line \(firstLine) already"
        case .badValue(let value, let key, let accepts):
            "'\(key)=' does not accept '\(value)': give \(accepts)"
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

/// Everything that is wrong with the configuration.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, in the order in which the files were read.
    package let problems: [ConfigurationProblem]

    /// One problem a line.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
