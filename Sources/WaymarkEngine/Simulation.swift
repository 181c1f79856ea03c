package import LocationModel

/// Drives an engine through virtual time, stopping at every deadline on the way.
///
/// It is what replays a recording and what tests run on; the engine is the same as in the daemon.
package struct Simulation {
    /// An effect with the moment at which it came about.
    package struct Outcome: Hashable {
        /// When.
        package let moment: Moment

        /// What.
        package let effect: Effect
    }

    /// The engine.
    package private(set) var engine: Engine

    /// The present.
    package private(set) var now: Moment

    /// What has come about since the start, or since it was last taken.
    package private(set) var outcomes: [Outcome] = []

    /// Begins at a moment.
    package init(
        settings: EngineSettings = EngineSettings(),
        state: SavedState = SavedState(),
        receiverNames: [String] = ["simulation"],
        at now: Moment
    ) {
        self.now = now
        engine = Engine(settings: settings, state: state, receiverNames: receiverNames, at: now)
    }

    /// Lets an event happen now.
    package mutating func send(_ event: Event) {
        outcomes += engine.handle(event, at: now).map { Outcome(moment: now, effect: $0) }
    }

    /// Lets time pass on both clocks.
    package mutating func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Lets time pass until `moment`, calling the engine at each of its deadlines.
    package mutating func advance(to moment: Moment) {
        while let deadline = engine.nextDeadline, deadline < moment.instant {
            // A deadline that has passed, or that the engine sets anew at each call, must not stop time.
            let next = max(deadline, now.instant)
            now = now.advanced(by: now.instant.duration(to: next))
            send(.deadlineReached)
            guard engine.nextDeadline.map({ $0 > next }) ?? true else { break }
        }
        now = moment
        send(.deadlineReached)
    }

    /// Returns what has come about so far, and forgets it.
    package mutating func drainOutcomes() -> [Outcome] {
        defer { outcomes = [] }
        return outcomes
    }

    /// The decisions among what has come about.
    package var decisions: [JournalEntry] {
        outcomes.compactMap { if case .record(let entry) = $0.effect { entry } else { nil } }
    }
}
