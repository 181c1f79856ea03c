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

    var strengths: SignalStrengths? {
        SignalStrengths(count: count, sum: sum, sumOfSquares: sumOfSquares)
    }
}

/// The number of satellites in view, of all systems together, and the strengths of their signals.
///
/// Receivers send a series of GSV for each system, some of them only in every fifth cycle. The series since the last
/// epoch count; without any, those before.
struct SatelliteTally: Sendable {
    private struct System {
        var talker: UInt16 = 0
        var inView = 0
    }

    /// Its capacity covers all satellite systems there are.
    ///
    /// Further talkers are ignored.
    private var systems: [8 of System] = .init(repeating: System())
    private var count = 0

    /// The number of the latest complete cycle; `nil` before the first.
    private(set) var inView: Int?
    private(set) var strengths: SignalStrengths?
    private var sums = SignalSums()

    mutating func record(_ signals: SignalSums) { sums.add(signals) }

    /// Records a series of a talker: of several, which are of different signals, the largest counts.
    mutating func record(_ inView: Int, of key: SentenceKey) {
        let talker = key.talker
        for index in 0..<count where systems[index].talker == talker {
            systems[index].inView = max(systems[index].inView, inView)
            return
        }
        guard count < 8 else { return }
        systems[count] = System(talker: talker, inView: inView)
        count += 1
    }

    mutating func endEpoch() {
        strengths = sums.strengths
        sums = SignalSums()
        guard count > 0 else { return }
        var sum = 0
        for index in 0..<count { sum += systems[index].inView }
        inView = sum
        count = 0
    }
}
