/// The sections of an INI file with their assignments, and the lines that are neither.
///
/// A line is a `[Section]`, a `Key=value` or `Key: value`, a comment that begins with `#` or `;`, or blank. Nothing
/// continues a line, and a line may be as long as the file.
package struct INIDocument: Sendable {
    package struct Assignment: Hashable, Sendable {
        package let line: Int

        /// The text before the separator, which may contain brackets: `Name[de]` is a key.
        package let key: String

        /// The text after the separator, without the blanks around it.
        package let value: String

        /// The column of the value in the line, in characters from 1.
        package let column: Int
    }

    package struct Section: Hashable, Sendable {
        /// The number of the line, from 1; 0 for the nameless section before the first header.
        package let line: Int
        package let name: String

        /// The text after the closing bracket, which has no meaning.
        package let rest: String

        package fileprivate(set) var assignments: [Assignment] = []
    }

    package enum ValueRule: Hashable, Sendable {
        /// At a comment: a semicolon after a blank.
        case untilComment

        /// At the end of the line. Texts for people have a blank before a semicolon in some languages.
        case wholeLine
    }

    /// The sections in the order of the file, of which the first is nameless, for assignments before any header.
    package private(set) var sections = [Section(line: 0, name: "", rest: "")]

    /// The lines that could not be read, in the order of the file.
    ///
    /// A line with a bad character still counts as an assignment, with a placeholder for the character, so that its key
    /// is not missed.
    package private(set) var faults: [(line: Int, reason: INIProblem.Reason)] = []

    /// Whether the current section's header was unreadable.
    ///
    /// Its assignments are dropped, since any judgement of them could be wrong.
    private var isInUnreadableSection = false

    package init(_ bytes: [UInt8], values: ValueRule = .untilComment) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            read(trimmed(line), number: index + 1, from: line.startIndex, values)
        }
    }

    /// Reads a line, without the blanks around it, which began at `start`.
    private mutating func read(
        _ line: ArraySlice<UInt8>,
        number: Int,
        from start: Int,
        _ values: ValueRule
    ) {
        guard let first = line.first, first != UInt8(ascii: "#"), first != semicolon else { return }
        var fault: INIProblem.Reason?
        if line.contains(0) {
            fault = .zeroByte
        } else if String(validating: line, as: UTF8.self) == nil {
            fault = .notUnicode
        }
        if first == UInt8(ascii: "[") {
            let name = line.dropFirst().prefix { $0 != UInt8(ascii: "]") }
            if name.endIndex == line.endIndex || comment(in: name) != nil {
                fault = fault ?? .unclosedSection
            } else if fault == nil {
                let rest = text(line[(name.endIndex + 1)...])
                sections.append(Section(line: number, name: decoded(name), rest: rest))
            }
            isInUnreadableSection = fault != nil
        } else {
            let key = line.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") }
            if key.endIndex == line.endIndex || comment(in: key) != nil {
                fault = fault ?? .notAnAssignment
            } else if !isInUnreadableSection {
                var value = line[(key.endIndex + 1)...]
                if values == .untilComment, let end = comment(in: value) { value = value[..<end] }
                value = trimmed(value)
                let assignment = Assignment(
                    line: number,
                    key: text(key),
                    value: decoded(value),
                    column: line.startIndex - start + characterCount(line[..<value.startIndex]) + 1
                )
                sections[sections.count - 1].assignments.append(assignment)
            }
        }
        if let fault { faults.append((number, fault)) }
    }
}

private let semicolon = UInt8(ascii: ";")

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }

/// Returns where a comment begins: at a semicolon after a blank.
private func comment(in text: ArraySlice<UInt8>) -> Int? {
    text.indices.dropFirst().first { text[$0] == semicolon && isBlank(text[$0 - 1]) }
}

private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
    return text[..<end].drop(while: isBlank)
}

private func characterCount(_ text: ArraySlice<UInt8>) -> Int { text.count { $0 & 0xC0 != 0x80 } }

private func decoded(_ text: ArraySlice<UInt8>) -> String { String(decoding: text, as: UTF8.self) }

private func text(_ bytes: ArraySlice<UInt8>) -> String { decoded(trimmed(bytes)) }
