import CLanes

/// A line of the stream, or the part of one that may be a sentence, and what one look over it has found.
package struct Line: Hashable, Sendable {
    /// A bit for each of the first 128 bytes, set where it is a comma.
    struct Commas: Hashable, Sendable {
        /// Those of the first 64 bytes, the first of them lowest.
        var early: UInt64 = 0

        /// Those of the 64 bytes that follow.
        var late: UInt64 = 0

        /// Those before `end`, which is counted like them.
        func before(_ end: Int) -> Self {
            // A shift by as many bits as there are, or more, gives zero.
            Self(early: early & ~(.max << end), late: late & ~(.max << max(0, end - 64)))
        }
    }

    /// Where it is, without the line feed.
    package let range: Range<Int>

    /// Where it ends without a carriage return either.
    let textEnd: Int

    /// All bytes of the text combined by exclusive or, in eight columns that are still to be combined.
    let sum: UInt64

    /// The commas of the text.
    let commas: Commas
}

extension Line {
    /// Looks over the line in `range`, however long it is; one that does not begin like a sentence is not looked at.
    @inline(never)
    init(_ range: Range<Int>, in bytes: Span<UInt8>) {
        let hasReturn = !range.isEmpty && bytes[range.upperBound - 1] == UInt8(ascii: "\r")
        let textEnd = range.upperBound - (hasReturn ? 1 : 0)
        var sum: UInt64 = 0
        var commas = Commas()
        let isSentence = !range.isEmpty && bytes.mayBeginSentence(at: range.lowerBound)
        for index in range.lowerBound..<(isSentence ? textEnd : range.lowerBound) {
            sum ^= UInt64(bytes[index])
            let position = index - range.lowerBound
            guard bytes[index] == UInt8(ascii: ","), position < 128 else { continue }
            if position < 64 {
                commas.early |= 1 &<< UInt64(position)
            } else {
                commas.late |= 1 &<< UInt64(position)
            }
        }
        self.init(range: range, textEnd: textEnd, sum: sum, commas: commas)
    }

    /// Finds the usual line: one that begins at `start` like a sentence, has up to 128 bytes, none of them below `%`, and
    /// ends with a line feed, or before a `$`.
    ///
    /// All that is asked of a line is asked of each sixteen of its bytes while they are at hand. There must be so many
    /// bytes that none beyond the last is looked at.
    @inline(__always)
    init?(usualFrom start: Int, in bytes: Span<UInt8>) {
        guard bytes.hasLanes(at: start, further: 7 &* 16 &+ 1), bytes.mayBeginSentence(at: start) else {
            return nil
        }
        var sums = lanes_bytes()
        var commas: UInt64 = 0
        var early: UInt64 = 0
        // The byte that the line begins with does not end it.
        var mayEnd: UInt32 = 0xFFFE
        for lane in 0..<8 {
            let next = bytes.lanes(at: start &+ 16 &* lane)
            let ends = lanes_at_most(next, UInt8(ascii: "$")) & mayEnd
            mayEnd = 0xFFFF
            let shift = UInt64(16 &* lane & 63)
            commas |= UInt64(lanes_equal(next, UInt8(ascii: ","))) &<< shift
            if ends != 0 {
                let length = ends.trailingZeroBitCount
                let end = start &+ 16 &* lane &+ length
                let hasReturn = unsafe bytes[unchecked: end] == UInt8(ascii: "\r")
                let last = unsafe bytes[unchecked: hasReturn ? end &+ 1 : end]
                guard last == UInt8(ascii: "\n") || last == UInt8(ascii: "$") else { return nil }
                sums = lanes_xor(sums, lanes_first(next, CInt(truncatingIfNeeded: length)))
                commas &= ~(.max &<< (shift &+ UInt64(truncatingIfNeeded: length)))
                self.init(
                    range: unsafe Range(uncheckedBounds: (start, hasReturn ? end &+ 1 : end)),
                    textEnd: end,
                    sum: lanes_halves(sums),
                    commas: Commas(early: lane < 4 ? commas : early, late: lane < 4 ? 0 : commas)
                )
                return
            }
            sums = lanes_xor(sums, next)
            if lane == 3 {
                early = commas
                commas = 0
            }
        }
        return nil
    }
}

extension Span<UInt8> {
    /// Whether there is a `$` or, as encapsulated sentences have it, a `!` at `index`.
    @inline(__always)
    fileprivate func mayBeginSentence(at index: Int) -> Bool {
        self[index] == UInt8(ascii: "$") || self[index] == UInt8(ascii: "!")
    }
}
