import LocationModel

// Service sessions: an app declares what it needs, the person is asked when it is possible, and the stream tells what
// is missing.
extension Engine {
    mutating func openServiceSession(
        _ session: SessionIdentifier,
        _ request: ServiceSessionRequest,
        of app: AppKey,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) {
            try machine.presence.open(session, as: .serviceSession, of: app, by: caller, &turn)
        } catch {
            return emit(.refuse(call, error))
        }
        serviceSessions.add(session, .init(app: app, request: request))
        record(.serviceSession(session, .held(request)), about: JournalSubject(app: app))
        useBegan(of: app)
    }

    mutating func closeServiceSession(_ session: SessionIdentifier) {
        guard let held = serviceSessions.remove(session) else { return }
        record(.serviceSession(session, .ended), about: JournalSubject(app: held.app))
    }

    /// Returns the apps that `caller` may know of and that stay in use although their windows are hidden.
    package func backgroundApps(visibleTo caller: Caller, limit: Int) -> [AppKey] {
        Array(serviceSessions.backgroundApps(visibleTo: caller).sorted().prefix(limit))
    }

    /// Asks the person what a session needs, and tells its stream of a change of what is missing.
    mutating func refreshServiceSession(_ session: SessionIdentifier) {
        guard let held = serviceSessions[session] else { return }
        // A session cannot make an app that nobody sees count as in use.
        if held.request.isBackground, !held.keepsInUse, machine.presence.use(of: held.app, at: now.instant).isInUse {
            serviceSessions[session]?.keepsInUse = true
            machine.presence.keepInUse(by: session, &turn)
            record(.serviceSession(session, .keepsInUse), about: JournalSubject(app: held.app))
        }
        askForServiceSession(session, held)
        let diagnostics = diagnostics(of: held)
        guard diagnostics != held.told else { return }
        serviceSessions[session]?.told = diagnostics
        record(.serviceSession(session, .lacks(diagnostics)), about: JournalSubject(app: held.app))
        emit(.tellFollowers([session], .serviceSession(diagnostics)))
    }

    private mutating func askForServiceSession(_ session: SessionIdentifier, _ held: ServiceSessions.Held) {
        switch held.request.level {
        case .none: break
        case .whenInUse: askForApp(.whenInUse, of: held.app)
        case .always: askForApp(.always, of: held.app)
        }
        if let purpose = held.request.fullAccuracyPurpose, !held.askedForAccuracy,
            askForApp(.temporaryFullAccuracy(purpose: purpose), of: held.app)
        {
            // A person who says no is not asked again by the same session.
            serviceSessions[session]?.askedForAccuracy = true
        }
    }

    /// Returns what keeps a session from what it needs.
    private func diagnostics(of held: ServiceSessions.Held) -> [LiveDiagnostic] {
        if let withheld = reasonToWithhold(from: held.app) { return withheld }
        let authorization = authorization(of: held.app)
        var diagnostics: [LiveDiagnostic] = []
        if held.request.level == .always, authorization.status != .authorizedAlways {
            diagnostics.append(.alwaysAuthorizationDenied)
        }
        if held.request.fullAccuracyPurpose != nil, authorization.accuracy == .reduced {
            diagnostics.append(.fullAccuracyDenied)
        }
        let isAsked = machine.people.prompts.about(held.app).contains { $0.question.endsWithUse }
        if !diagnostics.isEmpty, isAsked { diagnostics.insert(.authorizationRequestInProgress, at: 0) }
        return diagnostics
    }
}
