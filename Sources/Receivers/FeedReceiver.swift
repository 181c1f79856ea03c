package import LinuxSystem
package import LocationModel
import NMEA

/// A receiver that a program on this machine brings, over a stream of the service.
///
/// The program is told whether positions are wanted, so that it can switch its device on and off, and sends
/// the device's reports. Reports that nobody wants are dropped. The receiver needs no wake-up while nothing
/// is wanted.
package final class FeedReceiver: Receiver {
    /// The state of a device without a position, in the words of its program if it has any.
    package enum Statement: Hashable {
        case searching(String?)
        case absent(String?)
    }

    /// The largest difference between the time of a position and the machine's clock.
    ///
    /// An older one would move the machine back to where it was.
    private static let tolerance: Duration = .seconds(60)

    /// The shortest mean time between changes of state, other than to a fix, and the time by which they may
    /// be early.
    ///
    /// A program that comes and goes all the time must not fill the journal.
    private static let changeInterval: Duration = .seconds(3)
    private static let changesInAdvance: Duration = .seconds(60)

    /// The most reports that may wait for the loop's next turn.
    private static let reportLimit = 2000

    package let name: String
    package let feed: ReceiverFeed
    package let trusted: TrustedUsers

    package let descriptor: CInt? = nil

    /// Tells the program the demand; `nil` while none brings the feed.
    private var tell: ((ReceiverDemand?) -> Void)?
    private var hadProgram = false
    private var isOn = false
    private var demand = ReceiverDemand()
    private var statement: Statement?
    private var sentences = SentenceFeed(clock: UTCInstant(secondsSince1970: 0))

    /// The state of sentences and positions together.
    private var reception = Reception()
    private var lastFixAt: MonotonicInstant?
    private var lastObservedAt: MonotonicInstant?
    private var lastTime: UTCInstant?
    private var unreported: [ReceiverReport] = []
    private var lastState = ReceiverState.off

    /// The time up to which changes were reported in advance, and the time at which a held-back one is due.
    private var reportedUntil = MonotonicInstant.systemEpoch
    private var heldUntil: MonotonicInstant?

    package init(name: String, feed: ReceiverFeed, trusted: TrustedUsers) {
        self.name = name
        self.feed = feed
        self.trusted = trusted
    }

    // MARK: The loop

    package var nextDeadline: MonotonicInstant? {
        guard unreported.isEmpty else { return MonotonicInstant.systemEpoch }
        guard isOn else { return nil }
        guard isOpen else { return heldUntil }
        return .earliest(of: sentences.deadline, statement == nil ? reception.deadline : nil, heldUntil)
    }

    package func start(at now: Moment) {
        guard !isOn else { return }
        isOn = true
        reportedUntil = now.instant
        // A statement from the last time that the device was wanted says nothing about now.
        if case .searching = statement { statement = nil }
        begin(at: now)
        tell?(demand)
    }

    package func stop() {
        guard isOn else { return }
        (isOn, heldUntil) = (false, nil)
        unreported = []
        lastState = .off
        tell?(nil)
    }

    package func advance(at now: Moment) -> [ReceiverReport] {
        if isOn, isOpen {
            forward(sentences.checkQuiet(at: now.instant), at: now.instant)
            _ = reception.check(at: now.instant)
        }
        reportState(at: now.instant)
        defer { unreported = [] }
        return unreported
    }

    /// Changes the demand, and tells the program while positions are wanted.
    package func change(to demand: ReceiverDemand) {
        guard demand != self.demand else { return }
        self.demand = demand
        if isOn { tell?(demand) }
    }

    // MARK: The program

    package var isOpen: Bool { tell != nil }

    /// Lets a program bring the feed, and tells it which positions are wanted, now and at each change; `nil` for none.
    package func open(at now: Moment, tell: @escaping (ReceiverDemand?) -> Void) {
        self.tell = tell
        hadProgram = true
        statement = nil
        if isOn { begin(at: now) }
        tell(isOn ? demand : nil)
    }

    /// Ends the feed: its program is gone.
    package func close(at now: Moment) {
        guard isOpen else { return }
        if isOn { forward(sentences.finish(at: now.instant), at: now.instant) }
        (tell, statement) = (nil, nil)
        reportState(at: now.instant)
    }

    /// Decodes text of NMEA 0183, which may be cut anywhere.
    package func take(_ text: String, at now: Moment) {
        guard isOn, isOpen, unreported.count < Self.reportLimit else { return }
        let bytes = Array(text.utf8)
        forward(sentences.decode(bytes.span, at: now.instant), at: now.instant)
        _ = reception.recordBytes(at: now.instant, sentences: sentences.statistics.readableSentences)
        reportState(at: now.instant)
    }

    /// Records a position of `time`.
    ///
    /// - Throws: ``ReceiverProblem`` if its time is too far from the machine's clock, or no newer than the last one.
    package func take(_ fix: Fix, of time: UTCInstant, at now: Moment) throws(ReceiverProblem) {
        guard isOn, isOpen, unreported.count < Self.reportLimit else { return }
        let age = time.duration(to: now.utc)
        let seconds = age.components.seconds
        guard age <= Self.tolerance else { throw ReceiverProblem("the position is \(seconds) s old") }
        guard age >= .zero - Self.tolerance else {
            throw ReceiverProblem(
                "the time of the position is \(-seconds) s ahead of this machine's clock"
            )
        }
        // A clock that was set back does not hold up newer positions.
        if let lastTime, time <= lastTime, lastTime <= now.utc.advanced(by: Self.tolerance) {
            throw ReceiverProblem("the position is not newer than the one before")
        }
        lastTime = time
        let observedAt = now.instant - max(age, .zero)
        add(.fix(fix), observedAt: max(observedAt, lastObservedAt ?? observedAt), at: now.instant)
    }

    /// Records the program's statement about its device.
    package func take(_ statement: Statement, at now: Moment) {
        guard isOpen else { return }
        self.statement = statement
        reportState(at: now.instant)
    }

    // MARK: Reports

    private func begin(at now: Moment) {
        sentences = SentenceFeed(clock: now.utc)
        reception = Reception()
        (lastFixAt, lastObservedAt) = (nil, nil)
        if isOpen { report(.connecting(.opening), at: now.instant) }
        reportState(at: now.instant)
    }

    private func forward(_ reports: [ReceiverReport], at now: MonotonicInstant) {
        for report in reports {
            switch report {
            case .epoch(let epoch, let observedAt): add(epoch, observedAt: observedAt, at: now)
            case .heading: unreported.append(report)
            case .state: break
            }
        }
    }

    private func add(_ epoch: Epoch, observedAt: MonotonicInstant, at now: MonotonicInstant) {
        _ = reception.record(epoch, at: now)
        var epoch = epoch
        if case .fix(var fix) = epoch {
            fix.origin = feed.source == .receiver ? nil : feed.source
            epoch = .fix(fix)
            (lastFixAt, lastObservedAt, statement) = (now, observedAt, nil)
        } else if case .absent = statement {
            statement = nil
        }
        reportState(at: now)
        unreported.append(.epoch(epoch, observedAt: observedAt))
    }

    private func reportState(at now: MonotonicInstant) {
        if isOn { report(state, at: now) }
    }

    private var state: ReceiverState {
        guard isOpen else {
            let reason = hadProgram ? "the program that brought it has ended" : "no program brings it"
            return .absent(ReceiverProblem(reason), retryAt: nil)
        }
        switch statement {
        case .absent(let reason):
            return .absent(ReceiverProblem(reason ?? "its program has no device"), retryAt: nil)
        case .searching(let reason):
            return lastFixAt.map { .lost(.noPosition, lastFixAt: $0) }
                ?? .acquiring(reason.map { .searching($0) } ?? .noPosition)
        case nil: return reception.state
        }
    }

    private func report(_ state: ReceiverState, at now: MonotonicInstant) {
        heldUntil = nil
        guard state != lastState else { return }
        if state != .fixed {
            let next = max(reportedUntil, now) + Self.changeInterval
            guard next <= now + Self.changesInAdvance else {
                heldUntil = next - Self.changesInAdvance
                return
            }
            reportedUntil = next
        }
        lastState = state
        unreported.append(.state(state))
    }
}
