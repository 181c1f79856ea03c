/// Splits a stream into lines.
///
/// It stores at most one line.
package struct LineAssembler {
    /// The longest line; longer ones are dropped.
    ///
    /// gpsd's longest line, with all satellites, has some 15000 bytes.
    private static let longestLine = 1 << 16

    private var carried: [UInt8] = []
    private var isDropping = false
    package private(set) var tooLong = 0

    package init() {}

    /// Appends bytes and emits the lines that they complete, each with its line feed.
    package mutating func append(_ bytes: Span<UInt8>, _ emit: (Span<UInt8>) -> Void) {
        var start = 0
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "\n") else { continue }
            if carried.isEmpty && !isDropping {
                if index + 1 - start <= Self.longestLine {
                    emit(bytes.extracting(start..<index + 1))
                } else {
                    tooLong += 1
                }
            } else {
                carry(bytes.extracting(start..<index + 1))
                finish(emit)
            }
            start = index + 1
        }
        if start < bytes.count { carry(bytes.extracting(start...)) }
    }

    /// Emits the last line, which has no line feed.
    package mutating func finish(_ emit: (Span<UInt8>) -> Void) {
        if isDropping { tooLong += 1 } else if !carried.isEmpty { emit(carried.span) }
        isDropping = false
        carried.removeAll(keepingCapacity: true)
    }

    private mutating func carry(_ bytes: Span<UInt8>) {
        guard !isDropping else { return }
        guard carried.count + bytes.count <= Self.longestLine else {
            isDropping = true
            carried.removeAll(keepingCapacity: true)
            return
        }
        for index in bytes.indices { carried.append(bytes[index]) }
    }
}
