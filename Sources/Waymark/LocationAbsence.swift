import WaymarkInterfaces

/// Why an app or a widget got no location.
public struct LocationAbsence: Hashable, Sendable {
    /// A reason for which there is no location.
    @nonexhaustive public enum Reason: String, Hashable, Sendable {
        /// The person has not decided about the app yet; the app can ask.
        case notDetermined

        /// The administrator forbids it, and the person cannot change that.
        case restricted

        /// The person said no; only the settings change that.
        case denied

        /// Location services are switched off.
        case servicesOff

        /// A host says that the app's windows are hidden.
        case insufficientlyInUse

        /// The app's manifest requires a service session, and the app holds none.
        case serviceSessionRequired

        /// The app is authorized, but no receiver gave a location before the deadline.
        case locationUnknown
    }

    /// A cause for which no receiver gave a location.
    @nonexhaustive public enum Cause: String, Hashable, Sendable {
        /// No receiver is configured.
        case noReceiver

        /// The receiver cannot be reached.
        case absent

        /// The receiver is being opened.
        case connecting

        /// The receiver is open and has had no position since.
        case acquiring

        /// The receiver had a position and lost it.
        case lost

        /// The receiver gives positions, but the machine is probably not there.
        case inDoubt

        /// The receiver has a position, and has not sent one since the request.
        case noNewFix

        /// The recording was played to its end.
        case ended
    }

    /// Why there is no location.
    public let reason: Reason

    /// Why it is unknown, if ``reason`` is ``Reason/locationUnknown``.
    public let cause: Cause?

    /// The URL of the receiver that ``cause`` is about: of several, the one that is nearest to a position.
    public let receiver: String?

    /// How long ``cause`` has lasted.
    public let duration: Duration?

    /// Why the receiver cannot be reached, in English.
    public let problem: String?

    /// The number of satellites that the receiver uses or tracks without a position, if it counts them.
    public let satellitesUsed: Int?

    /// The number of satellites that it has in view meanwhile.
    public let satellitesInView: Int?

    /// The reason in English.
    public let text: String
}

extension LocationAbsence {
    /// What helps; `nil` if ``text`` says all that there is to say.
    var advice: String? {
        switch reason {
        case .notDetermined: "request authorization, or allow it with 'waymarkctl authorize'"
        case .denied: "the person can allow it with 'waymarkctl authorize'"
        case .servicesOff: "'waymarkctl services on' switches them on"
        case .insufficientlyInUse: "show a window of the app"
        case .serviceSessionRequired: "open a service session first"
        case .restricted, .locationUnknown: nil
        }
    }

    /// Creates an absence without evidence.
    init(reason: Reason, text: String) {
        self.init(
            reason: reason,
            cause: nil,
            receiver: nil,
            duration: nil,
            problem: nil,
            satellitesUsed: nil,
            satellitesInView: nil,
            text: text
        )
    }

    init(_ unknown: WidgetsInterface.UnknownLocation) {
        self.init(
            reason: .locationUnknown,
            cause: Cause(rawValue: unknown.cause.rawValue),
            receiver: unknown.receiver,
            duration: unknown.sinceSeconds.map { Duration(clamping: $0) },
            problem: unknown.problem,
            satellitesUsed: unknown.satellitesUsed,
            satellitesInView: unknown.satellitesInView,
            text: unknown.text
        )
    }

    init(_ absence: LocationInterface.LocationAbsence, text: String) throws(ClientError) {
        guard let reason = Reason(rawValue: absence.reason.rawValue) else {
            throw .protocolViolation("no location for the unknown reason '\(absence.reason.rawValue)'")
        }
        self.init(
            reason: reason,
            cause: absence.cause.flatMap { Cause(rawValue: $0.rawValue) },
            receiver: absence.receiver,
            duration: absence.sinceSeconds.map { Duration(clamping: $0) },
            problem: absence.problem,
            satellitesUsed: absence.satellitesUsed,
            satellitesInView: absence.satellitesInView,
            text: text
        )
    }
}
