/// The sixteen decimal digits of a number, each in a byte of its own, the first in the lowest.
///
/// All digits of a half are worked out at once, in lanes of one word, so that none waits for the one before it.
struct SixteenDigits {
    /// How many digits there are.
    static let count = 16

    /// Values from 0 to 9, not characters.
    private let lanes: UInt128

    /// Takes a number below 10^16 apart.
    @inline(__always)
    init(_ number: UInt64) {
        precondition(number < 10_000_000_000_000_000)
        let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
        lanes = UInt128(Self.eight(high)) | UInt128(Self.eight(low)) << 64
    }

    /// Returns the eight digits of a number below 10^8.
    ///
    /// Lanes of 32 bits hold four digits, then of 16 bits two, then of 8 bits one. To divide, it multiplies with the
    /// reciprocal, which is exact for so few digits: 10486 / 2^20 for 1/100, 103 / 2^10 for 1/10.
    @inline(__always)
    private static func eight(_ number: UInt64) -> UInt64 {
        let fours = number / 10_000 | (number % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x7F_0000_007F
        let twos = hundreds | (fours &- 100 &* hundreds) << 16
        let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (twos &- 10 &* tens) << 8
    }

    /// How many zeros come before the first other digit.
    var leadingZeros: Int { lanes.trailingZeroBitCount / 8 }

    /// How many zeros come behind the last other digit.
    var trailingZeros: Int { lanes.leadingZeroBitCount / 8 }

    /// The digits from `index` on as ASCII, in the same order.
    func text(from index: Int) -> UInt128 {
        (lanes | 0x3030_3030_3030_3030_3030_3030_3030_3030) &>> UInt128(truncatingIfNeeded: 8 &* index)
    }
}
