/// Splits a stream of bytes into pieces that hold at most one sentence each.
///
/// A piece ends at a line feed and before every `$`. A sentence without its line end therefore costs nothing but
/// itself, and whatever precedes the `$` on its line - a time stamp, a TAG block, binary data - becomes a piece of its
/// own. How the stream is cut into chunks makes no difference.
///
/// The caller keeps the chunk and requests its pieces one by one:
///
///     var offset = 0
///     while let piece = splitter.next(in: chunk, from: &offset) { … }
package struct LineSplitter: Sendable {
    /// One piece of the stream, without its line feed.
    package enum Piece: Hashable, Sendable {
        /// The bytes in ``LineSplitter/line``.
        case line

        /// A discarded piece of more than ``LineSplitter/limit`` bytes; a sentence if it began with `$`.
        case tooLong(isSentence: Bool)
    }

    /// The largest size of a piece without its line feed, in bytes.
    ///
    /// The standard allows 82 including the line end. Receivers with many digits or satellites exceed that; none is
    /// known to exceed 256.
    package static let limit = 256

    /// The bytes of the piece that was returned last, or of the unfinished one.
    package private(set) var line: [UInt8] = []
    private var isTooLong = false

    /// Whether `line` has been returned.
    private var isReturned = false

    package init() { line.reserveCapacity(Self.limit) }

    /// Whether the unfinished piece is a sentence up to its checksum, so that only its line end may be missing.
    var holdsSentence: Bool {
        guard !isReturned, !isTooLong, line.first == UInt8(ascii: "$") else { return false }
        let end = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
        return end > 3 && line[end - 3] == UInt8(ascii: "*") && line.span.hexadecimalByte(at: end - 2) != nil
    }

    /// Returns the next piece that ends in `chunk`, and moves `offset` past it.
    ///
    /// - Parameters:
    ///   - chunk: The bytes that follow the last chunk. Pass the same chunk until the result is `nil`.
    ///   - offset: 0 for a new chunk, then unchanged from the last call.
    /// - Returns: The piece, or `nil` once the rest of the chunk has been kept for the next one.
    package mutating func next(in chunk: Span<UInt8>, from offset: inout Int) -> Piece? {
        if isReturned {
            line.removeAll(keepingCapacity: true)
            (isTooLong, isReturned) = (false, false)
        }
        while offset < chunk.count {
            let byte = chunk[offset]
            if byte == UInt8(ascii: "$"), !line.isEmpty { return endPiece() }
            offset += 1
            if byte == UInt8(ascii: "\n") { return endPiece() }
            if line.count < Self.limit { line.append(byte) } else { isTooLong = true }
        }
        return nil
    }

    /// Returns the unfinished last piece of the stream, if there is one, and starts again.
    package mutating func finish() -> Piece? { isReturned || line.isEmpty ? nil : endPiece() }

    private mutating func endPiece() -> Piece {
        isReturned = true
        return isTooLong ? .tooLong(isSentence: line.first == UInt8(ascii: "$")) : .line
    }
}
