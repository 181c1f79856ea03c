package struct INIProblem: Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The file, or the folder it should be in, cannot be read, for the reason given.
        case unreadable(String)
        case notAnAssignment
        case unclosedSection
        case zeroByte
        case notUnicode
        case noSection(key: String)
        case unknownSection(String, nearest: String?, known: [String])
        case unknownKey(String, section: String, known: [String])
        case misplacedKey(String, section: String, belongsTo: String)
        case duplicate(String, firstLine: Int)
        case badValue(String, key: String, accepts: String)
        case refusedValue(String, key: String, because: String)
        case missing(key: String, section: String, accepts: String)
    }

    package let file: String

    /// The number of the line, from 1, or `nil` for the whole file.
    package let line: Int?
    package let reason: Reason

    package init(file: String, line: Int? = nil, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    package var description: String {
        if case .unreadable = reason { return reason.description }
        return (line.map { "\(file):\($0): " } ?? "\(file): ") + reason.description
    }
}

extension INIProblem.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let reason):
            "\(reason): it must be a file of at most 1 MiB, or at .d a folder of files, that the user of this program can "
                + "read"
        case .notAnAssignment: "expected [Section], Key=value or a comment"
        case .unclosedSection: "the section's name has no closing bracket"
        case .zeroByte: "the line contains a zero byte; save the file as UTF-8 text"
        case .noSection(let key): "'\(key.shortened)=' stands before the first [Section]"
        case .notUnicode: "the line is not UTF-8; save the file in that encoding"
        case .unknownSection(let section, let nearest, let known):
            "no section is called [\(section.shortened)]; "
                + (nearest.map { "did you mean [\($0)]?" }
                    ?? "there are \(known.map { "[\($0)]" }.joined(separator: ", "))")
        case .unknownKey(let key, let section, let known):
            "[\(section.shortened)] has no key '\(key.shortened)='; "
                + (Spelling.nearest(to: key, among: known).map { "did you mean '\($0)='?" }
                    ?? "it has \(known.map { "\($0)=" }.joined(separator: ", "))")
        case .misplacedKey(let key, let section, let belongsTo):
            "[\(section.shortened)] has no key '\(key.shortened)='; it belongs in [\(belongsTo)]"
        case .duplicate(let key, let firstLine):
            "'\(key.shortened)=' is assigned in line \(firstLine) already"
        case .badValue(let value, let key, let accepts):
            "'\(key)=' does not accept '\(value.shortened)': give \(accepts)"
        case .refusedValue(let value, let key, let reason):
            "'\(key)=' does not accept '\(value.shortened)': \(reason)"
        case .missing(let key, let section, let accepts):
            "'\(key)=' is missing in [\(section.shortened)]: give \(accepts)"
        }
    }
}

package struct INIError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, in the order of the files and of their lines.
    package let problems: [INIProblem]

    package init(problems: [INIProblem]) { self.problems = problems }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// A problem that only the owner of a program's files can fix, or a request that cannot be fulfilled.
package struct OwnersProblem: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension String {
    /// The text, or its beginning if it is long: problems quote texts of others.
    package var shortened: String {
        utf8.count <= 80 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(60))) + "…"
    }
}
