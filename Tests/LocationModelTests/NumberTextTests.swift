import Glibc
import LocationModel
import Testing

@Suite("The text of a number")
struct NumberTextTests {
    private func printed(_ value: Double, places: Int) -> String {
        var bytes = [CChar](repeating: 0, count: 2048)
        let count = withVaList([CInt(places), value]) { vsnprintf(&bytes, bytes.count, "%.*f", $0) }
        return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func withoutZeros(_ text: String) -> String {
        guard text.contains(".") else { return text }
        var text = text
        while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
        return text
    }

    private func text(_ value: Double, places: Int, leavesOutZeros: Bool = false) -> String {
        value.text(places: places, leavesOutZeros: leavesOutZeros)
    }

    @Test(
        "has the requested number of decimals",
        arguments: [
            (0, 3, "0.000"), (-0.0, 2, "0.00"), (-7, 1, "-7.0"), (0.05, 2, "0.05"), (-0.004, 2, "0.00"),
            (0.5, 0, "1"), (2.5, 0, "3"), (-2.5, 0, "-3"), (9.9999999996, 9, "10.000000000"),
            (0.125, 2, "0.13"), (-99.9375, 3, "-99.938"), (9.5, 0, "10"), (-0.5, 0, "-1"),
            // 2.675 and 10.45 are slightly smaller than written, although their products with 100 and 10 are not.
            (2.675, 2, "2.67"), (10.45, 1, "10.4"), (450_359_962_737.049, 4, "450359962737.0490"),
        ] as [(Double, Int, String)]
    )
    func digits(value: Double, places: Int, expected: String) {
        #expect(text(value, places: places) == expected)
    }

    @Test(
        "omits trailing zeros, but never becomes zero if it is not",
        arguments: [
            (282, 4, "282.0"), (-0.0, 4, "0.0"), (43.05, 4, "43.05"), (7, 0, "7"), (1e-4, 4, "0.0001"),
            (1e-5, 4, "1e-05"), (-1e-12, 9, "-1e-12"),
        ] as [(Double, Int, String)]
    )
    func trimmed(value: Double, places: Int, expected: String) {
        #expect(text(value, places: places, leavesOutZeros: true) == expected)
    }

    @Test("equals that of the C library, except for ties")
    func random() {
        var generator = SystemRandomNumberGenerator()
        for round in 0..<2000 {
            let places = Int.random(in: 0...9, using: &generator)
            var value = Double.random(in: -1...1, using: &generator)
            switch round % 3 {
            case 0: value *= 180
            // Any magnitude that still has decimals.
            case 1:
                let exponent = Int.random(in: -40...20, using: &generator)
                value = Double(sign: .plus, exponent: exponent, significand: value)
            // Short decimals, and the ties between them.
            default: value = (value * 1e7).rounded() / pow(10, Double(places + 1))
            }
            let tail = printed(value.magnitude, places: 1100).drop { $0 != "." }.dropFirst(places + 1)
            // The C library rounds these to an even digit.
            if tail.first == "5", tail.dropFirst().allSatisfy({ $0 == "0" }) { continue }
            let told = printed(value, places: places)
            let isZero = strtod(told, nil) == 0
            let expected = isZero && told.hasPrefix("-") ? String(told.dropFirst()) : told
            #expect(text(value, places: places) == expected, "\(value) with \(places)")
            if !isZero || value == 0 {
                #expect(text(value, places: places, leavesOutZeros: true) == withoutZeros(expected))
            }
        }
    }

    @Test(
        "has at most so many decimals where it is shown to people",
        arguments: [
            (0.25, 1, "0.3"), (-0.04, 1, "0"), (-12.5, 1, "-12.5"), (1200, 1, "1200"), (0.05, 2, "0.05"),
            (7.999, 2, "8"), (1e20, 2, "1e+20"), (-1.5e300, 1, "-1.5e+300"),
        ]
    )
    func shown(_ value: Double, _ places: Int, _ expected: String) {
        #expect(value.text(upTo: places) == expected)
    }
}
