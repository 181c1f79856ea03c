import LocationModel

/// The state that all services build on: who is there, who may know, and where the machine is.
///
/// Each part asks only those before it. The functions here ask two of them, as every service does.
struct Machine: Equatable, Sendable {
    var presence = Presence()
    var people: People
    var positioning: Positioning
    var power: Power
    var programs: Programs

    /// Whether receivers are off or paused, and expected to have a fix soon after they go on.
    var receiversExpectFix: Bool {
        !power.isOn && positioning.someReceiverCanGive && power.pause?.followsSearchInVain != true
    }

    func ground(for app: AppKey, _ turn: Turn) -> Ground? {
        if people.isPaused(app.user) { return nil }
        return people.authorization(of: app).ground(inUse: presence.use(of: app, at: turn.now.instant))
    }

    /// Returns why an app gets no location now; `nil` if it may know it.
    func absence(for app: AppKey, _ turn: Turn) -> LocationAbsence? {
        if let absence = people.absence(for: app) { return absence }
        if let pause = people.currentPause(of: app.user) { return .pausedByPerson(until: pause.until) }
        if lacksServiceSession(app) { return .serviceSessionRequired }
        return ground(for: app, turn) == nil ? .insufficientlyInUse : nil
    }

    /// Returns whether an app gets locations only with a service session, and holds none.
    func lacksServiceSession(_ app: AppKey) -> Bool {
        people.manifest(of: app)?.requiresServiceSession ?? false && !presence.has(.serviceSession, app)
    }

    /// Logs an app's access before it gets a location with this radius or, with `nil`, other news of the
    /// place.
    ///
    /// `accuracy` is that of the location, if it differs from the app's own.
    mutating func recordAccess(
        of app: AppKey,
        by consumer: Consumer,
        on ground: Ground,
        horizontal68Meters: Double?,
        accuracy: AccuracyAuthorization? = nil,
        _ turn: inout Turn
    ) {
        let authorization = people.authorization(of: app)
        let accuracy = accuracy ?? authorization.accuracy
        // An app that is told an area is not told whether its receiver is trusted.
        let tellsTrust = horizontal68Meters != nil && accuracy == .full
        people.recordAccess(
            AccessRecord(
                app: app,
                consumer: consumer,
                date: turn.now.utc,
                ground: ground,
                wasTemporary: authorization.isTemporary,
                accuracy: accuracy,
                horizontal68Meters: horizontal68Meters,
                trust: tellsTrust ? positioning.trustOfPlace : nil
            ),
            &turn
        )
    }
}
