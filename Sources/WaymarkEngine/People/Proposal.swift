package import LocationModel

/// What a program of the person proposes, and what counts only once the person confirms it to an agent.
package enum Proposal: Hashable, Codable, Sendable {
    case authorize(SettingsChange)

    /// To switch location services on again for all apps.
    case switchOn

    /// To end the pause of all apps before its time.
    case resume

    /// The time after which a proposal that nobody has answered is no question any more.
    fileprivate var patience: Duration {
        let longest = Duration.seconds(3600)
        guard case .authorize(let change) = self, let length = change.length else { return longest }
        return min(length, longest)
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
    /// Returns the key under which a question is asked that concerns all apps of a user; no decision is ever kept for it.
    package static func everyApp(of user: UserIdentifier) -> AppKey {
        AppKey(user: user, app: .reservedForEveryApp)
    }

    /// What a decision in a question about the app, or about all apps, is about.
    var subjectOfQuestion: JournalSubject {
        self == .everyApp(of: user) ? JournalSubject(user: user) : JournalSubject(app: self)
    }
}

extension Prompt {
    package var proposal: Proposal? {
        if case .proposal(let proposal) = question { proposal } else { nil }
    }

    /// The time at which it is no question any more, if it is a proposal.
    var lapsesAt: MonotonicInstant? { proposal.map { askedAt.instant + $0.patience } }

    /// The date until which the app may know the location, if that is proposed with an end.
    package var proposedEnd: UTCInstant? {
        guard case .authorize(let change)? = proposal else { return nil }
        return change.length.map { askedAt.utc.advanced(by: $0) }
    }

    /// The proposed change with what is left of its time; `nil` if that is over.
    fileprivate func change(_ change: SettingsChange, at now: UTCInstant) -> SettingsChange? {
        guard let end = proposedEnd else { return change }
        let left = DatedSpan(beganAt: askedAt.utc, until: end).remaining(at: now)
        guard left > .zero else { return nil }
        var change = change
        change.length = left
        return change
    }
}

// What gives an app more than it has is a question to the person; what takes away counts at once.
extension People {
    /// Does at once what a proposal takes away, and asks the person about the rest.
    ///
    /// - Returns: The question that waits; `nil` if there is nothing to confirm.
    mutating func propose(
        _ proposal: Proposal,
        about app: AppKey,
        by caller: Caller,
        _ turn: inout Turn
    ) throws(Refusal) -> PromptIdentifier? {
        switch proposal {
        case .authorize(let change):
            return try propose(change, about: app, by: caller, &turn)
        case .switchOn where services.usersOff.contains(app.user), .resume where isPaused(app.user):
            return try ask(proposal, about: app, &turn)
        case .switchOn, .resume: return nil
        }
    }

    private mutating func propose(
        _ change: SettingsChange,
        about app: AppKey,
        by caller: Caller,
        _ turn: inout Turn
    ) throws(Refusal) -> PromptIdentifier? {
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
        // Taking away counts also if there are too many questions.
        if own.status.isAuthorized {
            for part in change.parts where !own.gains(by: part, at: date) {
                self.change(app, because: .settings, &turn) { $0.choose(part, at: date) }
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
        if let earlier = prompts.about(app).first(where: { $0.proposal != nil }) {
            end(earlier, .replaced, &turn)
        } else {
            try turn.admit(to: .requests, of: app.user)
            if case .authorize = proposal { try admit(app, turn) }
        }
        return ask(.proposal(proposal), of: app, &turn)
    }

    /// Carries out what the person has confirmed.
    mutating func confirm(
        _ proposal: Proposal,
        of prompt: Prompt,
        by caller: Caller,
        _ presence: Presence,
        _ turn: inout Turn
    ) {
        let cause = AuthorizationCause.proposal(prompt.identifier, madeAt: prompt.askedAt.utc)
        switch proposal {
        case .authorize(let proposed):
            guard var settings = prompt.change(proposed, at: turn.now.utc) else { return }
            settings.isByRoot = caller.user == .root
            decide(settings, about: prompt.app, because: cause, &turn)
        case .switchOn:
            switchServices(isOn: true, user: prompt.app.user, because: cause, presence, &turn)
        case .resume: endPause(of: prompt.app.user, because: cause, &turn)
        }
    }

    /// Ends the proposals about all apps of a user that a decision of the person settles.
    mutating func endProposal(
        _ proposal: Proposal,
        of user: UserIdentifier,
        _ end: PromptEnd,
        _ turn: inout Turn
    ) {
        for prompt in prompts.about(.everyApp(of: user)) where prompt.proposal == proposal {
            self.end(prompt, end, &turn)
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
        // What widgets were refused for the present use of their app is not refused any more.
        if after.status.isAuthorized, old.widgets == .refused, new.widgets == .undecided { return true }
        if new.accuracy ?? defaultAccuracy == .full, old.accuracy ?? defaultAccuracy == .reduced {
            return true
        }
        if after.status.isAuthorized, after.accuracy == .full, accuracy == .reduced { return true }
        guard let end = old.span?.until, old.reach > 0, new.reach > 0 else { return false }
        return new.span.map { $0.until > end } ?? true
    }
}

extension Proposal {
    /// Returns the question as an agent shows it, without its end.
    func text(about name: String) -> String {
        switch self {
        case .authorize(let change): "May \(name) \(change.text)?"
        case .switchOn: "May apps know the location again? Each gets what you have allowed it."
        case .resume: "End the pause? Each app then gets again what you have allowed it."
        }
    }
}

extension SettingsChange {
    /// What counts once the person confirms the change, after "may".
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
