import Waymark

/// The domain of ``CLError`` as an `NSError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// A failure of a location service.
public struct CLError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// The kind of failure.
    public enum Code: Int, Hashable, Sendable {
        /// No receiver gives a location now; the service goes on trying.
        case locationUnknown = 0

        /// The app may not know the location.
        case denied = 1

        /// The service does not run, or cannot be used.
        case network = 2

        /// No receiver gives a heading now.
        case headingFailure = 3

        /// The app may not monitor regions.
        case regionMonitoringDenied = 4

        /// The service cannot monitor a region: it is none, or there are too many.
        case regionMonitoringFailure = 5
        /// Never told here.
        case regionMonitoringSetupDelayed = 6
        /// Never told here.
        case regionMonitoringResponseDelayed = 7
        /// Never told here.
        case geocodeFoundNoResult = 8
        /// Never told here.
        case geocodeFoundPartialResult = 9
        /// Never told here.
        case geocodeCanceled = 10
        /// Never told here.
        case deferredFailed = 11
        /// Never told here.
        case deferredNotUpdatingLocation = 12
        /// Never told here.
        case deferredAccuracyTooLow = 13
        /// Never told here.
        case deferredDistanceFiltered = 14
        /// Never told here.
        case deferredCanceled = 15

        /// Nobody listens for beacons now.
        case rangingUnavailable = 16
        /// Never told here.
        case rangingFailure = 17

        /// The person is not asked.
        case promptDeclined = 18
        /// Never told here.
        case historicalLocationError = 19
    }

    /// The kind of failure.
    public let code: Code

    /// What failed and what to do, in English.
    public let errorDescription: String?

    /// Creates a failure.
    public init(_ code: Code) { self.init(code, nil) }

    init(_ code: Code, _ text: String?) {
        self.code = code
        errorDescription = text ?? "\(code)"
    }

    /// The domain, `kCLErrorDomain`.
    public static var errorDomain: String { kCLErrorDomain }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }

    /// The text, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }
}

// So that code can write `CLError.denied` for the code, also as a pattern.
extension CLError {
    /// No receiver gives a location now; the service goes on trying.
    public static var locationUnknown: Code { .locationUnknown }
    /// The app may not know the location.
    public static var denied: Code { .denied }
    /// The service does not run, or cannot be used.
    public static var network: Code { .network }
    /// No receiver gives a heading now.
    public static var headingFailure: Code { .headingFailure }
    /// The app may not monitor regions.
    public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
    /// The service cannot monitor a region: it is none, or there are too many.
    public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
    /// Never told here.
    public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
    /// Never told here.
    public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
    /// Never told here.
    public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
    /// Never told here.
    public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
    /// Never told here.
    public static var geocodeCanceled: Code { .geocodeCanceled }
    /// Never told here.
    public static var deferredFailed: Code { .deferredFailed }
    /// Never told here.
    public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
    /// Never told here.
    public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
    /// Never told here.
    public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
    /// Never told here.
    public static var deferredCanceled: Code { .deferredCanceled }
    /// Nobody listens for beacons now.
    public static var rangingUnavailable: Code { .rangingUnavailable }
    /// Never told here.
    public static var rangingFailure: Code { .rangingFailure }
    /// The person is not asked.
    public static var promptDeclined: Code { .promptDeclined }
    /// Never told here.
    public static var historicalLocationError: Code { .historicalLocationError }
}

extension CLError.Code {
    /// Returns whether an error is a ``CLError`` with this code, also as an `NSError`: `catch CLError.denied`.
    public static func ~= (code: CLError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == kCLErrorDomain && error.code == code.rawValue
    }
}

extension CLError {
    init(_ error: ClientError) {
        switch error {
        case .noLocation(let absence, _)
        where absence.reason == .locationUnknown || absence.reason == .pausedByPerson:
            self.init(.locationUnknown, error.description)
        case .noLocation: self.init(.denied, error.description)
        case .cannotConnect, .disconnected, .closedUnanswered, .timedOut, .notPermitted:
            self.init(.network, error.description)
        case .refused(let refusal, _) where refusal.isOfOlderService:
            self.init(.network, error.description)
        case .refused(.badManifest, _): self.init(.denied, error.description)
        case .refused where error.isRefusal: self.init(.denied, error.description)
        default: self.init(.locationUnknown, error.description)
        }
    }
}

extension ClientError {
    var isRefusal: Bool {
        switch refusal {
        case .appMismatch, .permissionDenied, .servesWidgets: true
        default: false
        }
    }
}
