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
        guard offset < chunk.count else { return nil }
        // A `$` begins a piece, and ends the one before.
        let begins = line.isEmpty && chunk[offset] == UInt8(ascii: "$")
        let end = chunk.firstIndex(
            of: UInt8(ascii: "\n"),
            or: UInt8(ascii: "$"),
            in: (begins ? offset + 1 : offset)..<chunk.count
        )
        keep(chunk.extracting(offset..<end))
        offset = end
        guard end < chunk.count else { return nil }
        if chunk[end] == UInt8(ascii: "\n") { offset += 1 }
        return endPiece()
    }

    private mutating func keep(_ bytes: Span<UInt8>) {
        let room = Self.limit - line.count
        if bytes.count > room { isTooLong = true }
        unsafe bytes.extracting(first: min(bytes.count, room)).withUnsafeBufferPointer {
            unsafe line.append(contentsOf: $0)
        }
    }

    /// Returns the unfinished last piece of the stream, if there is one, and starts again.
    package mutating func finish() -> Piece? { isReturned || line.isEmpty ? nil : endPiece() }

    private mutating func endPiece() -> Piece {
        isReturned = true
        return isTooLong ? .tooLong(isSentence: line.first == UInt8(ascii: "$")) : .line
    }
}
