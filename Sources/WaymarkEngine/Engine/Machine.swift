import LocationModel

/// What the services stand on: who is there, who may know, and where the machine is.
///
/// Each part asks only those before it. The functions here ask two of them, as every service does.
struct Machine: Hashable, Sendable {
    var presence = Presence()
    var people: People
    var positioning: Positioning
    var power: Power
    var programs: Programs

    /// Whether receivers are off or pause, and are expected to have a fix soon after they go on for somebody.
    var receiversExpectFix: Bool {
        !power.isOn && positioning.someReceiverCanGive && power.pause?.followsSearchInVain != true
    }

    func ground(for app: AppKey, _ turn: Turn) -> Ground? {
        if people.isPaused(app.user) { return nil }
        return people.ground(for: app, under: people.authorization(of: app), presence, at: turn.now.instant)
    }

    /// Returns why an app gets nothing now; `nil` if it may know the location.
    func reasonToWithhold(from app: AppKey, _ turn: Turn) -> [LiveDiagnostic]? {
        people.reasonToWithhold(from: app, presence, at: turn.now.instant)
    }

    /// Returns whether an app gets locations only with a service session, and holds none.
    func lacksServiceSession(_ app: AppKey) -> Bool { people.lacksServiceSession(app, presence) }

    /// Asks the person on behalf of an app if the rules allow a question now, and returns whether they do.
    ///
    /// With `accuracy`, no manifest need say why the app asks.
    @discardableResult
    mutating func ask(
        for request: AuthorizationRequest,
        of app: AppKey,
        withoutPurposeFor accuracy: AccuracyAuthorization? = nil,
        _ turn: inout Turn
    ) -> Bool {
        people.askForApp(request, of: app, withoutPurposeFor: accuracy, presence, &turn)
    }

    /// Records that a consumer is given a location with this radius, or is told where it is without one, before it is.
    ///
    /// `accuracy` is that of the location, if the app wants less than it may know.
    mutating func recordAccess(
        of consumer: EntitledConsumer,
        horizontal68Meters: Double?,
        accuracy: AccuracyAuthorization? = nil,
        _ turn: inout Turn
    ) {
        people.recordAccess(
            of: consumer,
            horizontal68Meters: horizontal68Meters,
            trust: horizontal68Meters == nil || accuracy == .reduced ? nil : positioning.trustOfPlace,
            under: people.authorization(of: consumer.owner),
            accuracy: accuracy,
            &turn
        )
    }
}
