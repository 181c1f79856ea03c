public import LocationModel
import WaymarkInterfaces

/// A declaration of what an app needs for one of its features, while something refers to it.
///
/// The service asks the person when the rules allow it, and again after a permission for once has ended. An app whose
/// manifest has `RequireServiceSession=yes` gets locations only during a session. Hold one session for each feature; they
/// add up.
///
/// ```swift
/// let session = ServiceSession(authorization: .whenInUse, for: "org.example.Weather")
/// for try await diagnostic in session.diagnostics {
///     print(diagnostic.text ?? "all is well")
/// }
/// ```
///
/// The session goes on through restarts of the service.
public final class ServiceSession: Sendable {
    /// The authorization that an app needs during a session.
    public typealias AuthorizationRequirement = SessionRequirement

    /// The requirements of a session that are not met.
    public struct Diagnostic: Hashable, Sendable {
        /// The unmet requirements; empty if all is well.
        public let diagnostics: Set<LiveDiagnostic>

        /// The same in English; `nil` if all is well.
        public let text: String?
    }

    /// The requirements that are not met: at first, and after each change.
    ///
    /// An element that is not read is replaced by the next. The iteration ends with the session. It throws
    /// `ClientError` if the service is not there at the start, refuses the app, or breaks the protocol; the
    /// session has ended then.
    public let diagnostics: ServiceEvents<Diagnostic>

    private let holding: Task<Void, Never>

    /// Begins a session.
    ///
    /// For full accuracy, the purpose key is the name of a section `[TemporaryAccuracy KEY]` of the app's
    /// manifest. A session in the `background` keeps the app in use although its windows are hidden, which
    /// the person is shown; it begins when the app is in use.
    public init(
        authorization: AuthorizationRequirement,
        fullAccuracyPurposeKey: String? = nil,
        background: Bool = false,
        for app: String = WaymarkService.defaultApp,
        on service: WaymarkService = WaymarkService()
    ) {
        let method = LocationInterface.HoldSession(
            app: app,
            level: authorization,
            fullAccuracyPurpose: fullAccuracyPurposeKey,
            background: background ? true : nil
        )
        let updates = service.updates(method, for: app) { $0.event == .keepAlive ? nil : Diagnostic($0) }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Result<Diagnostic, ClientError>.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        diagnostics = ServiceEvents {
            var diagnostics = stream.makeAsyncIterator()
            return { () async throws(ClientError) in
                try await diagnostics.next(isolation: #isolation)?.get()
            }
        }
        holding = Task {
            defer { continuation.finish() }
            do throws(ClientError) {
                for try await diagnostic in updates { continuation.yield(.success(diagnostic)) }
            } catch { continuation.yield(.failure(error)) }
        }
    }

    deinit { invalidate() }

    /// Ends the session.
    public func invalidate() { holding.cancel() }
}

extension ServiceSession.Diagnostic {
    fileprivate init(_ reply: LocationInterface.HoldSession.Reply) {
        diagnostics = Set(reply.diagnostics ?? [])
        text = reply.text
    }
}
