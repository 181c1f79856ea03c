package import LocationModel

/// A decision that one of the person's programs proposes, and that the person confirms to an agent.
package enum Proposal: Hashable, Codable, Sendable {
    case authorize(SettingsChange)

    /// To switch location services on again for all apps.
    case switchOn

    /// To end the pause of all apps before its time.
    case resume

    /// The time for which the app may know the location, if that is to end.
    fileprivate var length: Duration? { if case .authorize(let change) = self { change.length } else { nil } }

    /// Returns the question as an agent shows it, without its end.
    func text(about name: String) -> String {
        switch self {
        case .authorize(let change): "May \(name) \(change.text)?"
        case .switchOn: "May apps know the location again? Each gets what you have allowed it."
        case .resume: "End the pause? Each app then gets again what you have allowed it."
        }
    }
}

extension AppIdentifier {
    /// The name that no app may have, because questions about all apps are asked under it.
    package static let reservedForEveryApp: AppIdentifier = {
        guard let app = AppIdentifier("io.waymark.everything") else {
            preconditionFailure("the name is a valid identifier")
        }
        return app
    }()
}

extension AppKey {
    /// Returns the key of questions about all apps of a user; no decision is ever kept for it.
    package static func everyApp(of user: UserIdentifier) -> AppKey {
        AppKey(user: user, app: .reservedForEveryApp)
    }

    /// The journal's subject for a question about the app, or about all apps.
    var subjectOfQuestion: JournalSubject {
        self == .everyApp(of: user) ? JournalSubject(user: user) : JournalSubject(app: self)
    }
}

extension Prompt {
    package var proposal: Proposal? {
        if case .proposal(let proposal) = question { proposal } else { nil }
    }

    /// The time in which the app may know the location, if that is proposed with an end.
    fileprivate var proposedSpan: DatedSpan? {
        proposal?.length.map { DatedSpan(beganAt: askedAt.utc, until: askedAt.utc.advanced(by: $0)) }
    }

    package var proposedEnd: UTCInstant? { proposedSpan?.until }
}

// What gives an app more than it has is a question to the person; what takes away counts at once.
extension People {
    /// Applies at once what a proposal takes away, and asks the person about the rest.
    ///
    /// - Returns: The question that waits; `nil` if there is nothing to confirm.
    mutating func propose(
        _ proposal: Proposal,
        about app: AppKey,
        by caller: Caller,
        _ turn: inout Turn
    ) throws(Refusal) -> PromptIdentifier? {
        guard case .authorize(let change) = proposal else {
            let gives = proposal == .resume ? isPaused(app.user) : services.usersOff.contains(app.user)
            return gives ? try ask(proposal, about: app, &turn) : nil
        }
        let date = turn.now.utc
        var own = authorization(of: app)
        own.limits = []
        guard own.gains(by: change, at: date) else {
            try authorize(app, change, by: caller, &turn)
            return nil
        }
        var proposed = change
        // The person confirms exactly what then counts.
        if change.givesStatus {
            proposed.accuracy = change.accuracy ?? own.grant.accuracy ?? own.defaultAccuracy
            if own.grant.widgets != .undecided { proposed.widgets = change.widgets ?? own.grant.widgets }
        }
        // What takes away counts even if there are too many questions.
        if own.status.isAuthorized {
            for part in change.parts where !own.gains(by: part, at: date) {
                self.change(app, because: .settings, &turn) { $0.choose(part, at: $1) }
            }
        }
        return try ask(.authorize(proposed), about: app, &turn)
    }

    /// Asks the person about a proposal, in place of an earlier one about the same app.
    private mutating func ask(
        _ proposal: Proposal,
        about app: AppKey,
        _ turn: inout Turn
    ) throws(Refusal) -> PromptIdentifier {
        if let earlier = prompts(about: app).first(where: { $0.proposal != nil }) {
            end(earlier, .replaced, &turn)
        } else {
            try turn.admit(to: .requests, of: app.user)
            if case .authorize = proposal { try admit(app, turn) }
        }
        let prompt = ask(.proposal(proposal), of: app, &turn)
        // After that, an unanswered proposal lapses.
        let patience = min(proposal.length ?? .seconds(3600), .seconds(3600))
        let span = DatedSpan(beganAt: turn.now.utc, until: turn.now.utc.advanced(by: patience))
        ends.set(.proposal(prompt), to: span, at: turn.now)
        return prompt
    }

    mutating func confirm(
        _ proposal: Proposal,
        of prompt: Prompt,
        by caller: Caller,
        _ presence: Presence,
        _ turn: inout Turn
    ) {
        let cause = AuthorizationCause.proposal(prompt.identifier, madeAt: prompt.askedAt.utc)
        switch proposal {
        case .authorize(var settings):
            settings.length = prompt.proposedSpan?.remaining(at: turn.now.utc)
            settings.isByRoot = caller.user == .root
            decide(settings, about: prompt.app, because: cause, &turn)
        case .switchOn:
            switchServices(isOn: true, user: prompt.app.user, because: cause, presence, &turn)
        case .resume: endPause(of: prompt.app.user, because: cause, &turn)
        }
    }
}

extension SettingsChange {
    /// Whether the change lets an app know the location.
    fileprivate var givesStatus: Bool {
        isOnce || status == .authorizedWhenInUse || status == .authorizedAlways
    }

    fileprivate var parts: [SettingsChange] {
        var status = SettingsChange(status: status, length: length)
        status.isOnce = isOnce
        return [status, SettingsChange(widgets: widgets), SettingsChange(accuracy: accuracy)]
    }

    /// The effect of the change, worded to follow "may".
    fileprivate var text: String {
        let widgets = self.widgets == .granted ? "let its widgets know the location too" : nil
        if givesStatus {
            return ["know \(place)\(time)", widgets].compactMap(\.self).joined(separator: ", and ")
        }
        let exactness = accuracy == .full ? "know exactly where you are" : nil
        let asking = self.widgets == .undecided ? "ask again about its widgets" : nil
        let parts = [exactness, widgets ?? asking].compactMap(\.self)
        return parts.isEmpty ? "know the location for longer" : parts.joined(separator: ", and ")
    }

    private var place: String {
        switch accuracy {
        case .full: "exactly where you are"
        case .reduced: "the area where you are"
        case nil: "the location"
        }
    }

    private var time: String {
        if isOnce { return " once, until it is no longer in use" }
        return status == .authorizedAlways ? " at any time" : " while it is in use"
    }
}

extension Authorization {
    /// Returns whether a change gives an app more than it has without limits, now or once it may know the location at all.
    fileprivate func gains(by change: SettingsChange, at now: UTCInstant) -> Bool {
        var after = self
        after.choose(change, at: now)
        let (old, new) = (grant, after.grant)
        if new.reach > old.reach { return true }
        // What is allowed once has no end while the app is in use.
        if after.isTemporary, !status.isAuthorized || old.span != nil { return true }
        if new.widgets == .granted, old.widgets != .granted { return true }
        // Widgets that were refused during their app's present use are no longer refused.
        if after.status.isAuthorized, old.widgets == .refused, new.widgets == .undecided { return true }
        if new.accuracy ?? defaultAccuracy == .full, old.accuracy ?? defaultAccuracy == .reduced {
            return true
        }
        if after.status.isAuthorized, after.accuracy == .full, accuracy == .reduced { return true }
        guard let end = old.span?.until, old.reach > 0, new.reach > 0 else { return false }
        return new.span.map { $0.until > end } ?? true
    }
}
