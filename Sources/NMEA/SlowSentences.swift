import LocationModel

/// The sentences that a receiver sends less often than positions.
///
/// Receivers send RMC five times a second and GGA once, or GST every five seconds. What such a sentence says is joined
/// to each position for some of the sentence's own periods, so that altitude and accuracy do not come and go. A sentence
/// that comes with each position and is lost once is not replaced.
struct SlowSentences: Sendable {
    private var details = SlowSentence<EpochDraft.Details>()
    private var dilutions = SlowSentence<GSA>()
    private var motion = SlowSentence<VTG>()
    private var gst = SlowSentence<FixAccuracy>()
    private var gbs = SlowSentence<FixAccuracy>()
    private var stated = SlowSentence<FixAccuracy>()
    private var signals = SlowSentence<SignalStrengths>()
    private var lastTime: Int64?
    private var interval: Int64 = 1_000_000_000

    /// Adds to the sentences of a position what slower ones said, and holds what they say.
    mutating func complete(_ draft: inout EpochDraft) {
        guard let time = draft.time?.nanoseconds else { return }
        if let lastTime, lastTime != time { interval = timeStep(from: lastTime, to: time) }
        lastTime = time
        exchange(&draft, at: time)
    }

    /// Holds what sentences said that came too late for their epoch.
    mutating func hold(_ late: EpochDraft) {
        guard let time = late.time?.nanoseconds else { return }
        var late = late
        exchange(&late, at: time)
    }

    private mutating func exchange(_ draft: inout EpochDraft, at time: Int64) {
        details.exchange(&draft.details, at: time, interval)
        dilutions.exchange(&draft.dilutions, at: time, interval)
        motion.exchange(&draft.motion, at: time, interval)
        gst.exchange(&draft.gst, at: time, interval)
        gbs.exchange(&draft.gbs, at: time, interval)
        stated.exchange(&draft.statedAccuracy, at: time, interval)
        signals.exchange(&draft.signals, at: time, interval)
    }
}

/// The latest sentence of one kind, and its rhythm.
private struct SlowSentence<Value: Sendable>: Sendable {
    /// The number of periods for which a sentence is valid, and the longest validity.
    private static var validPeriods: Int64 { 3 }
    private static var longestValidity: Int64 { 30_000_000_000 }

    /// The latest sentence, if it is slower than positions.
    private var latest: Value?
    private var last: Int64?

    /// The time between the last two; zero if it is unknown or too long.
    private var period: Int64 = 0

    /// Holds a value, or adds the held one where there is none, if that is slower than positions and still valid.
    mutating func exchange(_ value: inout Value?, at time: Int64, _ interval: Int64) {
        guard value == nil else { return hold(value, at: time, interval) }
        guard let last, isSlow(interval),
            timeStep(from: last, to: time) <= min(period * Self.validPeriods, Self.longestValidity)
        else { return }
        value = latest
    }

    private mutating func hold(_ value: Value?, at time: Int64, _ interval: Int64) {
        if let last, last != time {
            let step = timeStep(from: last, to: time)
            period = step <= Self.longestValidity ? step : 0
        }
        last = time
        latest = isSlow(interval) ? value : nil
    }

    private func isSlow(_ interval: Int64) -> Bool { period > 0 && period >= interval + interval / 2 }
}
