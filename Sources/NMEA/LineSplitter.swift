/// Splits a stream of bytes into pieces that hold at most one sentence each.
///
/// A piece ends at a line feed and before every `$`. A sentence without its line end therefore costs nothing but
/// itself, and whatever precedes the `$` on its line - a time stamp, a TAG block, binary data - becomes a piece of its
/// own. How the stream is cut into chunks makes no difference.
///
/// A piece comes without its line feed. One of more than ``limit`` bytes is cut off, but still has more than that.
package struct LineSplitter: Sendable {
    /// The largest size of a piece without its line feed, in bytes.
    ///
    /// The standard allows 82 including the line end. Receivers with many digits or satellites exceed that; none is
    /// known to exceed 256.
    package static let limit = 256

    /// The bytes of the unfinished piece.
    private var unfinished: [UInt8] = []

    package init() {}

    /// Whether the unfinished piece is a sentence up to its checksum, so that only its line end may be missing.
    var holdsSentence: Bool {
        let line = unfinished
        guard line.count <= Self.limit, line.first == UInt8(ascii: "$") else { return false }
        let end = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
        return end > 3 && line[end - 3] == UInt8(ascii: "*") && line.span.hexadecimalByte(at: end - 2) != nil
    }

    /// Emits the pieces that end in the next chunk of the stream.
    package mutating func split(_ chunk: Span<UInt8>, _ emit: (Span<UInt8>) -> Void) {
        var start = 0
        while start < chunk.count {
            // A `$` begins a piece, and ends the one before.
            let begins = unfinished.isEmpty && chunk[start] == UInt8(ascii: "$")
            let end = chunk.firstIndex(
                of: UInt8(ascii: "$"),
                orLesser: UInt8(ascii: "\n"),
                in: (begins ? start + 1 : start)..<chunk.count
            )
            let piece = chunk.extracting(start..<min(end, start + Self.limit + 1))
            if end < chunk.count, unfinished.isEmpty {
                emit(piece)
            } else {
                for index in piece.indices where unfinished.count <= Self.limit {
                    unfinished.append(piece[index])
                }
                if end < chunk.count { finish(emit) }
            }
            start = end < chunk.count && chunk[end] == UInt8(ascii: "\n") ? end + 1 : end
        }
    }

    /// Emits the unfinished last piece of the stream, if there is one, and starts again.
    package mutating func finish(_ emit: (Span<UInt8>) -> Void) {
        if !unfinished.isEmpty { emit(unfinished.span) }
        unfinished.removeAll(keepingCapacity: true)
    }
}
