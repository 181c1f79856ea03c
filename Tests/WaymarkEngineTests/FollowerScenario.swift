import LocationModel
import WaymarkEngine

extension Scenario {
    mutating func follow(
        _ request: FollowRequest = FollowRequest(),
        of app: AppKey = .weather,
        by caller: Caller = .owner
    ) -> SessionIdentifier {
        openStream { .opened($0, .follower(.location(request), of: app), by: caller, call: $1) }
    }

    mutating func followHeading(filterDegrees: Double = 1, of app: AppKey = .weather) -> SessionIdentifier {
        openStream {
            .opened($0, .follower(.heading(filterDegrees: filterDegrees), of: app), by: .owner, call: $1)
        }
    }

    /// What a stream of locations, headings or beacons was told.
    func followerEvents(to session: SessionIdentifier) -> [FollowerEvent] {
        effects.compactMap {
            if case .tellFollower(session, let event) = $0 { event } else { nil }
        }
    }

    func updates(to session: SessionIdentifier) -> [LocationUpdate] {
        followerEvents(to: session).compactMap { if case .location(let update) = $0 { update } else { nil } }
    }

    func headings(to session: SessionIdentifier) -> [HeadingUpdate] {
        followerEvents(to: session).compactMap { if case .heading(let update) = $0 { update } else { nil } }
    }

    /// What limits a stream, as each of its elements told.
    func diagnostics(of session: SessionIdentifier) -> [[LiveDiagnostic]] {
        updates(to: session).map(\.diagnostics)
    }

    func location(of call: CallIdentifier) -> (fix: Fix, age: Duration)? {
        guard case .location(let fix, let age) = outcome(of: call) else { return nil }
        return (fix, age)
    }

    /// Receives a fix each second, while the machine moves at `metersPerSecond`.
    mutating func drive(_ metersPerSecond: Double, for seconds: Int, from start: Double = 0) {
        for second in 0..<seconds {
            fix(eastMeters: start + metersPerSecond * Double(second))
            advance(by: .seconds(1))
        }
    }

    /// Lets a receiver that works whenever it is on give a fix each second.
    mutating func stayOn(for seconds: Int, eastMeters: Double = 0) {
        for _ in 0..<seconds {
            if engine.receiversAreOn { fix(eastMeters: eastMeters) }
            advance(by: .seconds(1))
        }
    }

    /// A machine in a known place, with an app that may know it while it is in use.
    static func known(receiverNames: [String] = ["simulation"]) throws -> Scenario {
        var scenario = Scenario(receiverNames: receiverNames)
        try scenario.authorize(.authorizedWhenInUse)
        scenario.arrive()
        scenario.forget()
        return scenario
    }
}
