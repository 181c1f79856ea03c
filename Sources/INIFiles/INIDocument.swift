import CInih

/// The assignments of one INI file in their order, and the lines that are none.
package struct INIDocument: Sendable {
    /// One `Key=value` line.
    package struct Assignment: Hashable, Sendable {
        /// The number of the line, from 1.
        package let line: Int

        /// The section, without its brackets; empty before the first.
        package let section: String

        /// What stands before the equals sign, which may be anything: `Name[de]` is a key.
        package let key: String

        /// What stands behind it, without blanks and comment.
        package let value: String
    }

    /// A line that is not understood.
    package enum Fault: Hashable, Sendable {
        /// The section's closing bracket is missing.
        case openSection(line: Int)

        /// Neither a section, a comment nor an assignment.
        case noAssignment(line: Int)

        /// Longer than libinih's buffer, or not text.
        case unreadable(line: Int, limit: Int)

        /// Not UTF-8.
        case notUnicode(line: Int)
    }

    /// The assignments.
    package private(set) var assignments: [Assignment] = []

    /// What is wrong with the form of the file, in no particular order.
    package private(set) var faults: [Fault] = []

    /// The section that stands in for one whose name could not be read, so that its keys are not misjudged.
    private static let unreadableSection = "\u{1}"

    /// Parses the bytes of a file.
    package init(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
            Array.init
        )
        // libinih reports the first bad line only. With that line taken out it reports the next.
        while true {
            let source = LineSource(lines)
            // Both callbacks run inside this call, while `source` is held.
            let pointer = unsafe Unmanaged.passUnretained(source).toOpaque()
            let firstBadLine = withExtendedLifetime(source) {
                unsafe ini_parse_stream(nextLine, pointer, takeAssignment, pointer)
            }
            assignments = source.assignments.filter { $0.section != Self.unreadableSection }
            if let line = source.unreadableLine {
                faults.append(.unreadable(line: line, limit: source.limit - 1))
                lines[line - 1] = []
            } else if let line = source.undecodableLine {
                faults.append(.notUnicode(line: line))
                lines[line - 1] = []
            } else if firstBadLine > 0, Int(firstBadLine) <= lines.count {
                let line = Int(firstBadLine)
                let isSection = lines[line - 1].first { $0 != space && $0 != tab } == UInt8(ascii: "[")
                faults.append(isSection ? .openSection(line: line) : .noAssignment(line: line))
                lines[line - 1] = isSection ? Array("[\(Self.unreadableSection)]".utf8) : []
            } else {
                return
            }
        }
    }
}

private let space = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")

/// What libinih's two callbacks share during one parse.
private final class LineSource {
    var assignments: [INIDocument.Assignment] = []

    /// The first line that does not fit libinih's buffer or holds a zero byte.
    var unreadableLine: Int?

    /// The first other line that is not UTF-8.
    var undecodableLine: Int?

    /// The bytes of libinih's buffer, which its build decides.
    var limit = 0

    private let lines: [[UInt8]]

    /// The number of the line read last, which is the one an assignment belongs to.
    private(set) var line = 0

    init(_ lines: [[UInt8]]) { self.lines = lines }

    /// Copies the next line into `buffer`, or returns false at the end.
    func read(into buffer: UnsafeMutableBufferPointer<CChar>) -> Bool {
        guard line < lines.count else { return false }
        // An indented line would continue the value before it; here an indented key is a key.
        var text = lines[line].drop { $0 == space || $0 == tab }
        line += 1
        limit = buffer.count
        if text.first == UInt8(ascii: "#") || text.first == UInt8(ascii: ";") { text = [] }
        if text.count >= buffer.count || text.contains(0) {
            unreadableLine = unreadableLine ?? line
            text = []
        } else if String(validating: text, as: UTF8.self) == nil {
            undecodableLine = undecodableLine ?? line
            text = []
        }
        for (offset, byte) in text.enumerated() {
            unsafe buffer[offset] = CChar(bitPattern: byte)
        }
        unsafe buffer[text.count] = 0
        return true
    }
}

private func nextLine(
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: CInt,
    _ context: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<CChar>? {
    guard let buffer = unsafe buffer, let context = unsafe context else { return nil }
    let source = unsafe Unmanaged<LineSource>.fromOpaque(context).takeUnretainedValue()
    let target = unsafe UnsafeMutableBufferPointer(start: buffer, count: Int(size))
    return unsafe source.read(into: target) ? buffer : nil
}

private func takeAssignment(
    _ context: UnsafeMutableRawPointer?,
    _ section: UnsafePointer<CChar>?,
    _ key: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> CInt {
    guard let context = unsafe context, let section = unsafe section, let key = unsafe key,
        let value = unsafe value
    else { return 0 }
    let source = unsafe Unmanaged<LineSource>.fromOpaque(context).takeUnretainedValue()
    source.assignments.append(
        INIDocument.Assignment(
            line: source.line,
            section: unsafe String(cString: section),
            key: unsafe String(cString: key),
            value: unsafe String(cString: value)
        )
    )
    return 1
}
