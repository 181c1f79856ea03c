/// A splitter of a byte stream into NUL-terminated messages.
package struct MessageSplitter: Sendable {
    /// The maximum length of a message without its terminator.
    package let limit: Int
    private var partial: [UInt8] = []

    private var messages: [[UInt8]] = []

    /// Whether a message exceeded the limit.
    ///
    /// Messages before it remain available.
    package private(set) var hasOverflowed = false

    package init(limit: Int) { self.limit = limit }

    package var count: Int { messages.count }

    package private(set) var completeBytes = 0
    package var hasPartialMessage: Bool { !partial.isEmpty }

    package mutating func append(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !hasOverflowed, !rest.isEmpty {
            let end = rest.firstIndex(of: 0)
            let piece = rest[..<(end ?? rest.endIndex)]
            guard partial.count + piece.count <= limit else {
                hasOverflowed = true
                partial = []
                return
            }
            partial += piece
            guard let end else { return }
            messages.append(partial)
            completeBytes += partial.count
            partial = []
            rest = rest[(end + 1)...]
        }
    }

    /// Removes and returns the oldest complete message, without its terminator.
    package mutating func next() -> [UInt8]? {
        guard !messages.isEmpty else { return nil }
        let message = messages.removeFirst()
        completeBytes -= message.count
        return message
    }
}
