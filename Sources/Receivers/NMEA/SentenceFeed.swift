import LocationModel
import NMEA

/// Turns the sentences of a live receiver into reports.
///
/// An epoch is reported as soon as it is complete: with the sentence that ended the previous cycles, with the next
/// epoch, or when the line has been quiet for a good part of the reporting interval.
final class SentenceFeed: LiveFeed {
    /// The longest plausible step between two epochs of one delivery.
    private static let longestStep: Duration = .seconds(60)

    /// The time without bytes after which an open epoch is from before the machine slept: a quiet line ends it sooner.
    private static let longestOpen: Duration = .seconds(10)

    /// The longest delay of sentences that were overtaken on a network.
    private static let longestDelay: Duration = .seconds(10)

    private struct DecodedEpoch {
        var epoch: Epoch
        var timeOfDay: TimeOfDay?
        var arrival: MonotonicInstant
    }

    private var decoder: NMEADecoder
    private var reception = Reception()
    private var interval = ReportingInterval()
    private var lastArrival: MonotonicInstant?
    private var lastObservedAt: MonotonicInstant?
    private var lastTimeOfDay: TimeOfDay?

    /// When the first sentence of the open epoch arrived.
    private var openSince: MonotonicInstant?

    /// Creates a feed for a machine whose clock reads `clock`, which resolves week rollovers in dates.
    init(clock: UTCInstant) {
        decoder = NMEADecoder(closesPromptly: true, dates: .live(clock: clock))
    }

    var statistics: DecodeStatistics { decoder.statistics }

    var state: ReceiverState { reception.state }

    var deadline: MonotonicInstant? { .earliest(quietAt, reception.deadline) }

    func decode(_ bytes: Span<UInt8>, at now: MonotonicInstant) -> [ReceiverReport] {
        forgetOldEpoch(at: now)
        var epochs: [DecodedEpoch] = []
        var headings: [Heading] = []
        let firstArrival = openSince ?? now
        func append(_ epoch: Epoch, _ timeOfDay: TimeOfDay?) {
            // Only the first epoch can have begun in an earlier call.
            let arrival = epochs.isEmpty ? firstArrival : now
            epochs.append(DecodedEpoch(epoch: epoch, timeOfDay: timeOfDay, arrival: arrival))
        }
        decoder.decode(bytes, headings: { headings.append($0) }, append)
        lastArrival = now
        openSince = decoder.awaitsQuiet ? (epochs.isEmpty ? firstArrival : now) : nil
        var reports = self.reports(of: epochs)
        reports += headings.map { .heading($0, observedAt: now) }
        let state = reception.recordBytes(at: now, sentences: statistics.readableSentences)
        if let state { reports.append(.state(state)) }
        return reports
    }

    func checkQuiet(at now: MonotonicInstant) -> [ReceiverReport] {
        forgetOldEpoch(at: now)
        var reports: [ReceiverReport] = []
        if let quietAt, now >= quietAt { reports = flush() }
        if let state = reception.check(at: now) { reports.append(.state(state)) }
        return reports
    }

    func finish(at now: MonotonicInstant) -> [ReceiverReport] {
        forgetOldEpoch(at: now)
        return flush()
    }

    /// Drops an epoch that was open while the machine slept: it shows where the machine was before.
    private func forgetOldEpoch(at now: MonotonicInstant) {
        guard openSince != nil, let lastArrival, lastArrival.duration(to: now) > Self.longestOpen else {
            return
        }
        decoder.flush { _, _ in }
        openSince = nil
    }

    private var quietAt: MonotonicInstant? {
        guard decoder.awaitsQuiet, let lastArrival else { return nil }
        return lastArrival + interval.quiet
    }

    private func flush() -> [ReceiverReport] {
        guard let arrival = openSince else { return [] }
        var epochs: [DecodedEpoch] = []
        var headings: [Heading] = []
        func append(_ epoch: Epoch, _ timeOfDay: TimeOfDay?) {
            epochs.append(DecodedEpoch(epoch: epoch, timeOfDay: timeOfDay, arrival: arrival))
        }
        decoder.flush(headings: { headings.append($0) }, append)
        openSince = nil
        return reports(of: epochs) + headings.map { .heading($0, observedAt: arrival) }
    }

    private func reports(of epochs: [DecodedEpoch]) -> [ReceiverReport] {
        var reports: [ReceiverReport] = []
        for (decoded, observedAt) in zip(epochs, observationTimes(of: epochs)) where !isLate(decoded) {
            if let time = decoded.timeOfDay {
                if let lastTimeOfDay { interval.record(gap: lastTimeOfDay.duration(to: time)) }
                lastTimeOfDay = time
            }
            lastObservedAt = observedAt
            if let state = reception.record(decoded.epoch, at: observedAt) { reports.append(.state(state)) }
            reports.append(.epoch(decoded.epoch, observedAt: observedAt))
        }
        return reports
    }

    /// Spreads epochs that were delayed and arrive together over the time in which they were taken.
    ///
    /// Otherwise they would look like a journey that took no time.
    private func observationTimes(of epochs: [DecodedEpoch]) -> [MonotonicInstant] {
        var times = epochs.map(\.arrival)
        for index in epochs.indices.dropLast().reversed() {
            guard let time = epochs[index].timeOfDay, let next = epochs[index + 1].timeOfDay else { continue }
            let step = time.duration(to: next)
            if step <= Self.longestStep { times[index] = min(times[index], times[index + 1] - step) }
        }
        var latest = lastObservedAt
        return times.map { time in
            let time = latest.map { max($0, time) } ?? time
            latest = time
            return time
        }
    }

    /// Returns whether a fix is older than the last one, or another part of it.
    private func isLate(_ decoded: DecodedEpoch) -> Bool {
        guard case .fix = decoded.epoch, let time = decoded.timeOfDay, let lastTimeOfDay else { return false }
        return time.duration(to: lastTimeOfDay) <= Self.longestDelay
    }
}
