// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

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
        case whenInUse = 1
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

    /// The requirements of a session that are not met.
    public struct Diagnostic: Hashable, Sendable {
        private let diagnostics: Set<LiveDiagnostic>

        init(_ diagnostics: Set<LiveDiagnostic>) { self.diagnostics = diagnostics }

        public var authorizationDenied: Bool {
            diagnostics.contains(.authorizationDenied) || authorizationDeniedGlobally
        }

        public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }
        public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }

        public var authorizationRequestInProgress: Bool {
            diagnostics.contains(.authorizationRequestInProgress)
        }

        public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }
        public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }
        public var fullAccuracyDenied: Bool { diagnostics.contains(.fullAccuracyDenied) }
        public var alwaysAuthorizationDenied: Bool { diagnostics.contains(.alwaysAuthorizationDenied) }
    }

    /// The requirements that are not met: at first, and after each change.
    public let diagnostics: AsyncStream<Diagnostic>

    private let session: ServiceSession?
    private let telling: Task<Void, Never>?

    /// Begins a session; the key is the name of a section `[TemporaryAccuracy KEY]` of the app's manifest.
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

    public func invalidate() {
        session?.invalidate()
        telling?.cancel()
    }
}
