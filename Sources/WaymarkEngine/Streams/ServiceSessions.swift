package import LocationModel

/// The needs that an app declares for as long as it holds a service session.
package struct ServiceSessionRequest: Hashable, Codable, Sendable, Evidential {
    package var level: SessionRequirement
    package var fullAccuracyPurpose: PurposeKey?

    /// Whether the app stays in use although its windows are hidden.
    package var isBackground: Bool

    package init(
        level: SessionRequirement,
        fullAccuracyPurpose: PurposeKey? = nil,
        isBackground: Bool = false
    ) {
        self.level = level
        self.fullAccuracyPurpose = fullAccuracyPurpose
        self.isBackground = isBackground
    }
}

/// The open service sessions: an app declares what it needs, the person is asked when that is possible, and the stream
/// tells what is missing.
struct ServiceSessions: Equatable, Sendable {
    private struct Session: Equatable {
        let app: AppKey
        let request: ServiceSessionRequest

        /// Whether the person was asked for full accuracy, which happens once.
        var askedForAccuracy = false
        var told: [LiveDiagnostic]?
    }

    private var sessions: [SessionIdentifier: Session] = [:]

    /// The sessions of an app, in the order of opening.
    subscript(app: AppKey) -> [SessionIdentifier] {
        sessions.sortedKeys { $0.app == app }
    }

    var all: [SessionIdentifier] { sessions.keys.sorted() }

    // MARK: Opening and ending

    mutating func open(
        _ session: SessionIdentifier,
        _ request: ServiceSessionRequest,
        of app: AppKey,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        try machine.presence.open(session, as: .serviceSession, of: app, by: caller, &turn)
        sessions[session] = Session(app: app, request: request)
        turn.record(.serviceSession(session, .serviceSessionHeld(request)), about: app)
        turn.tell(.useBegan(app))
    }

    mutating func end(_ session: SessionIdentifier, _ turn: inout Turn) {
        guard let ended = sessions.removeValue(forKey: session) else { return }
        turn.record(.serviceSession(session, .serviceSessionEnded), about: ended.app)
    }

    // MARK: Needs

    /// Asks the person for what a session lacks, and tells its stream when that changes.
    mutating func refresh(_ session: SessionIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        guard let held = sessions[session] else { return }
        // A session cannot make an app that nobody sees count as in use.
        if held.request.isBackground, machine.presence.use(of: held.app, at: turn.now.instant) != nil,
            machine.presence.keepInUse(by: session, &turn)
        {
            turn.record(.serviceSession(session, .serviceSessionKeepsInUse), about: held.app)
        }
        ask(for: session, held, &machine, &turn)
        let diagnostics = diagnostics(of: held, machine, turn)
        guard diagnostics != held.told else { return }
        sessions[session]?.told = diagnostics
        turn.record(.serviceSession(session, .serviceSessionLacks(diagnostics: diagnostics)), about: held.app)
        turn.emit(.tellFollower(session, .serviceSession(diagnostics)))
    }

    private mutating func ask(
        for session: SessionIdentifier,
        _ held: Session,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        switch held.request.level {
        case .none: break
        case .whenInUse: machine.people.ask(for: .whenInUse, of: held.app, machine.presence, &turn)
        case .always: machine.people.ask(for: .always, of: held.app, machine.presence, &turn)
        }
        guard let purpose = held.request.fullAccuracyPurpose, !held.askedForAccuracy else { return }
        let request = AuthorizationRequest.temporaryFullAccuracy(purpose: purpose)
        if machine.people.ask(for: request, of: held.app, machine.presence, &turn) {
            // A person who says no is not asked again by the same session.
            sessions[session]?.askedForAccuracy = true
        }
    }

    private func diagnostics(of held: Session, _ machine: Machine, _ turn: Turn) -> [LiveDiagnostic] {
        if let absence = machine.absence(for: held.app, turn) { return absence.diagnostics }
        let authorization = machine.people.authorization(of: held.app)
        var diagnostics: [LiveDiagnostic] = []
        if held.request.level == .always, authorization.status != .authorizedAlways {
            diagnostics.append(.alwaysAuthorizationDenied)
        }
        if held.request.fullAccuracyPurpose != nil, authorization.accuracy == .reduced {
            diagnostics.append(.fullAccuracyDenied)
        }
        let isAsked = machine.people.prompts(about: held.app).contains { $0.question.endsWithUse }
        if !diagnostics.isEmpty, isAsked { diagnostics.insert(.authorizationRequestInProgress, at: 0) }
        return diagnostics
    }
}

package enum ServiceSessionDecision: Hashable, Sendable, ComponentDecision {
    case serviceSessionHeld(ServiceSessionRequest)

    /// The unmet needs of the app; empty when all are met.
    case serviceSessionLacks(diagnostics: [LiveDiagnostic])

    /// The session keeps the app in use from now on although its windows are hidden.
    case serviceSessionKeepsInUse
    case serviceSessionEnded

    static let names = [
        "serviceSessionHeld", "serviceSessionLacks", "serviceSessionKeepsInUse", "serviceSessionEnded",
    ]

    var text: String {
        switch self {
        case .serviceSessionHeld(let request):
            "is a service session"
                + (request.level == .none
                    ? "" : " that needs \(request.level == .always ? "always" : "when in use")")
                + (request.fullAccuracyPurpose.map { " and full accuracy for \($0)" } ?? "")
                + (request.isBackground ? ", also in the background" : "")
        case .serviceSessionLacks([]): "has what it needs"
        case .serviceSessionLacks(let diagnostics): "lacks something: \(LiveDiagnostic.text(diagnostics))"
        case .serviceSessionKeepsInUse: "keeps the app in use although its windows may be hidden"
        case .serviceSessionEnded: "has ended"
        }
    }
}
