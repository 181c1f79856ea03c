import LocationModel
import Waymark

/// A declaration of what the app needs for one of its features, while something refers to it.
///
/// The person is asked when the rules allow it, and again after a permission for once has ended.
public final class CLServiceSession: Sendable {
    /// The authorization that the app needs.
    public enum AuthorizationRequirement: Int, Hashable, Sendable {
        /// Any; the person is not asked.
        case none = 0

        /// While the app is in use.
        case whenInUse = 1

        /// At any time.
        case always = 2

        /// The same for the library.
        fileprivate var requirement: ServiceSession.AuthorizationRequirement {
            switch self {
            case .none: .none
            case .whenInUse: .whenInUse
            case .always: .always
            }
        }
    }

    /// What the app needs and does not have.
    public struct Diagnostic: Hashable, Sendable {
        private let diagnostics: Set<LiveDiagnostic>

        init(_ diagnostics: Set<LiveDiagnostic>) { self.diagnostics = diagnostics }

        /// Whether the person said no, or location services are off.
        public var authorizationDenied: Bool {
            diagnostics.contains(.authorizationDenied) || authorizationDeniedGlobally
        }

        /// Whether location services are off.
        public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }

        /// Whether the administrator forbids it.
        public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }

        /// Whether the person is being asked.
        public var authorizationRequestInProgress: Bool {
            diagnostics.contains(.authorizationRequestInProgress)
        }

        /// Whether the app is not in use.
        public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }

        /// Whether the app's manifest requires a session, and it has none.
        public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }

        /// Whether the app does not have the full accuracy that it asked for.
        public var fullAccuracyDenied: Bool { diagnostics.contains(.fullAccuracyDenied) }

        /// Whether the app may not know the location at any time.
        public var alwaysAuthorizationDenied: Bool { diagnostics.contains(.alwaysAuthorizationDenied) }
    }

    /// What the app needs and does not have: at first, and after each change.
    public let diagnostics: AsyncStream<Diagnostic>

    private let session: ServiceSession?
    private let telling: Task<Void, Never>?

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - authorization: The authorization that the app needs.
    ///   - fullAccuracyPurposeKey: The name of a section `[TemporaryAccuracy KEY]` of the app's manifest, if the app needs full
    ///     accuracy.
    public init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String? = nil) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Diagnostic.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        diagnostics = stream
        guard RunningApp.shared.refusalAsWidgets(of: "CLServiceSession") == nil else {
            (session, telling) = (nil, nil)
            continuation.finish()
            return
        }
        let session = ServiceSession(
            authorization: authorization.requirement,
            fullAccuracyPurposeKey: fullAccuracyPurposeKey
        )
        self.session = session
        telling = Task { [diagnostics = session.diagnostics] in
            defer { continuation.finish() }
            do throws(ClientError) {
                for try await diagnostic in diagnostics {
                    continuation.yield(Diagnostic(diagnostic.diagnostics))
                }
            } catch { complain("\(error)") }
        }
    }

    deinit { invalidate() }

    /// Ends the session.
    public func invalidate() {
        session?.invalidate()
        telling?.cancel()
    }
}
