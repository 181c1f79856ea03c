import LocationModel

extension AppExplanation {
    /// The answer to the question whether the app would get a location now: yes, or no and why.
    package var summary: String {
        if !diagnostics.isEmpty { return "No: \(LiveDiagnostic.text(diagnostics))." }
        if let cause { return "Not now: \(RequestAbsence.locationUnknown(cause).text)." }
        return receiversAreOff
            ? "Yes: the app would get the location once the receivers, which go on for it, have a fix."
            : "Yes: the app would get the location."
    }

    /// What becomes of the events that it monitors; `nil` if it monitors nothing.
    package var monitoringSummary: String? {
        guard isMonitoring else { return nil }
        let blocking = monitoring.diagnostics.filter {
            $0 != .accuracyLimited && $0 != .alwaysAuthorizationDenied
        }
        if !blocking.isEmpty {
            return "What happens now does not reach it: \(blocking.map(\.text).joined(separator: ", "))."
        }
        return followsEvents
            ? "What happens now reaches it at once." : "What happens now is kept until it follows its events."
    }
}

extension WaitingEvent {
    /// The event and what it waits for, for a person.
    package var text: String {
        let what = region.map { "region \($0.identifier) of \($0.monitor)" } ?? kind.text
        return "\(identifier), \(what), \(age.words) old, \(wait.text)"
    }
}

extension WaitingEvent.Wait {
    fileprivate var text: String {
        switch self {
        case .confirmation(let remaining):
            "is held until the person confirms that the app may always know, for another \(remaining.words)"
        case .stream: "waits until the app follows its events"
        case .permission(let diagnostics):
            "waits until the app may be told: \(diagnostics.map(\.text).joined(separator: ", "))"
        case .acknowledgement: "was sent, and waits until the app acknowledges it"
        }
    }
}
