package import LocationModel

/// A decision about a widget, about the providers of widgets, or about times that timelines depend on.
package enum WidgetDecision: Hashable, Sendable, ComponentDecision {
    case providerConnected(SessionIdentifier, kinds: Int, AppVerification)
    case providerDisconnected(SessionIdentifier)
    case placed
    case removed
    case configured(family: WidgetFamily, properties: Int)
    case contentWithdrawn
    case viewed
    case alwaysInView
    case hidden(inUseFor: Duration)
    case sharedOnce(accuracy: AccuracyAuthorization, length: Duration)

    /// No reload has taken what a click shared, because of an obstacle or else in time.
    case shareEnded(why: ShareObstacle?)
    case windowEnded
    case reload(
        RequestIdentifier,
        reason: ReloadReason,
        location: WidgetAbsence?,
        deadline: Duration,
        charge: ReloadCharge
    )
    case pending(reason: ReloadReason, obstacle: ReloadWait)
    case budgetUsedUp(dailyReloads: Int, ReloadBudget.Uses, next: Duration)
    case clockSet(step: Duration)
    case zoneChanged
    case awaitingFix(reason: ReloadReason, atMost: Duration)
    case timeline(RequestIdentifier, entries: Int, policy: ReloadPolicy)
    case timelineFailed(RequestIdentifier, message: String, retry: Duration)
    case timelineLate(RequestIdentifier, retry: Duration)
    case requestAbandoned(RequestIdentifier)

    static let names = [
        "providerConnected", "providerDisconnected", "placed", "removed", "configured", "contentWithdrawn",
        "viewed", "alwaysInView", "hidden", "sharedOnce", "shareEnded", "windowEnded", "reload", "pending",
        "budgetUsedUp", "clockSet", "zoneChanged", "awaitingFix", "timeline", "timelineFailed",
        "timelineLate",
        "requestAbandoned",
    ]

    var text: String {
        switch self {
        case .providerConnected(let session, let kinds, let verification):
            "provider \(session) connected with \(kinds) \(kinds == 1 ? "kind" : "kinds"), "
                + verification.text
        case .providerDisconnected(let session): "provider \(session) disconnected"
        case .placed: "placed"
        case .removed: "removed"
        case .configured(let family, let properties):
            "configured: family \(family.rawValue), \(properties) \(properties == 1 ? "value" : "values")"
        case .contentWithdrawn:
            "withdrawn from hosts: its app may no longer know the location that its content was made with"
        case .viewed: "came into view"
        case .alwaysInView: "always in view: its host's surface is"
        case .hidden(let window): "went out of view: in use for another \(window.words)"
        case .sharedOnce(let accuracy, let length):
            "the person clicked: its next reload gets \(accuracy == .full ? "the exact location" : "the area"), "
                + "if it comes in \(length.words)"
        case .shareEnded(let obstacle?):
            "what the person shared by a click is withdrawn: \(obstacle.text(.reduced))"
        case .shareEnded(nil): "what the person shared by a click has lapsed: no reload took it in time"
        case .windowEnded: "not in use any more: out of view for the whole in-use window"
        case .reload(let request, let reason, let absence, let deadline, let charge):
            "reload \(request) because \(reason.text), \(absence?.text ?? "with the location"), due in \(deadline.words)"
                + (charge.text.map { "; \($0)" } ?? "")
        case .pending(let reason, let wait): "reload because \(reason.text) is pending: \(wait.text)"
        case .budgetUsedUp(let daily, let uses, let next):
            "warning: it has used up its budget of \(daily) reloads a day, and gets the next in \(next.words); "
                + "charged since it was half full: \(uses.text)"
        case .clockSet(let step):
            "the clock was set \(step < .zero ? "back" : "forward") by \((step < .zero ? .zero - step : step).words)"
        case .zoneChanged: "the time zone was changed"
        case .awaitingFix(let reason, let limit):
            "reload because \(reason.text) waits for a fix, \(limit.words) at most"
        case .timeline(let request, let entries, let policy):
            "timeline for \(request) with \(entries) \(entries == 1 ? "entry" : "entries"), next reload \(policy.text)"
        case .timelineFailed(let request, let message, let delay):
            "no timeline for \(request): \(message); again in \(delay.words)"
        case .timelineLate(let request, let delay): "no answer to \(request) in time; again in \(delay.words)"
        case .requestAbandoned(let request): "the provider went away without an answer to \(request)"
        }
    }

    /// A reload without a location tells why, in place of `given`.
    var evidence: [String: EvidenceValue] {
        var evidence = carriedEvidence
        if case .reload(_, _, nil, _, _) = self { evidence["location"] = .word("given") }
        return evidence
    }
}

extension AppVerification: Evidential {
    var evidence: [String: EvidenceValue] { ["verification": .word(name)] }
}
