/// A pseudo-random number generator that depends only on its seed: SplitMix64.
///
/// A normal deviate is a sum of twelve uniform ones instead of a formula with logarithms and cosines. The C library's
/// functions may differ in the last bit between processors, and a recording made from a seed must be the same
/// everywhere.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns an independent generator, so that drawing from one does not change the numbers of the other.
    mutating func split() -> SeededGenerator { SeededGenerator(seed: next()) }

    /// Returns a uniform number in `0..<1`.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns a number with mean 0 and standard deviation 1, within ±6.
    package mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }
}
