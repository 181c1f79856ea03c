/// The comments of an interface's text, by what they are about: a type `Name`, a member `Name.member`.
struct Comments {
    /// The line of an error's comment that is its message.
    static let message = "For a person: "

    private var texts: [String: String] = [:]

    /// Reads the comments before the interface, its types and errors, and the members of these.
    init(in text: String) {
        var comment: [String] = []
        var outer = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(whereSeparator: { " ,:()".contains($0) })
            guard let first = words.first else {
                comment = []
                continue
            }
            if first.hasPrefix("#") {
                comment.append(String(line.drop { $0 == " " }.dropFirst().drop { $0 == " " }))
                continue
            }
            // A member may be called as a keyword is.
            switch line.first == " " ? "" : first {
            case "interface": texts[""] = comment.joined(separator: "\n")
            case "type", "error", "method":
                outer = words.count > 1 ? String(words[1]) : ""
                texts[outer] = comment.joined(separator: "\n")
            default: if !comment.isEmpty { texts["\(outer).\(first)"] = comment.joined(separator: "\n") }
            }
            comment = []
        }
    }

    /// The comment about a type or a member, without the message.
    subscript(name: String) -> String? {
        guard let text = texts[name], let message = text.firstRange(of: Self.message) else {
            return texts[name]
        }
        var lines = text[..<message.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// The message of an error for a person, on one line; `nil` if its comment has none.
    func message(of error: String) -> String? {
        guard let text = texts[error], let message = text.firstRange(of: Self.message) else { return nil }
        return text[message.upperBound...].split(separator: "\n").joined(separator: " ")
    }
}
