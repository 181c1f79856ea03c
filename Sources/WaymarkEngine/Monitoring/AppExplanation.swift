package import LocationModel

/// The explanation whether an app would get a location now, and what becomes of the events it monitors.
package struct AppExplanation: Hashable, Sendable {
    /// Why the app would get no location; `nil` if it would, or would if it ran.
    package let absence: LocationAbsence?

    /// Whether receivers have to go on first for an app that asks.
    package let receiversAreOff: Bool
    package let missing: [MissingCapability]

    package let monitoring: MonitorState
    package let followsEvents: Bool

    /// The events that wait for it, oldest first.
    package let waiting: [WaitingEvent]

    /// What keeps the app from the location, apart from receivers that give none.
    package var diagnostics: [LiveDiagnostic] {
        absence.map { $0.cause == nil ? $0.diagnostics : [] } ?? []
    }

    package var isMonitoring: Bool {
        !monitoring.services.isEmpty || monitoring.regionCount > 0 || monitoring.anchor != nil
    }

    package var summary: String {
        if let absence { return "\(absence.cause == nil ? "No" : "Not now"): \(absence.text)." }
        return receiversAreOff
            ? "Yes: the app would get the location once the receivers, which go on for it, have a fix."
            : "Yes: the app would get the location."
    }

    /// A summary of what becomes of the monitored events; `nil` if there are none.
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

package struct WaitingEvent: Hashable, Sendable {
    package enum Wait: Hashable, Sendable {
        /// The person has to confirm that the app may always know, or the event is dropped after this time.
        case confirmation(droppedAfter: Duration)
        case stream
        case permission([MonitoringDiagnostic])

        /// It was sent, and the app has to acknowledge it.
        case acknowledgement

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

    package let kind: MonitorEventKind
    package let identifier: MonitorEventIdentifier
    package let age: Duration
    package let region: RegionName?
    package let wait: Wait

    package var text: String {
        let what = region.map { "region \($0.identifier) of \($0.monitor)" } ?? kind.text
        return "\(identifier), \(what), \(age.words) old, \(wait.text)"
    }
}
