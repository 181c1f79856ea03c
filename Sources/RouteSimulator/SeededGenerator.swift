/// Pseudo-random numbers that depend on nothing but a seed: SplitMix64.
///
/// Normal deviates are sums of twelve uniform ones rather than made from logarithms and cosines, because the C
/// library's mathematics may differ in the last bit from one processor to the next, and a recording made from
/// a seed has to come out the same everywhere.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates the generator of `seed`.
    package init(seed: UInt64) { state = seed }

    /// Returns 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a generator of its own for one purpose, so that drawing for another does not change its numbers.
    mutating func split() -> SeededGenerator { SeededGenerator(seed: next()) }

    /// Returns a number uniform in `0..<1`.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns a number with mean 0 and standard deviation 1, never beyond 6.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }
}
