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

        /// What stands behind it, by the rule for values.
        package let value: String
    }

    /// One `[Section]` line.
    package struct Section: Hashable, Sendable {
        /// The number of the line, from 1.
        package let line: Int

        /// What stands between the brackets.
        package let name: String

        /// What stands behind them, which counts for nothing.
        package let rest: String
    }

    /// What is taken for the value of a key.
    package enum ValueRule: Hashable, Sendable {
        /// What libinih takes: short, and without what follows a blank and a semicolon.
        case short

        /// Everything behind the equals sign but the blanks around it: texts for people may be long, and in some
        /// languages have a blank before their semicolons.
        case whole
    }

    /// A line that is not understood.
    package enum Fault: Hashable, Sendable {
        /// The section's closing bracket is missing.
        case openSection(line: Int)

        /// Neither a section, a comment nor an assignment.
        case noAssignment(line: Int)

        /// Longer than libinih's buffer, where it has to go through that, or not text.
        case unreadable(line: Int, limit: Int)

        /// Not UTF-8.
        case notUnicode(line: Int)
    }

    /// The assignments.
    package private(set) var assignments: [Assignment] = []

    /// The sections, also those without assignments.
    package private(set) var sections: [Section] = []

    /// What is wrong with the form of the file, in no particular order.
    package private(set) var faults: [Fault] = []

    /// Parses the bytes of a file.
    package init(_ bytes: [UInt8], values: ValueRule = .short) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
            Array.init
        )
        let source = LineSource(lines, values)
        // Both callbacks run inside this call, while `source` is held.
        let pointer = unsafe Unmanaged.passUnretained(source).toOpaque()
        let refusedLine = withExtendedLifetime(source) {
            unsafe ini_parse_stream(nextLine, pointer, takeAssignment, pointer)
        }
        assignments = source.assignments.filter { $0.section != unreadableSection }
        sections = source.sections.filter { $0.name != unreadableSection }
        faults = source.faults
        // It tells of one line only, and should tell of none: what it would refuse it was not given.
        if refusedLine > 0 { faults.append(.noAssignment(line: Int(refusedLine))) }
    }
}

/// The section that stands in for one whose name could not be read, so that its keys are not misjudged.
private let unreadableSection = "\u{1}"

private let space = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

private func isBlank(_ byte: UInt8) -> Bool { byte == space || (9...13).contains(byte) }

private func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") }

/// What libinih's two callbacks share during one parse.
private final class LineSource {
    private(set) var assignments: [INIDocument.Assignment] = []

    /// The lines that libinih need not see to be at fault.
    private(set) var faults: [INIDocument.Fault] = []

    /// The sections that have begun.
    private(set) var sections: [INIDocument.Section] = []

    private let lines: [[UInt8]]
    private let values: INIDocument.ValueRule

    /// The number of the line read last, which is the one an assignment belongs to.
    private(set) var line = 0

    init(_ lines: [[UInt8]], _ values: INIDocument.ValueRule) {
        self.lines = lines
        self.values = values
    }

    /// Takes what libinih made of the line read last.
    ///
    /// It cuts the names of sections to 49 bytes, and values at what it takes for a comment.
    func take(section: String, key: String, value: String) {
        var section = section
        var value = value
        if !section.isEmpty, let last = sections.last { section = last.name }
        if values == .whole, let separator = lines[line - 1].firstIndex(where: isSeparator) {
            value = text(lines[line - 1][(separator + 1)...])
        }
        assignments.append(INIDocument.Assignment(line: line, section: section, key: key, value: value))
    }

    /// Copies the next line into `buffer`, or returns false at the end.
    func read(into buffer: UnsafeMutableBufferPointer<CChar>) -> Bool {
        guard line < lines.count else { return false }
        // An indented line would continue the value before it; here an indented key is a key.
        var text = lines[line].drop { $0 == space || $0 == tab }
        line += 1
        if line == 1, text.starts(with: byteOrderMark) { text = text.dropFirst(byteOrderMark.count) }
        let isComment = text.first == UInt8(ascii: "#") || text.first == UInt8(ascii: ";")
        if isComment || text.allSatisfy(isBlank) { text = [] }
        if !text.isEmpty, let fault = fault(of: &text, limit: buffer.count - 1) {
            faults.append(fault)
            let isSection = text.first == UInt8(ascii: "[")
            text = isSection ? Array("[\(unreadableSection)]".utf8)[...] : []
            if isSection { takeSection(text, to: text.endIndex - 1) }
        }
        for (offset, byte) in text.enumerated() {
            unsafe buffer[offset] = CChar(bitPattern: byte)
        }
        unsafe buffer[text.count] = 0
        return true
    }

    /// Cuts from the line what libinih shall not see, and returns what is wrong with it.
    private func fault(of text: inout ArraySlice<UInt8>, limit: Int) -> INIDocument.Fault? {
        if text.contains(0) { return .unreadable(line: line, limit: limit) }
        if String(validating: text, as: UTF8.self) == nil { return .notUnicode(line: line) }
        if text.first == UInt8(ascii: "[") {
            guard let end = self.end(of: text.dropFirst(), at: { $0 == UInt8(ascii: "]") }) else {
                return .openSection(line: line)
            }
            if text.count <= limit { takeSection(text, to: end) }
        } else {
            guard let separator = end(of: text, at: isSeparator) else { return .noAssignment(line: line) }
            // libinih finds the key. The value is taken from the line itself.
            if values == .whole { text = text[...separator] }
        }
        return text.count > limit ? .unreadable(line: line, limit: limit) : nil
    }

    /// Returns where a name ends; `nil` where a comment, a semicolon behind a blank, begins before.
    private func end(of name: ArraySlice<UInt8>, at isEnd: (UInt8) -> Bool) -> Int? {
        var wasBlank = false
        for (index, byte) in zip(name.indices, name) {
            if isEnd(byte) { return index }
            if wasBlank, byte == UInt8(ascii: ";") { return nil }
            wasBlank = isBlank(byte)
        }
        return nil
    }

    private func takeSection(_ line: ArraySlice<UInt8>, to end: Int) {
        let name = String(decoding: line[line.index(after: line.startIndex)..<end], as: UTF8.self)
        sections.append(INIDocument.Section(line: self.line, name: name, rest: text(line[(end + 1)...])))
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? bytes.startIndex
        return String(decoding: bytes[..<end].drop(while: isBlank), as: UTF8.self)
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
    source.take(
        section: unsafe String(cString: section),
        key: unsafe String(cString: key),
        value: unsafe String(cString: value)
    )
    return 1
}
