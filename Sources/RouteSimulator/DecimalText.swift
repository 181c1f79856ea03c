/// Returns `value` in decimal with so many digits after the point, and at least `width` before it.
func decimalText(_ value: Double, fraction digits: Int, width: Int = 1) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((value.magnitude * scale).rounded())
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return sign + padded(scaled, width) }
    return sign + padded(scaled / Int(scale), width) + "." + padded(scaled % Int(scale), digits)
}

/// Returns `number`, which is not negative, with zeros in front to make it `width` digits long.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
