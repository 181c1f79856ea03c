import LocationModel

/// The sentences that a receiver sends less often than positions.
///
/// Receivers send RMC five times a second and GGA once, or GST every five seconds. What such a sentence says is joined
/// to each position for some of the sentence's own periods, so that altitude and accuracy do not come and go. A sentence
/// that comes with each position and is lost once is not replaced.
struct SlowSentences: Hashable, Sendable {
    private var details = SlowSentence<EpochDraft>()
    private var dilutions = SlowSentence<EpochDraft>()
    private var motion = SlowSentence<EpochDraft>()
    private var gst = SlowSentence<ErrorEstimate>()
    private var gbs = SlowSentence<ErrorEstimate>()
    private var stated = SlowSentence<FixAccuracy>()
    private var signals = SlowSentence<SignalStrengths>()
    private var lastTime: Int64?
    private var interval: Int64 = 1_000_000_000

    /// Adds to the sentences of a position what slower ones said, and holds what they say.
    mutating func complete(_ draft: inout EpochDraft) {
        guard let time = draft.time?.nanoseconds else { return }
        if let lastTime, lastTime != time { interval = timeStep(from: lastTime, to: time) }
        lastTime = time
        hold(draft)
        if !draft.hasDetails, let held = details.valid(at: time, interval) { draft.addDetails(of: held) }
        if !draft.hasDilutions, let held = dilutions.valid(at: time, interval) {
            draft.addDilutions(of: held)
        }
        if draft.speedMetersPerSecond == nil, let held = motion.valid(at: time, interval) {
            draft.addMotion(of: held)
        }
        draft.gst = draft.gst ?? gst.valid(at: time, interval)
        draft.gbs = draft.gbs ?? gbs.valid(at: time, interval)
        draft.statedAccuracy = draft.statedAccuracy ?? stated.valid(at: time, interval)
        draft.signals = draft.signals ?? signals.valid(at: time, interval)
    }

    mutating func hold(_ draft: EpochDraft) {
        guard let time = draft.time?.nanoseconds else { return }
        if draft.hasDetails { details.hold(draft, at: time, interval) }
        if draft.hasDilutions { dilutions.hold(draft, at: time, interval) }
        if draft.speedMetersPerSecond != nil { motion.hold(draft, at: time, interval) }
        if let estimate = draft.gst { gst.hold(estimate, at: time, interval) }
        if let estimate = draft.gbs { gbs.hold(estimate, at: time, interval) }
        if let accuracy = draft.statedAccuracy { stated.hold(accuracy, at: time, interval) }
        if let strengths = draft.signals { signals.hold(strengths, at: time, interval) }
    }
}

/// The latest sentence of one kind, and its rhythm.
private struct SlowSentence<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The number of periods for which a sentence is valid, and the longest validity.
    private static var validPeriods: Int64 { 3 }
    private static var longestValidity: Int64 { 30_000_000_000 }

    /// The latest sentence, if it is slower than positions.
    private var latest: Value?
    private var last: Int64?

    /// The time between the last two; zero if it is unknown or too long.
    private var period: Int64 = 0

    mutating func hold(_ value: Value, at time: Int64, _ interval: Int64) {
        if let last, last != time {
            let step = timeStep(from: last, to: time)
            period = step <= Self.longestValidity ? step : 0
        }
        last = time
        latest = isSlow(interval) ? value : nil
    }

    /// Returns the sentence if it is slower than positions with this interval, and still valid.
    func valid(at time: Int64, _ interval: Int64) -> Value? {
        guard let latest, let last, isSlow(interval),
            timeStep(from: last, to: time) <= min(period * Self.validPeriods, Self.longestValidity)
        else { return nil }
        return latest
    }

    private func isSlow(_ interval: Int64) -> Bool { period > 0 && period >= interval + interval / 2 }
}
