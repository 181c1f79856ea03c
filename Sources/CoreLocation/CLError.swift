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

        /// Nobody listens for beacons now.
        case rangingUnavailable = 16

        /// The person is not asked.
        case promptDeclined = 18
    }

    /// The kind of failure.
    public let code: Code

    /// What failed and what to do, in English.
    public let errorDescription: String?

    /// Creates a failure.
    ///
    /// - Parameter code: The kind of failure.
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

    /// No receiver gives a location now.
    public static var locationUnknown: Code { .locationUnknown }

    /// The app may not know the location.
    public static var denied: Code { .denied }

    /// The service does not run, or cannot be used.
    public static var network: Code { .network }

    /// No receiver gives a heading now.
    public static var headingFailure: Code { .headingFailure }

    /// Nobody listens for beacons now.
    public static var rangingUnavailable: Code { .rangingUnavailable }

    /// The person is not asked.
    public static var promptDeclined: Code { .promptDeclined }
}

extension CLError {
    init(_ error: ClientError) {
        switch error {
        case .noLocation(let absence, _) where absence.reason == .locationUnknown:
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
