/// The sixteen decimal digits of a number, one in each byte, the first in the lowest.
///
/// All eight digits of a half are computed at once, in lanes of one word, so that no digit waits for another.
struct SixteenDigits {
    static let count = 16

    /// The digits as values from 0 to 9, not characters.
    private let lanes: UInt128

    /// Splits a number below 10^16 into its digits.
    @inline(__always)
    init(_ number: UInt64) {
        precondition(number < 10_000_000_000_000_000)
        let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
        lanes = UInt128(Self.eight(high)) | UInt128(Self.eight(low)) << 64
    }

    /// Returns the eight digits of a number below 10^8.
    ///
    /// Lanes of 32 bits first hold four digits each, then lanes of 16 bits two, then lanes of 8 bits one. Division is a
    /// multiplication by the reciprocal, which is exact for so few digits: 10486 / 2^20 for 1/100, 103 / 2^10 for 1/10.
    @inline(__always)
    private static func eight(_ number: UInt64) -> UInt64 {
        let fours = number / 10_000 | (number % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x7F_0000_007F
        let twos = hundreds | (fours &- 100 &* hundreds) << 16
        let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (twos &- 10 &* tens) << 8
    }

    /// The number of zeros before the first other digit.
    var leadingZeros: Int { lanes.trailingZeroBitCount / 8 }

    /// The number of zeros after the last other digit.
    var trailingZeros: Int { lanes.leadingZeroBitCount / 8 }

    /// Returns the digits from `index` on as ASCII, in the same order.
    func text(from index: Int) -> UInt128 {
        (lanes | 0x3030_3030_3030_3030_3030_3030_3030_3030) &>> UInt128(truncatingIfNeeded: 8 &* index)
    }
}
