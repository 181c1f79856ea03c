import LocationModel

// The names by which what is still an extension of the engine reaches the components. It goes with the last of these.
extension Engine {
    var now: Moment { turn.now }

    mutating func emit(_ effect: Effect) { turn.emit(effect) }

    mutating func record(_ decision: Decision, about subject: JournalSubject = .everybody) {
        turn.record(decision, about: subject)
    }

    mutating func touch(_ app: AppKey) { turn.touch(app) }

    func admit(_ amount: Int = 1, to quota: Quota, of user: UserIdentifier) throws(Refusal) {
        try turn.admit(amount, to: quota, of: user)
    }

    mutating func admit(_ caller: Caller, asApp app: AppKey) throws(Refusal) {
        try machine.presence.admit(caller, asApp: app, &turn)
    }

    func ground(for app: AppKey, under authorization: Authorization) -> Ground? {
        machine.people.ground(for: app, under: authorization, machine.presence, at: now.instant)
    }

    func lacksServiceSession(_ app: AppKey) -> Bool {
        machine.people.lacksServiceSession(app, machine.presence)
    }

    func reasonToWithhold(from app: AppKey) -> [LiveDiagnostic]? {
        machine.people.reasonToWithhold(from: app, machine.presence, at: now.instant)
    }

    @discardableResult
    mutating func askForApp(
        _ request: AuthorizationRequest,
        of app: AppKey,
        withoutPurposeFor accuracy: AccuracyAuthorization? = nil
    ) -> Bool {
        machine.people.askForApp(request, of: app, withoutPurposeFor: accuracy, machine.presence, &turn)
    }

    mutating func askToConfirmAlways(_ app: AppKey) { machine.people.askToConfirmAlways(app, &turn) }

    mutating func recordAccess(
        of consumer: EntitledConsumer,
        to given: Fix,
        under authorization: Authorization,
        accuracy: AccuracyAuthorization? = nil
    ) {
        machine.people.recordAccess(of: consumer, to: given, under: authorization, accuracy: accuracy, &turn)
    }

    mutating func recordAccess(
        of consumer: EntitledConsumer,
        horizontal68Meters: Double?,
        under authorization: Authorization,
        accuracy: AccuracyAuthorization? = nil
    ) {
        machine.people.recordAccess(
            of: consumer,
            horizontal68Meters: horizontal68Meters,
            under: authorization,
            accuracy: accuracy,
            &turn
        )
    }

    func wantsLocation(_ kind: KindKey) -> Bool { machine.people.wantsLocation(kind) }

    func program(of app: AppKey) -> AppProgram? { machine.people.program(of: app) }
}
