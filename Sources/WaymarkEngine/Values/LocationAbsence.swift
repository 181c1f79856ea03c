package import LocationModel

/// The reason why somebody gets no location now, with its evidence.
///
/// An app that asks for the location or follows it, what an app monitors, and a widget get none for the same reasons, and
/// are told each in their own words.
package enum LocationAbsence: Hashable, Sendable, Evidential {
    /// The person has not decided about the app yet, and may be asked at the moment.
    case notDetermined(isAsked: Bool)

    /// The administrator forbids it.
    case restricted

    /// The person denied it to the app, or the app's widgets, if one of them wants it.
    case denied
    case servicesOff
    case pausedByPerson(until: UTCInstant)
    case insufficientlyInUse

    /// The app's manifest requires a service session, and the app holds none.
    case serviceSessionRequired

    /// It may be known, but no receiver gave one in time.
    case locationUnknown(cause: UnknownLocationCause)

    package var cause: UnknownLocationCause? {
        if case .locationUnknown(let cause) = self { cause } else { nil }
    }

    package var text: String { LiveDiagnostic.text(diagnostics, self) }

    /// What keeps the location back is the diagnostics of streams.
    var evidence: [String: EvidenceValue] {
        if cause != nil { return carriedEvidence }
        var evidence: [String: EvidenceValue] = ["absence": .word("withheld")]
        evidence["diagnostics"] = .word(diagnostics.map(\.rawValue).joined(separator: " "))
        if case .pausedByPerson(let end) = self { evidence["until"] = .word("\(end)") }
        return evidence
    }

    // MARK: The words

    /// The reason for an app that asks once.
    package var reason: AbsenceReason {
        switch self {
        case .notDetermined: .notDetermined
        case .restricted: .restricted
        case .denied: .denied
        case .servicesOff: .servicesOff
        case .pausedByPerson: .pausedByPerson
        case .insufficientlyInUse: .insufficientlyInUse
        case .serviceSessionRequired: .serviceSessionRequired
        case .locationUnknown: .locationUnknown
        }
    }

    /// The diagnostics for an app that follows, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] {
        switch self {
        case .notDetermined(let isAsked):
            [isAsked ? .authorizationRequestInProgress : .authorizationNotDetermined]
        case .restricted: [.authorizationRestricted]
        case .denied: [.authorizationDenied]
        case .servicesOff: [.authorizationDenied, .authorizationDeniedGlobally]
        case .pausedByPerson: [.pausedByPerson]
        case .insufficientlyInUse: [.insufficientlyInUse]
        case .serviceSessionRequired: [.serviceSessionRequired]
        case .locationUnknown: [.locationUnavailable]
        }
    }

    /// The diagnostics for an app that monitors.
    var monitoringDiagnostics: [MonitoringDiagnostic] {
        switch self {
        case .notDetermined(let isAsked):
            [isAsked ? .authorizationRequestInProgress : .authorizationNotDetermined]
        case .restricted: [.authorizationRestricted]
        case .denied: [.authorizationDenied]
        case .servicesOff: [.authorizationDenied, .authorizationDeniedGlobally]
        case .pausedByPerson: [.pausedByPerson]
        case .insufficientlyInUse: [.insufficientlyInUse]
        case .serviceSessionRequired: [.serviceSessionRequired]
        case .locationUnknown: [.locationUnavailable]
        }
    }

    /// The reason for the provider of a widget.
    package var ofWidget: WidgetAbsence {
        switch self {
        case .notDetermined, .restricted, .denied, .servicesOff: .unauthorized
        case .pausedByPerson: .pausedByPerson
        // A service session keeps an app in use; widgets need none.
        case .insufficientlyInUse, .serviceSessionRequired: .insufficientlyInUse
        case .locationUnknown: .locationUnknown
        }
    }
}

/// The reason why no receiver gave a location in time.
package enum UnknownLocationCause: Hashable, Sendable, Evidential {
    case noReceiver

    /// Receivers give positions, but the machine is probably not there.
    case inDoubt(doubt: FixDoubt)

    /// The state of the receiver that is closest to having a position, the time spent in it, and its satellites.
    case receiver(receiver: String, ReceiverState, since: Duration, satellites: SatelliteCount? = nil)

    package var text: String {
        switch self {
        case .noReceiver: "no receiver is configured"
        case .inDoubt(let doubt): "the latest fix is in doubt: \(doubt.text)"
        case .receiver(let name, .fixed, _, _): "\(name) has a position, and has sent none since the call"
        case .receiver(let name, .ended, _, _): "\(name): the recording has ended"
        case .receiver(let name, let state, let duration, let satellites):
            "\(name): \(state.name) for \(duration.words)" + (state.reason.map { ": \($0)" } ?? "")
                + (satellites?.text.map { ", \($0)" } ?? "")
        }
    }
}

extension SatelliteCount: Evidential {
    /// The numbers for a person; `nil` if the receiver does not say.
    package var text: String? {
        switch (used, inView) {
        case (nil, nil): nil
        case (let used?, nil): "\(used) satellite\(used == 1 ? "" : "s") used"
        case (nil, let inView?): "\(inView) satellite\(inView == 1 ? "" : "s") in view"
        case (let used?, let inView?): "\(used) satellite\(used == 1 ? "" : "s") used of \(inView) in view"
        }
    }

    var evidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = [:]
        evidence["satellitesUsed"] = used.map { .number(Double($0)) }
        evidence["satellitesInView"] = inView.map { .number(Double($0)) }
        return evidence
    }
}
