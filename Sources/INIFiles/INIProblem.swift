package import LinuxSystem

/// One thing that is wrong with an INI file, and where.
package struct INIProblem: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The file, or the folder it should be in, cannot be read.
        case unreadable(SystemError)

        /// The line is neither a section, a comment nor an assignment.
        case notAnAssignment

        /// The name of the section has no closing bracket.
        case unclosedSection

        /// The line is longer than the limit, or holds a zero byte.
        case unreadableLine(limit: Int)

        /// The line is not UTF-8.
        case notUnicode

        /// The assignment stands before the first section.
        case noSection(key: String)

        /// No section has this name.
        case unknownSection(String, nearest: String?, known: [String])

        /// The section has no such key.
        case unknownKey(String, section: String, nearest: String?, known: [String])

        /// The section has no such key, but another one has.
        case misplacedKey(String, section: String, belongsTo: String)

        /// The key was assigned before in the same file.
        case duplicate(String, firstLine: Int)

        /// The key does not accept the value.
        case badValue(String, key: String, accepts: String)

        /// The key does not accept the value at this place, for the reason told.
        case misplacedValue(String, key: String, because: String)

        /// The file lacks what it cannot do without.
        case missing(key: String, section: String, accepts: String)
    }

    /// The path of the file.
    package let file: String

    /// The number of the line, from 1, or `nil` when the file as a whole is meant.
    package let line: Int?

    /// What is wrong.
    package let reason: Reason

    /// Describes what is wrong.
    package init(file: String, line: Int? = nil, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// The place and what is wrong there, for a person.
    package var description: String {
        if case .unreadable(let error) = reason { return "\(error)" }
        return (line.map { "\(file):\($0): " } ?? "\(file): ") + reason.description
    }
}

extension INIProblem.Reason: CustomStringConvertible {
    /// What is wrong and what would be right, for a person.
    package var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .notAnAssignment: "expected [Section], Key=value or a comment"
        case .unclosedSection: "the section's name has no closing bracket"
        case .unreadableLine(let limit): "the line is not text of at most \(limit) bytes"
        case .noSection(let key): "'\(key)=' stands before the first [Section]"
        case .notUnicode: "the line is not UTF-8; save the file in that encoding"
        case .unknownSection(let section, let nearest, let known):
            "no section is called [\(section)]; "
                + (nearest.map { "did you mean [\($0)]?" }
                    ?? "there are \(Self.list(known.map { "[\($0)]" }))")
        case .unknownKey(let key, let section, let nearest, let known):
            "[\(section)] has no key '\(key)='; "
                + (nearest.map { "did you mean '\($0)='?" }
                    ?? "it has \(Self.list(known.map { "\($0)=" }))")
        case .misplacedKey(let key, let section, let belongsTo):
            "[\(section)] has no key '\(key)='; it belongs in [\(belongsTo)]"
        case .duplicate(let key, let firstLine): "'\(key)=' is assigned in line \(firstLine) already"
        case .badValue(let value, let key, let accepts):
            "'\(key)=' does not accept '\(value)': give \(accepts)"
        case .misplacedValue(let value, let key, let reason):
            "'\(key)=' does not accept '\(value)' here: \(reason)"
        case .missing(let key, let section, let accepts):
            "'\(key)=' is missing in [\(section)]: give \(accepts)"
        }
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

/// Everything that is wrong with one file, or with several that are read together.
package struct INIError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, in the order in which the files were read, and inside a file of its lines.
    package let problems: [INIProblem]

    /// Collects problems.
    package init(problems: [INIProblem]) { self.problems = problems }

    /// One problem a line.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
