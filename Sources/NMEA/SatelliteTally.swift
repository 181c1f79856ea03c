import LocationModel

/// The number of signals, and what their strengths add up to.
package struct SignalSums: Hashable, Sendable {
    private(set) var count = 0
    private var sum = 0.0
    private var sumOfSquares = 0.0

    mutating func add(_ decibels: Double) {
        count += 1
        sum += decibels
        sumOfSquares += decibels * decibels
    }

    mutating func add(_ other: SignalSums) {
        count += other.count
        sum += other.sum
        sumOfSquares += other.sumOfSquares
    }

    /// The strengths; `nil` without any signal.
    var strengths: SignalStrengths? {
        guard count > 0 else { return nil }
        let mean = sum / Double(count)
        let variance = max(0, sumOfSquares / Double(count) - mean * mean)
        return SignalStrengths(count: count, meanDecibels: mean, spreadDecibels: variance.squareRoot())
    }
}

/// The number of satellites in view, of all systems together, and the strengths of their signals.
///
/// Receivers send a series of GSV for each system, some of them only in every fifth cycle. The series since the last
/// epoch count; without any, those before.
struct SatelliteTally: Sendable {
    /// The number of the latest complete cycle; `nil` before the first.
    private(set) var inView: Int?
    private(set) var strengths: SignalStrengths?

    /// The satellites in view of each talker's system; there are few talkers, because each is two letters or digits.
    private var systems: [UInt16: Int] = [:]
    private var sums = SignalSums()

    /// Records a sentence of a series: of several series of a talker, which are of different signals, the largest counts.
    mutating func record(_ gsv: GSV, of talker: UInt16) {
        sums.add(gsv.strengths)
        if let inView = gsv.inView { systems[talker] = max(systems[talker] ?? 0, inView) }
    }

    mutating func endEpoch() {
        strengths = sums.strengths
        sums = SignalSums()
        guard !systems.isEmpty else { return }
        inView = systems.values.reduce(0, +)
        systems.removeAll(keepingCapacity: true)
    }
}
