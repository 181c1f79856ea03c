import LocationModel
import NMEA

/// Turns the bytes of a live receiver into what it reports, whatever they came through.
///
/// An epoch leaves as soon as it is known to be complete: with the sentence that ended the last ones, with the next
/// epoch, or when the line has been quiet for a good part of the receiver's interval. Time is a parameter.
struct SentenceFeed {
    /// The part of an interval that has to be quiet.
    private static let quietPart = 0.3
    private static let shortestQuiet: Duration = .milliseconds(20)
    private static let longestQuiet: Duration = .milliseconds(500)

    /// The time between epochs that nearly all receivers have unless told otherwise.
    private static let usualInterval: Duration = .seconds(1)

    private static let day: Duration = .seconds(86_400)

    /// Steps between epochs of which one can be an interval; more is a gap, less is out of order.
    private static let intervals: ClosedRange<Duration> = .milliseconds(20) ... .seconds(10)

    /// The longest step back from the last epoch of a delivery to the one before it that is believed.
    private static let longestStep: Duration = .seconds(60)

    /// As far behind as sentences that overtook each other on a network can come.
    private static let longestDelay: Duration = .seconds(10)

    private struct Found {
        var epoch: Epoch
        var timeOfDay: TimeOfDay?
        var arrival: MonotonicInstant
    }

    private var decoder: NMEADecoder
    private var reception = Reception()
    private var interval = usualInterval
    private var lastArrival: MonotonicInstant?
    private var lastObservedAt: MonotonicInstant?
    private var lastTimeOfDay: TimeOfDay?

    /// When the first sentence of the open epoch arrived.
    private var openSince: MonotonicInstant?

    /// Begins with a receiver on a machine whose clock says `clock`: dates that are whole rollovers off are moved there.
    init(clock: UTCInstant) {
        decoder = NMEADecoder(closesPromptly: true, dates: .live(clock: clock))
    }

    /// What has been met so far.
    var statistics: DecodeStatistics { decoder.statistics }

    /// Whether there is a position: acquiring, fixed, lost.
    var state: ReceiverState { reception.state }

    /// When ``settle(at:)`` may have something to give.
    var deadline: MonotonicInstant? { [quietAt, reception.deadline].compactMap(\.self).min() }

    /// Takes in what has arrived.
    mutating func take(_ bytes: Span<UInt8>, at now: MonotonicInstant) -> [ReceiverReport] {
        var found: [Found] = []
        var headings: [Heading] = []
        let firstArrival = openSince ?? now
        func take(_ epoch: Epoch, _ timeOfDay: TimeOfDay?) {
            // Only the first can have begun before.
            let arrival = found.isEmpty ? firstArrival : now
            found.append(Found(epoch: epoch, timeOfDay: timeOfDay, arrival: arrival))
        }
        decoder.decode(bytes, headings: { headings.append($0) }, take)
        lastArrival = now
        openSince = decoder.hasOpenEpoch ? (found.isEmpty ? firstArrival : now) : nil
        var reports = self.reports(of: found)
        reports += headings.map { .heading($0, observedAt: now) }
        if let state = reception.hear(at: now) { reports.append(.state(state)) }
        return reports
    }

    /// Returns what a quiet line shows to be complete, and what silence makes of the state.
    mutating func settle(at now: MonotonicInstant) -> [ReceiverReport] {
        var reports: [ReceiverReport] = []
        if let quietAt, now >= quietAt { reports = flushed() }
        if let state = reception.check(at: now) { reports.append(.state(state)) }
        return reports
    }

    /// Returns what is left at the end.
    mutating func finish() -> [ReceiverReport] { flushed() }

    private var quietAt: MonotonicInstant? {
        guard decoder.hasOpenEpoch, let lastArrival else { return nil }
        return lastArrival + min(max(interval * Self.quietPart, Self.shortestQuiet), Self.longestQuiet)
    }

    private mutating func flushed() -> [ReceiverReport] {
        guard let arrival = openSince else { return [] }
        var found: [Found] = []
        decoder.flushTimed { found.append(Found(epoch: $0, timeOfDay: $1, arrival: arrival)) }
        openSince = nil
        return reports(of: found)
    }

    private mutating func reports(of found: [Found]) -> [ReceiverReport] {
        var reports: [ReceiverReport] = []
        for (found, observedAt) in zip(found, observationTimes(of: found)) where !isLate(found) {
            learnInterval(to: found.timeOfDay)
            lastObservedAt = observedAt
            if let state = reception.take(found.epoch, at: observedAt) { reports.append(.state(state)) }
            reports.append(.epoch(found.epoch, observedAt: observedAt))
        }
        return reports
    }

    /// Spreads epochs that were held up on the way and arrive together over the time in which they were made.
    ///
    /// They would look like a journey in no time otherwise.
    private func observationTimes(of found: [Found]) -> [MonotonicInstant] {
        var times = found.map(\.arrival)
        for index in found.indices.dropLast().reversed() {
            guard let time = found[index].timeOfDay, let next = found[index + 1].timeOfDay else { continue }
            let step = Self.step(from: time, to: next)
            if step <= Self.longestStep { times[index] = min(times[index], times[index + 1] - step) }
        }
        var latest = lastObservedAt
        return times.map { time in
            let time = latest.map { max($0, time) } ?? time
            latest = time
            return time
        }
    }

    /// Tells whether a fix is one of the past, or another part of the last one.
    private func isLate(_ found: Found) -> Bool {
        guard case .fix = found.epoch, let time = found.timeOfDay, let lastTimeOfDay else { return false }
        return Self.step(from: time, to: lastTimeOfDay) <= Self.longestDelay
    }

    private mutating func learnInterval(to time: TimeOfDay?) {
        defer { lastTimeOfDay = time ?? lastTimeOfDay }
        guard let lastTimeOfDay, let time else { return }
        let step = Self.step(from: lastTimeOfDay, to: time)
        if Self.intervals.contains(step) { interval = step }
    }

    /// Returns the time from one time of day to a later one, past midnight where it looks earlier.
    private static func step(from first: TimeOfDay, to second: TimeOfDay) -> Duration {
        let step = Duration.nanoseconds(second.nanoseconds - first.nanoseconds)
        return step < .zero ? step + day : step
    }
}
