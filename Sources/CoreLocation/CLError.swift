// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Waymark

/// The domain of ``CLError`` as an `NSError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// A failure of a location service.
public struct CLError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// The kind of failure; those without a description never occur here.
    public enum Code: Int, Hashable, Sendable {
        /// No receiver gives a location now; the service goes on trying.
        case locationUnknown = 0

        /// The app is not authorized for the location.
        case denied = 1

        /// The service does not run, or cannot be used.
        case network = 2

        /// No receiver gives a heading now.
        case headingFailure = 3

        /// The app is not authorized to monitor regions.
        case regionMonitoringDenied = 4

        /// The service cannot monitor the region: it is invalid, or there are too many.
        case regionMonitoringFailure = 5

        case regionMonitoringSetupDelayed = 6
        case regionMonitoringResponseDelayed = 7
        case geocodeFoundNoResult = 8
        case geocodeFoundPartialResult = 9
        case geocodeCanceled = 10
        case deferredFailed = 11
        case deferredNotUpdatingLocation = 12
        case deferredAccuracyTooLow = 13
        case deferredDistanceFiltered = 14
        case deferredCanceled = 15

        /// No program listens for beacons now.
        case rangingUnavailable = 16

        case rangingFailure = 17

        /// The person is not asked.
        case promptDeclined = 18

        case historicalLocationError = 19
    }

    public let code: Code

    /// The error message in English: what failed and what to do.
    public let errorDescription: String?

    public init(_ code: Code) { self.init(code, nil) }

    init(_ code: Code, _ text: String?) {
        self.code = code
        errorDescription = text ?? "\(code)"
    }

    public static var errorDomain: String { kCLErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }
}

// So that code can write `CLError.denied` for the code, also as a pattern; ``CLError/Code`` says what each means.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CLError {
    public static var locationUnknown: Code { .locationUnknown }
    public static var denied: Code { .denied }
    public static var network: Code { .network }
    public static var headingFailure: Code { .headingFailure }
    public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
    public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
    public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
    public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
    public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
    public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
    public static var geocodeCanceled: Code { .geocodeCanceled }
    public static var deferredFailed: Code { .deferredFailed }
    public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
    public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
    public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
    public static var deferredCanceled: Code { .deferredCanceled }
    public static var rangingUnavailable: Code { .rangingUnavailable }
    public static var rangingFailure: Code { .rangingFailure }
    public static var promptDeclined: Code { .promptDeclined }
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
        let code: Code =
            switch error {
            case .noLocation(let absence, _):
                [.locationUnknown, .pausedByPerson].contains(absence.reason) ? .locationUnknown : .denied
            case .cannotConnect, .disconnected, .closedUnanswered, .timedOut, .notPermitted: .network
            case .refused(let refusal, _) where refusal.isOfOlderService: .network
            case .refused(.badManifest, _): .denied
            default: error.isRefusal ? .denied : .locationUnknown
            }
        self.init(code, error.description)
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
