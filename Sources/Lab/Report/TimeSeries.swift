import LocationModel

/// The largest value in each of a bounded number of equal spans of time.
struct TimeSeries {
    static let limit = 1200

    private let start: UTCInstant
    private(set) var secondsPerBin = 1.0
    private(set) var bins: [Double?] = []

    init(start: UTCInstant) { self.start = start }

    /// Adds a value; one before the start is left out.
    mutating func add(_ value: Double, at time: UTCInstant) {
        let seconds = start.duration(to: time).inSeconds
        guard value.isFinite, seconds >= 0, seconds < 1e10 else { return }
        while seconds / secondsPerBin >= Double(Self.limit) {
            secondsPerBin *= 2
            bins = stride(from: 0, to: bins.count, by: 2).map { index in
                [bins[index], index + 1 < bins.count ? bins[index + 1] : nil].compactMap { $0 }.max()
            }
        }
        let index = Int(seconds / secondsPerBin)
        if index >= bins.count { bins += [Double?](repeating: nil, count: index + 1 - bins.count) }
        bins[index] = max(bins[index] ?? value, value)
    }

    /// Returns the value that this share of the bins does not exceed; `nil` without values.
    func quantile(_ share: Double) -> Double? {
        let sorted = bins.compactMap { $0 }.sorted()
        guard !sorted.isEmpty else { return nil }
        return sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
    }
}
