import Glibc

/// The output of the benchmarks, printed line by line.
struct Report {
    func section(_ title: String) { put("\n\(title)\n") }

    func figure(_ name: String, _ value: Double, _ unit: String, range: ClosedRange<Double>? = nil) {
        let bounds = range.map { "\(number($0.lowerBound)) to \(number($0.upperBound))" } ?? ""
        put("  \(padded(name, 58))\(right(number(value), 13)) \(padded(unit, 16))\(bounds)\n")
    }

    /// Prints a rate per second.
    func rate(_ name: String, of count: Int, in time: Spread, _ unit: String) {
        let count = Double(count)
        figure(name, count / time.median, unit, range: (count / time.greatest)...(count / time.least))
    }

    func note(_ text: String) { put("  \(text)\n") }

    private func put(_ text: String) {
        // Bypasses the buffers of standard output, so that it appears at once.
        let bytes = Array(text.utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    private func number(_ value: Double) -> String {
        guard value < 1000 else {
            var digits = Array(String(Int(value.rounded())))
            for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(" ", at: place) }
            return String(digits)
        }
        let scale = value < 10 ? 100.0 : 10.0
        return String((value * scale).rounded() / scale)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
