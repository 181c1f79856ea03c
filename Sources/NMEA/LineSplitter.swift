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
        case chunk(Range<Int>)

        /// The bytes in ``LineSplitter/carried``, which began in an earlier chunk.
        case carried

        /// A discarded piece of more than ``LineSplitter/limit`` bytes; a sentence if it began with `$`.
        case tooLong(isSentence: Bool)
    }

    /// The largest size of a piece without its line feed, in bytes.
    ///
    /// The standard allows 82 including the line end. Receivers with many digits or satellites exceed that; none is
    /// known to exceed 256.
    package static let limit = 256

    /// The piece that ``next(in:from:)`` last reported as `carried`; valid until the next call.
    package private(set) var carried: [UInt8] = []

    /// Whether `carried` is incomplete; otherwise it has been returned.
    private var isCarrying = false
    private var isDiscarding = false

    /// Whether the unfinished piece is a sentence up to its checksum, so that only its line end may be missing.
    var holdsSentence: Bool {
        guard isCarrying, carried.first == UInt8(ascii: "$") else { return false }
        let end = carried.last == UInt8(ascii: "\r") ? carried.count - 1 : carried.count
        return end > 3 && carried[end - 3] == UInt8(ascii: "*") && carried[end - 2].hexadecimalValue != nil
            && carried[end - 1].hexadecimalValue != nil
    }

    package init() { carried.reserveCapacity(Self.limit) }

    /// Returns the next piece that ends in `chunk`, and moves `offset` past it.
    ///
    /// - Parameters:
    ///   - chunk: The bytes that follow the last chunk. Pass the same chunk until the result is `nil`.
    ///   - offset: 0 for a new chunk, then unchanged from the last call.
    /// - Returns: The piece, or `nil` once the rest of the chunk has been carried over to the next one.
    package mutating func next(in chunk: Span<UInt8>, from offset: inout Int) -> Piece? {
        let start = offset
        guard start < chunk.count else { return nil }
        if isCarrying || isDiscarding { return continued(in: chunk, from: &offset) }
        // The byte at `start` does not end the piece it begins, except as the line feed of an empty line.
        let searched = chunk[start] == UInt8(ascii: "\n") ? start : start + 1
        let end = chunk.firstIndex(of: UInt8(ascii: "\n"), or: UInt8(ascii: "$"), in: searched..<chunk.count)
        guard end < chunk.count else {
            carry(chunk, start..<end)
            offset = end
            return nil
        }
        offset = chunk[end] == UInt8(ascii: "\n") ? end + 1 : end
        guard end - start <= Self.limit else {
            return .tooLong(isSentence: chunk[start] == UInt8(ascii: "$"))
        }
        return .chunk(start..<end)
    }

    /// Returns the unfinished last piece of the stream, as ``Piece/carried`` or too long, and starts again.
    package mutating func finish() -> Piece? {
        defer {
            isCarrying = false
            isDiscarding = false
        }
        if isDiscarding { return .tooLong(isSentence: carried.first == UInt8(ascii: "$")) }
        return isCarrying && !carried.isEmpty ? .carried : nil
    }

    private mutating func continued(in chunk: Span<UInt8>, from offset: inout Int) -> Piece? {
        let start = offset
        let end = chunk.firstIndex(of: UInt8(ascii: "\n"), or: UInt8(ascii: "$"), in: start..<chunk.count)
        carry(chunk, start..<end)
        offset = end
        guard end < chunk.count else { return nil }
        if chunk[end] == UInt8(ascii: "\n") { offset = end + 1 }
        return finish()
    }

    /// Appends to the unfinished piece.
    ///
    /// Of an oversized piece only the first byte is kept.
    private mutating func carry(_ chunk: Span<UInt8>, _ range: Range<Int>) {
        if !isCarrying && !isDiscarding { carried.removeAll(keepingCapacity: true) }
        guard !isDiscarding, !range.isEmpty else { return }
        isCarrying = true
        guard carried.count + range.count <= Self.limit else {
            if carried.isEmpty { carried.append(chunk[range.lowerBound]) }
            isDiscarding = true
            isCarrying = false
            return
        }
        for index in range { carried.append(chunk[index]) }
    }
}
