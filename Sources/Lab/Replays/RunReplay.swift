package import LocationModel
package import WaymarkEngine

/// A replay of a recorded run on this program's engine.
///
/// It is fed line by line, and compares each decision of the engine with the recorded one. A recording may end between
/// an event and its decisions, and so may the part before a gap or another start. What is missing there is no difference.
package struct RunReplay {
    package enum Step {
        case decision(JournalEntry)
        case fix(Fix, Moment)

        /// The engine starts from the state that was recorded at this moment.
        case started(Moment)

        /// The decisions differ from here on, in a run that was recorded from its start.
        case differs(Difference)
    }

    /// A decision that the recording and the replay do not have in common.
    package struct Difference: Hashable, Sendable {
        /// The number of the line in the file, from 1.
        package let line: Int
        package let moment: Moment
        package let recorded: RecordedDecision?

        /// The decision of the replay; `nil` if it made none there.
        package let replayed: RecordedDecision?
    }

    package struct Counts: Hashable, Sendable {
        package var starts = 0
        package var events = 0
        package var equalDecisions = 0
        package var differences = 0

        /// The differences in runs whose record begins in the middle, which may follow from what it lacks.
        package var unexplained = 0
    }

    /// The answers of providers so far; `nil` if they are not noted.
    package private(set) var habits: ProviderHabits?
    package private(set) var counts = Counts()
    package private(set) var period: (first: Moment, last: Moment)?

    private var number = 0
    private var engine: Engine?

    /// Whether the record has all that the engine knew at the start.
    private var isWhole = true

    /// The replay's decisions at the latest event that the recording has yet to confirm, in reverse order.
    private var unconfirmed: [RecordedDecision] = []

    /// Creates a replay that waits for the first line.
    ///
    /// With `notingHabits` it keeps the providers' answers, for an ``AlteredRun``.
    package init(notingHabits: Bool = false) {
        if notingHabits { habits = ProviderHabits() }
    }

    /// Replays a line and reports what happened at it; `number` is its place in the file, from 1.
    package mutating func replay(_ line: RunLine, number: Int, _ report: (Step) -> Void) {
        self.number = number
        switch line {
        case .run: break
        case .start(let start, let now):
            unconfirmed = []
            engine = start.engine(at: now)
            isWhole = start.isWhole
            counts.starts += 1
            pass(to: now)
            report(.started(now))
        case .gap:
            unconfirmed = []
            engine = nil
        case .event(let event, let now):
            if case .receiverReported(_, .epoch(.fix(let fix), _)) = event { report(.fix(fix, now)) }
            handle(event, at: now, report)
        case .decision(let recorded): compare(recorded, report)
        }
    }

    private mutating func handle(_ event: Event, at now: Moment, _ report: (Step) -> Void) {
        // The recording does not have these.
        while let replayed = unconfirmed.popLast() { differ(nil, replayed, report) }
        // Nothing is known of the engine after a gap.
        guard engine != nil else { return }
        pass(to: now)
        counts.events += 1
        let effects = engine?.handle(event, at: now) ?? []
        habits?.note(event, effects, at: now.instant)
        for case .record(let entry) in effects {
            unconfirmed.append(RecordedDecision(entry))
            report(.decision(entry))
        }
        unconfirmed.reverse()
    }

    private mutating func compare(_ recorded: RecordedDecision, _ report: (Step) -> Void) {
        guard engine != nil else { return }
        let replayed = unconfirmed.popLast()
        if let replayed, replayed.about == recorded.about, replayed.name == recorded.name,
            replayed.text == recorded.text, !isWhole || replayed.number == recorded.number
        {
            counts.equalDecisions += 1
        } else {
            differ(recorded, replayed, report)
        }
    }

    private mutating func differ(
        _ recorded: RecordedDecision?,
        _ replayed: RecordedDecision?,
        _ report: (Step) -> Void
    ) {
        guard isWhole else {
            counts.unexplained += 1
            return
        }
        counts.differences += 1
        guard let moment = period?.last else { return }
        report(.differs(Difference(line: number, moment: moment, recorded: recorded, replayed: replayed)))
    }

    private mutating func pass(to now: Moment) { period = (period?.first ?? now, now) }
}
