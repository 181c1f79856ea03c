package import LocationModel

/// A receiver that plays a recording.
///
/// The first epoch is reported at the start, and each further one after the recorded interval divided by the pace.
/// Observation times advance by the recorded intervals at any pace, except that in real time, where a person waits, a gap
/// of more than an hour is played as a minute.
///
/// While the receiver is stopped the recording stands still. Started again, it continues at once with the
/// next epoch. A recording that has ended stays ended. A looping recording starts again a minute after its
/// last epoch, the pause of any step back in time.
package final class RecordingReceiver: Receiver {
    /// The number of epochs reported at each call, so that an unlimited pace cannot block the loop.
    private static let epochsPerCall = 64

    /// The longest gap that is played in real time.
    private static let longestWait: Duration = .seconds(3600)

    private enum Phase {
        case off
        case playing
        case over
    }

    /// The next epoch, read but not yet due.
    private struct Upcoming {
        var recorded: RecordedEpoch
        var due: MonotonicInstant
        var observedAt: MonotonicInstant
    }

    package let name: String
    private let pace: PlaybackPace
    private let loops: Bool

    private let say: (String) -> Void

    private var file: RecordingFile
    private var phase = Phase.off
    private var hasEnded = false
    private var hasHadEpochs = false
    private var intervals = RecordedIntervals()
    private var reception = Reception()
    private var upcoming: Upcoming?
    private var unreported: [ReceiverReport] = []

    /// The due time and the observation time of the last epoch.
    private var lastDue: MonotonicInstant = MonotonicInstant.systemEpoch
    private var lastObservedAt: MonotonicInstant?

    /// Creates an idle receiver; `-` is standard input, which blocks until it has bytes.
    ///
    /// It plays the formats of receivers, of gpsd's tools, and of `foreign`. `say` gets remarks for a person.
    package init(
        name: String,
        path: String,
        pace: PlaybackPace = .realTime,
        loops: Bool = false,
        foreign: [any TrackFormat.Type] = [],
        say: @escaping (String) -> Void = { _ in }
    ) {
        self.say = say
        self.name = name
        self.pace = pace
        self.loops = loops
        file = RecordingFile(path: path, foreign: foreign)
    }

    /// The share of the recording that has been read, from 0 to 1; `nil` if its length is not known.
    package var readShare: Double? { file.readShare }

    /// Returns the time of the first fix that has one, before the receiver is started; `nil` if no fix has one.
    package func firstTime() throws(ReceiverProblem) -> UTCInstant? {
        try file.open()
        defer { file.close() }
        return try file.firstTime()
    }

    package static func check(path: String) throws(ReceiverProblem) {
        var file = RecordingFile(path: path)
        try file.open()
        _ = try file.next()
    }

    package var descriptor: CInt? { nil }

    package var nextDeadline: MonotonicInstant? {
        guard unreported.isEmpty else { return lastDue }
        guard phase == .playing else { return nil }
        guard let upcoming else { return lastDue }
        return min(upcoming.due, lossDue(before: upcoming) ?? upcoming.due)
    }

    package func start(at now: Moment) {
        guard phase == .off else { return }
        lastDue = now.instant
        guard !hasEnded else {
            phase = .over
            unreported = [.state(.ended)]
            return
        }
        do throws(ReceiverProblem) {
            try file.open()
            phase = .playing
            reception = Reception()
            unreported = [.state(reception.state)]
            // An epoch that waited while the receiver was stopped would look old with an observation time
            // behind the clock.
            if let observedAt = upcoming?.observedAt {
                upcoming?.due = now.instant
                upcoming?.observedAt = max(observedAt, now.instant)
            }
        } catch {
            end(because: error)
        }
    }

    package func stop() {
        file.close()
        phase = .off
        unreported = []
    }

    package func advance(at now: Moment) -> [ReceiverReport] {
        do throws(ReceiverProblem) {
            for _ in 0..<Self.epochsPerCall where phase == .playing {
                guard let next = try upcomingEpoch() else { break }
                if let lossDue = lossDue(before: next), lossDue <= now.instant,
                    let state = reception.deadline.flatMap({ reception.check(at: $0) })
                {
                    unreported.append(.state(state))
                }
                guard next.due <= now.instant else { break }
                play(next)
            }
        } catch {
            end(because: error)
        }
        defer { unreported = [] }
        return unreported
    }

    private func play(_ next: Upcoming) {
        upcoming = nil
        lastDue = next.due
        lastObservedAt = next.observedAt
        if let state = reception.record(next.recorded.epoch, at: next.due, observedAt: next.observedAt) {
            unreported.append(.state(state))
        }
        unreported += next.recorded.headings.map { .heading($0, observedAt: next.observedAt) }
        unreported.append(.epoch(next.recorded.epoch, observedAt: next.observedAt))
    }

    /// Returns the next epoch with its times; `nil` if there is none, or none was found yet.
    private func upcomingEpoch() throws(ReceiverProblem) -> Upcoming? {
        if let upcoming { return upcoming }
        guard let recorded = try file.next() else {
            if file.isAtEnd { try endFile() }
            return nil
        }
        hasHadEpochs = true
        let interval = waited(intervals.interval(to: recorded), before: recorded.epoch)
        let next = Upcoming(
            recorded: recorded,
            due: lastDue + pace.wait(for: interval),
            observedAt: lastObservedAt.map { $0 + interval } ?? lastDue
        )
        upcoming = next
        return next
    }

    private func endFile() throws(ReceiverProblem) {
        guard hasHadEpochs else { throw file.problem(file.form?.withoutEpochs ?? "It is empty") }
        if let remark = file.remark { say(file.problem(remark).description) }
        if loops {
            file.rewind()
            intervals = RecordedIntervals(after: RecordedIntervals.betweenSessions)
        } else {
            hasEnded = true
            phase = .over
            file.close()
            unreported.append(.state(.ended))
        }
    }

    /// Shortens a long gap in real time, for which a person would wait, and says so.
    private func waited(_ interval: Duration, before epoch: Epoch) -> Duration {
        guard pace == .realTime, interval > Self.longestWait else { return interval }
        let minutes = interval.components.seconds / 60
        let end = epoch.time.map { " before \($0)" } ?? ""
        say(
            file.problem("a gap of \(minutes / 60) h \(minutes % 60) min\(end) is played as a minute")
                .description
        )
        return RecordedIntervals.betweenSessions
    }

    /// Returns when the silence before the next epoch is long enough for the receiver to be lost.
    private func lossDue(before next: Upcoming) -> MonotonicInstant? {
        guard let lossObservedAt = reception.deadline, let lastObservedAt, lossObservedAt < next.observedAt
        else { return nil }
        return lastDue + pace.wait(for: lossObservedAt - lastObservedAt)
    }

    private func end(because problem: ReceiverProblem) {
        phase = .over
        file.close()
        unreported.append(.state(.absent(problem, retryAt: nil)))
    }
}
