/// Cuts a stream of bytes into the pieces that may hold one sentence each.
///
/// A piece ends at a line feed, and also before every `$`: a sentence that lost its end, or a receiver that
/// forgot it, costs nothing but itself, and whatever stands before the `$` on its line - a time stamp, a TAG
/// block, binary traffic - becomes a piece of its own. How the stream is cut into chunks makes no difference.
///
/// The caller keeps the chunk and asks for its pieces one after another:
///
///     var offset = 0
///     while let piece = splitter.next(in: chunk, from: &offset) { … }
package struct LineSplitter: Sendable {
    /// One piece of the stream, without its line feed.
    package enum Piece: Hashable, Sendable {
        /// Bytes of the chunk.
        case chunk(Line)

        /// The bytes in ``LineSplitter/carried``, begun in an earlier chunk.
        case carried

        /// More bytes than a sentence may have; they are gone, and were a sentence if they began with `$`.
        case tooLong(isSentence: Bool)
    }

    /// The most bytes that a piece may have without its line feed.
    ///
    /// The standard allows 82 with both line ends. Receivers with many digits or many satellites exceed that;
    /// nothing known exceeds 256.
    package static let limit = 256

    /// The piece that ``next(in:from:)`` last called `carried`; valid until its next call.
    package private(set) var carried: [UInt8] = []

    /// Whether `carried` still waits for its end; otherwise it has been handed out.
    private var isCarrying = false
    private var isDiscarding = false

    /// Creates a splitter at the start of a stream.
    package init() { carried.reserveCapacity(Self.limit) }

    /// Whether part of a line has come without its end.
    package var hasPartialLine: Bool { isCarrying && !carried.isEmpty }

    /// Returns the next piece that ends in `chunk`, and moves `offset` behind it.
    ///
    /// - Parameters:
    ///   - chunk: The bytes that follow those of the last chunk; the same until `nil` was returned.
    ///   - offset: 0 for a new chunk, then as the last call left it.
    /// - Returns: The piece, or `nil` when the rest of the chunk has been kept for the next one.
    @inline(__always)
    package mutating func next(in chunk: Span<UInt8>, from offset: inout Int) -> Piece? {
        let start = offset
        guard start < chunk.count else { return nil }
        if isCarrying || isDiscarding { return continued(in: chunk, from: &offset) }
        if let line = Line(usualFrom: start, in: chunk) {
            offset = line.range.upperBound
            if unsafe chunk[unchecked: offset] == UInt8(ascii: "\n") { offset &+= 1 }
            return .chunk(line)
        }
        return unusual(in: chunk, from: &offset)
    }

    /// Finds the end of any piece, or keeps what there is of it.
    @inline(never)
    private mutating func unusual(in chunk: Span<UInt8>, from offset: inout Int) -> Piece? {
        let start = offset
        // The byte at `start` cannot end the piece it begins, unless it is the line feed of an empty line.
        let searched = chunk[start] == UInt8(ascii: "\n") ? start : start &+ 1
        let end = chunk.firstIndex(of: UInt8(ascii: "\n"), or: UInt8(ascii: "$"), from: searched)
        guard end < chunk.count else {
            keep(chunk, start..<end)
            offset = end
            return nil
        }
        offset = chunk[end] == UInt8(ascii: "\n") ? end &+ 1 : end
        guard end &- start <= Self.limit else {
            return .tooLong(isSentence: chunk[start] == UInt8(ascii: "$"))
        }
        return .chunk(Line(start..<end, in: chunk))
    }

    /// Returns the unfinished last piece of the stream, as ``Piece/carried`` or too long, and starts afresh.
    package mutating func finish() -> Piece? {
        defer {
            isCarrying = false
            isDiscarding = false
        }
        if isDiscarding { return .tooLong(isSentence: carried.first == UInt8(ascii: "$")) }
        return hasPartialLine ? .carried : nil
    }

    private mutating func continued(in chunk: Span<UInt8>, from offset: inout Int) -> Piece? {
        let start = offset
        let end = chunk.firstIndex(of: UInt8(ascii: "\n"), or: UInt8(ascii: "$"), from: start)
        keep(chunk, start..<end)
        offset = end
        guard end < chunk.count else { return nil }
        if chunk[end] == UInt8(ascii: "\n") { offset = end + 1 }
        return finish()
    }

    /// Adds to the unfinished piece, of which an over-long one keeps only its first byte.
    private mutating func keep(_ chunk: Span<UInt8>, _ range: Range<Int>) {
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
