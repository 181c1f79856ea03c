package import LocationModel

/// Numbers that do not reveal the activity of others: two of them do not tell how many lie between.
///
/// A number is the time in milliseconds, followed by bits that distinguish the numbers of one millisecond by a secret
/// permutation of a counter. Numbers therefore rise with time. Without a secret they count from 1, for tests and
/// simulations.
package struct Numbering: Equatable, Sendable {
    /// The purpose of the numbers, which separates sequences with the same counter.
    package enum Purpose: UInt64, Sendable {
        case session = 1
        case request, locationRequest, prompt, ticket, launch, widget

        /// Half the number of bits after the time; few for widgets, whose numbers people type.
        fileprivate var halfBits: UInt64 { self == .widget ? 4 : 10 }
    }

    private let purpose: Purpose
    private let secret: NumberingSecret?
    private let origin: MonotonicInstant

    /// The milliseconds that are counted before the origin.
    private let offset: UInt64

    /// Without a secret, the last number; with one, the time of the last number in milliseconds.
    private var last: UInt64

    /// The numbers drawn for the time of the last one.
    private var drawn: UInt64 = 0

    /// Creates a sequence of numbers, all of them greater than `last`.
    package init(
        _ purpose: Purpose,
        _ secret: NumberingSecret?,
        from origin: MonotonicInstant,
        after last: UInt64? = nil
    ) {
        self.purpose = purpose
        self.secret = secret
        self.origin = origin
        offset = last.map { $0 >> (2 * purpose.halfBits) + 1 } ?? 0
        self.last = secret == nil ? last ?? 0 : offset
    }

    package mutating func next(at now: MonotonicInstant) -> UInt64 {
        guard let secret else {
            last += 1
            return last
        }
        let elapsed = max(origin.duration(to: now), .zero)
        let milliseconds = offset + UInt64(elapsed / .milliseconds(1))
        if milliseconds > last {
            last = milliseconds
            drawn = 0
        } else if drawn == 1 << (2 * purpose.halfBits) - 1 {
            last += 1
            drawn = 0
        }
        drawn += 1
        return last << (2 * purpose.halfBits) | permuted(drawn, at: last, secret)
    }

    /// Permutes a count of a few bits by a Feistel network that varies with time.
    private func permuted(_ count: UInt64, at time: UInt64, _ secret: NumberingSecret) -> UInt64 {
        let half = purpose.halfBits
        let mask: UInt64 = 1 << half - 1
        var left = count >> half
        var right = count & mask
        for round in 0..<8 as Range<UInt64> {
            let mixed = secret.hash(time, purpose.rawValue << 32 | round << 16 | right)
            (left, right) = (right, left ^ mixed & mask)
        }
        return left << half | right
    }
}

/// A secret of the running service, drawn by the shell.
package struct NumberingSecret: Hashable, Codable, Sendable {
    private let first: UInt64
    private let second: UInt64

    package init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }

    /// Returns an unpredictable time below an interval, of whole milliseconds.
    func phase(of interval: Duration) -> Duration {
        // No number is drawn for this time.
        .milliseconds(Int64(hash(.max, .max) % UInt64(interval / .milliseconds(1))))
    }

    /// Returns SipHash-2-4 of two words, which is unpredictable without the secret.
    fileprivate func hash(_ word: UInt64, _ other: UInt64) -> UInt64 {
        var state = SIMD4(
            first ^ 0x736F_6D65_7073_6575,
            second ^ 0x646F_7261_6E64_6F6D,
            first ^ 0x6C79_6765_6E65_7261,
            second ^ 0x7465_6462_7974_6573
        )
        Self.absorb(word, &state)
        Self.absorb(other, &state)
        // The length in bytes.
        Self.absorb(16 << 56, &state)
        state[2] ^= 0xFF
        for _ in 0..<4 { Self.mix(&state) }
        return state[0] ^ state[1] ^ state[2] ^ state[3]
    }

    private static func absorb(_ word: UInt64, _ state: inout SIMD4<UInt64>) {
        state[3] ^= word
        mix(&state)
        mix(&state)
        state[0] ^= word
    }

    private static func mix(_ state: inout SIMD4<UInt64>) {
        func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
        state[0] &+= state[1]
        state[1] = rotate(state[1], 13) ^ state[0]
        state[0] = rotate(state[0], 32)
        state[2] &+= state[3]
        state[3] = rotate(state[3], 16) ^ state[2]
        state[0] &+= state[3]
        state[3] = rotate(state[3], 21) ^ state[0]
        state[2] &+= state[1]
        state[1] = rotate(state[1], 17) ^ state[2]
        state[2] = rotate(state[2], 32)
    }
}
