package import LocationModel

/// What a click of the person gives a widget: the location with its next reload, and with no other.
struct LocationShare: Equatable {
    let accuracy: AccuracyAuthorization

    /// The time at which it lapses, unless a reload has taken it.
    let until: MonotonicInstant

    fileprivate static let length: Duration = .seconds(60)

    /// The least time between two clicks of a person: a double click counts once.
    fileprivate static let interval: Duration = .seconds(1)
}

// The location that a click gives.
extension Widgets {
    /// Gives a widget's next reload the location, because the person clicked on a surface that shows it.
    ///
    /// It gives as much as an authorization of the app, for one reload. The widget must be in view in a host
    /// of the person or, with a session, in that host; a view without a stream shows nothing to click on.
    mutating func shareOnce(
        _ widget: WidgetIdentifier,
        exactly: Bool,
        on session: SessionIdentifier?,
        by caller: Caller,
        _ machine: Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        let kind = try kind(of: widget, for: caller)
        let (user, hosts, now) = (kind.app.user, machine.presence.hosts, turn.now.instant)
        guard caller.mayShare(for: user) else { throw .notPermitted }
        if let session, hosts[session]?.caller.user != user { throw .unknownSession(session) }
        let authorization = machine.people.authorization(of: kind.app)
        let accuracy = exactly ? .full : authorization.accuracy
        let showing = (table[widget]?.hosts ?? []).filter { hosts[$0]?.caller.user == user }
        func refusal(_ obstacle: ShareObstacle) -> Refusal { .notShared(widget, accuracy, obstacle) }
        guard machine.people.wantsLocation(kind) else { throw refusal(.notWanted) }
        guard session.map(showing.contains) ?? !showing.isEmpty else { throw refusal(.notInView) }
        if let obstacle = authorization.obstacle(toSharing: accuracy) { throw refusal(obstacle) }
        if machine.people.isPaused(user) { throw refusal(.paused) }
        if let last = lastShares[user], now < last + LocationShare.interval { throw refusal(.tooSoon) }
        lastShares[user] = now
        update(widget, &turn) {
            $0.share = LocationShare(accuracy: accuracy, until: now + LocationShare.length)
        }
        record(.sharedOnce(accuracy: accuracy, length: LocationShare.length), about: widget, &turn)
        tellHosts(of: widget, machine, &turn)
    }

    /// Ends a share that no reload has taken, because of an obstacle or, with `nil`, of the time.
    mutating func endShare(
        of widget: WidgetIdentifier,
        because obstacle: ShareObstacle?,
        _ machine: Machine,
        _ turn: inout Turn
    ) {
        update(widget, &turn) { $0.share = nil }
        record(.shareEnded(why: obstacle), about: widget, &turn)
        tellHosts(of: widget, machine, &turn)
    }

    /// Ends the shares of the widgets of a user who pauses the location.
    mutating func endShares(of user: UserIdentifier, _ machine: Machine, _ turn: inout Turn) {
        for widget in table.widgets(of: user).elements where table[widget]?.share != nil {
            endShare(of: widget, because: .paused, machine, &turn)
        }
    }
}

extension ShareObstacle {
    /// The reason why a click gives no location with this accuracy, for a person.
    package func text(_ accuracy: AccuracyAuthorization) -> String {
        switch self {
        case .notInView: "no host of this user has it in view"
        case .notWanted: "its kind wants no location"
        case .refused: "the person has refused it; 'waymarkctl authorize' changes that"
        case .policy:
            "the administrator's policy forbids \(accuracy == .full ? "the exact location" : "the location")"
        case .servicesOff: "location services are off"
        case .paused: "the person has paused the location; 'waymarkctl resume' ends that"
        case .tooSoon: "a click counts once, and the last one was less than a second ago"
        }
    }
}
