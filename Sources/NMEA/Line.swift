import CLanes

/// A line of the stream, or the part of a line that may be a sentence, with what one scan of it found.
package struct Line: Hashable, Sendable {
    /// The positions of the commas among the first 128 bytes, one bit each.
    struct Commas: Hashable, Sendable {
        /// The bits of the first 64 bytes, the first byte lowest.
        var early: UInt64 = 0

        /// The bits of the next 64 bytes.
        var late: UInt64 = 0

        /// Returns the commas before `end`, an offset from the start of the line.
        func before(_ end: Int) -> Self {
            // A shift by the bit width or more gives zero.
            Self(early: early & ~(.max << end), late: late & ~(.max << max(0, end - 64)))
        }
    }

    /// The range of the line without its line feed.
    package let range: Range<Int>

    /// The end of the line without its carriage return.
    let textEnd: Int

    /// The exclusive or of all bytes of the text, in eight columns that still have to be combined.
    let sum: UInt64

    /// The commas of the text.
    let commas: Commas
}

extension Line {
    /// Scans the line in `range`, of any length.
    ///
    /// A line that does not begin like a sentence is not scanned.
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

    /// Scans a line of the usual form: it begins like a sentence at `start`, has up to 128 bytes, none of them below
    /// `%`, and ends with a line feed or before a `$`.
    ///
    /// Checksum, commas and end are found in one pass, sixteen bytes at a time. The 128 bytes must lie within the span,
    /// so that no load reads past its end.
    @inline(__always)
    init?(usualFrom start: Int, in bytes: Span<UInt8>) {
        guard bytes.hasBytes(129, at: start), bytes.mayBeginSentence(at: start) else {
            return nil
        }
        var sums = lanes_bytes()
        var commas: UInt64 = 0
        var early: UInt64 = 0
        // The first byte does not end the line.
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
    /// Whether there is a `$`, or the `!` of an encapsulated sentence, at `index`.
    @inline(__always)
    func mayBeginSentence(at index: Int) -> Bool {
        self[index] == UInt8(ascii: "$") || self[index] == UInt8(ascii: "!")
    }
}
