package import LocationModel

/// A driver that runs an engine through virtual time and stops at every deadline.
///
/// It replays recordings and runs tests; the engine is the same as in the daemon.
package struct Simulation {
    package struct Outcome: Hashable {
        package let moment: Moment

        package let effect: Effect
    }

    package private(set) var engine: Engine
    package private(set) var now: Moment

    /// The effects since the start, or since they were last drained.
    package private(set) var outcomes: [Outcome] = []

    package init(
        settings: EngineSettings = EngineSettings(),
        state: SavedState = SavedState(),
        receiverNames: [String] = ["simulation"],
        receiverRanks: [Int] = [],
        at now: Moment
    ) {
        self.now = now
        engine = Engine(
            settings: settings,
            state: state,
            receiverNames: receiverNames,
            receiverRanks: receiverRanks,
            at: now
        )
        // As the service does: what was saved may need receivers at once.
        send(.deadlineReached)
    }

    package mutating func send(_ event: Event) {
        outcomes += engine.handle(event, at: now).map { Outcome(moment: now, effect: $0) }
        // What one turn leaves to the next is due at the same moment.
        if engine.hasMoreToTell { send(.deadlineReached) }
    }

    package mutating func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Advances both clocks to `moment`, calling the engine at each of its deadlines, and where the wall clock jumps.
    package mutating func advance(to moment: Moment) {
        while let deadline = engine.nextDeadline, deadline <= moment.instant {
            // A deadline in the past, or one that the engine renews at each call, must not stop time.
            let next = max(deadline, now.instant)
            now = now.advanced(by: now.instant.duration(to: next))
            send(.deadlineReached)
            guard engine.nextDeadline.map({ $0 > next }) ?? true else { break }
        }
        let isDue = engine.nextDeadline.map { $0 <= moment.instant } ?? false
        let clockJumps = now.advanced(by: now.instant.duration(to: moment.instant)) != moment
        now = moment
        if isDue || clockJumps { send(.deadlineReached) } else { engine.setPresent(now) }
    }

    /// Advances both clocks to `moment` without calling the engine, as while the machine is suspended.
    package mutating func skip(to moment: Moment) { now = moment }

    package mutating func drainOutcomes() -> [Outcome] {
        defer { outcomes = [] }
        return outcomes
    }

    package var decisions: [JournalEntry] {
        outcomes.compactMap { if case .record(let entry) = $0.effect { entry } else { nil } }
    }
}
