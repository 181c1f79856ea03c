/// Cuts a stream into lines, of which it holds one at most.
struct LineCutter {
    /// Longer lines are dropped: gpsd's longest, of all satellites there are, has some 15000 bytes.
    private static let longestLine = 1 << 16

    private var carried: [UInt8] = []
    private var isDropping = false

    /// Lines that were dropped.
    private(set) var tooLong = 0

    /// Takes in the next bytes and hands out the lines that they complete, each with its line feed.
    mutating func take(_ bytes: Span<UInt8>, _ use: (Span<UInt8>) -> Void) {
        var start = 0
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "\n") else { continue }
            if carried.isEmpty && !isDropping {
                if index + 1 - start <= Self.longestLine {
                    use(bytes.extracting(start..<index + 1))
                } else {
                    tooLong += 1
                }
            } else {
                carry(bytes.extracting(start..<index + 1))
                finish(use)
            }
            start = index + 1
        }
        if start < bytes.count { carry(bytes.extracting(start...)) }
    }

    /// Hands out the last line, which has no line feed.
    mutating func finish(_ use: (Span<UInt8>) -> Void) {
        if isDropping { tooLong += 1 } else if !carried.isEmpty { use(carried.span) }
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
