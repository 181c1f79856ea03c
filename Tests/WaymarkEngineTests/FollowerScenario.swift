import LocationModel
import WaymarkEngine

extension Scenario {
    mutating func follow(
        _ request: FollowRequest = FollowRequest(),
        of app: AppKey = .weather,
        by caller: Caller = .owner
    ) -> SessionIdentifier {
        openStream { .followerConnected($0, request, of: app, by: caller, call: $1) }
    }

    mutating func followHeading(filterDegrees: Double = 1, of app: AppKey = .weather) -> SessionIdentifier {
        openStream {
            .headingFollowerConnected($0, filterDegrees: filterDegrees, of: app, by: .owner, call: $1)
        }
    }

    func updates(to session: SessionIdentifier) -> [LocationUpdate] {
        effects.compactMap {
            guard case .tellFollowers(let sessions, .location(let update)) = $0, sessions.contains(session)
            else { return nil }
            return update
        }
    }

    func headings(to session: SessionIdentifier) -> [HeadingUpdate] {
        effects.compactMap {
            guard case .tellFollowers(let sessions, .heading(let update)) = $0, sessions.contains(session)
            else { return nil }
            return update
        }
    }

    /// What limits a stream, as each of its elements told.
    func diagnostics(of session: SessionIdentifier) -> [[LiveDiagnostic]] {
        updates(to: session).map(\.diagnostics)
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
