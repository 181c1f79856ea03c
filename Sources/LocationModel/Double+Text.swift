extension Int {
    /// Returns the number with leading zeros, of at least `width` digits.
    package func text(width: Int) -> String {
        let digits = String(magnitude)
        let zeros = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count))
        return (self < 0 ? "-" : "") + zeros + digits
    }
}

extension Double {
    /// Returns the number with `places` decimals, in `0...15`, rounded to nearest with ties away from zero.
    ///
    /// Trailing zeros may be left out, except the first decimal. The text is `description` if the value is
    /// not finite, is too large for a `Double` to hold that many decimals, or would become zero without its
    /// zeros.
    package func text(places: Int, leavesOutZeros: Bool = false) -> String {
        let power = (0..<places).reduce(1) { product, _ in product * 10 }
        guard let scaled = magnitude.scaled(by: Double(power)), scaled > 0 || !leavesOutZeros || self == 0
        else { return description }
        let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: power)
        var text = (self < 0 && scaled > 0 ? "-" : "") + String(whole)
        if places > 0 { text += "." + fraction.text(width: places) }
        while leavesOutZeros, places > 0, text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
        return text
    }

    /// Returns the number with at most `places` decimals, in `1...15`; from 10^13 on, its `description`.
    package func text(upTo places: Int) -> String {
        guard magnitude < 1e13 else { return description }
        var decimals = text(places: places)
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return decimals.hasSuffix(".") ? String(decimals.dropLast()) : decimals
    }

    /// Returns this number times a power of ten, rounded to a whole number; the number must not be negative.
    ///
    /// - Returns: `nil` for NaN and if the result has more digits than a `Double` holds.
    private func scaled(by power: Double) -> Int? {
        let product = self * power
        guard product < 0x1p52 else { return nil }
        let whole = Int(product)
        let rest = product - Double(whole)
        // The product is itself rounded, and may have been rounded up to the tie.
        let isUp = rest > 0.5 || rest == 0.5 && (-product).addingProduct(self, power) >= 0
        return whole + (isUp ? 1 : 0)
    }
}
