/// Cuts a stream of bytes into messages at their terminating NUL bytes.
package struct MessageSplitter: Sendable {
    /// The longest message accepted, without its terminator.
    package let limit: Int

    /// The start of a message whose terminator has not come.
    private var partial: [UInt8] = []

    private var messages: [[UInt8]] = []
    private var nextIndex = 0

    /// Whether a message was longer than the limit; what came before it can still be taken.
    package private(set) var hasOverflowed = false

    /// Creates a splitter that has received nothing.
    package init(limit: Int) { self.limit = limit }

    /// How many complete messages wait.
    package var count: Int { messages.count - nextIndex }

    /// Whether a message has begun that is not complete.
    package var hasPartialMessage: Bool { !partial.isEmpty }

    /// Takes in what has arrived.
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
            partial = []
            rest = rest[(end + 1)...]
        }
    }

    /// Takes the oldest complete message, without its terminator.
    package mutating func next() -> [UInt8]? {
        guard nextIndex < messages.count else { return nil }
        let message = messages[nextIndex]
        messages[nextIndex] = []
        nextIndex += 1
        if nextIndex == messages.count {
            messages.removeAll(keepingCapacity: true)
            nextIndex = 0
        }
        return message
    }
}
