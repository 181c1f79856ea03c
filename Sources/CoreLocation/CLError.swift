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

        /// The service does not run, or cannot be reached.
        case network = 2

        /// No receiver gives a heading now.
        case headingFailure = 3

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

    /// The service does not run, or cannot be reached.
    public static var network: Code { .network }

    /// No receiver gives a heading now.
    public static var headingFailure: Code { .headingFailure }

    /// The person is not asked.
    public static var promptDeclined: Code { .promptDeclined }
}

extension CLError {
    init(_ error: ClientError) {
        switch error {
        case .noLocation(let absence): self.init(absence)
        case .cannotConnect, .disconnected: self.init(.network, error.description)
        case .anotherApp, .permissionDenied, .badManifest: self.init(.denied, error.description)
        default: self.init(.locationUnknown, error.description)
        }
    }

    init(_ absence: LocationAbsence) {
        switch absence.reason {
        case .locationUnknown: self.init(.locationUnknown, absence.text)
        case .notDetermined, .restricted, .denied, .servicesOff, .insufficientlyInUse,
            .serviceSessionRequired:
            self.init(.denied, absence.text)
        }
    }
}
