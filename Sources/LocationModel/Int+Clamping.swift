extension Int {
    /// Creates an integer from the whole part of any number, such as one that another program states.
    ///
    /// - Parameter number: The number, clamped to the range of `Int`; NaN counts as zero.
    package init(clamping number: Double) {
        // The greatest `Double` in the range; the next one is 2^63.
        let greatest = 9_223_372_036_854_774_784.0
        self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -greatest), greatest))
    }
}
