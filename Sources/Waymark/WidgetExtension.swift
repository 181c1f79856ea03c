import Glibc

/// The widgets of an app as one job of a program that has others, or that learns its kinds only when it runs.
///
/// A program that does nothing else is a ``Widget`` or a ``WidgetBundle``.
public struct WidgetExtension: Sendable {
    /// The app's identifier.
    public let app: String

    private let kinds: [ProvidedKind]

    /// Creates an extension of at least one kind of widget, with different names.
    public init(app: String, widgets: [any WidgetConfiguration]) {
        self.app = app
        kinds = widgets.flatMap(\.kinds)
    }

    /// Serves the widgets as the main job of a program, and ends the program when that fails.
    ///
    /// The program ends with a message on standard error and exit status 3 if the service is not there at the start, 1 if
    /// the service refuses this extension. It goes on when the service restarts.
    public func main(
        on service: WaymarkService = WaymarkService(),
        report: @escaping @Sendable (ProviderReport) -> Void = { _ in }
    ) async -> Never {
        do throws(ClientError) {
            try await run(on: service, report: report)
            exit(0)
        } catch {
            complain("\(error)")
            if case .cannotConnect = error { exit(3) }
            exit(1)
        }
    }

    /// Serves the widgets until the task is cancelled, through restarts of the service.
    ///
    /// A provider that the service had started also returns when nothing needs it any more.
    ///
    /// - Throws: `ClientError` if the service is not there at the start, or refuses this extension.
    public func run(
        on service: WaymarkService = WaymarkService(),
        report: @escaping @Sendable (ProviderReport) -> Void = { _ in }
    ) async throws(ClientError) {
        var answers: [WidgetIdentifier: Task<Void, Never>] = [:]
        defer { for answer in answers.values { answer.cancel() } }
        let declarations = try kinds.map { (kind) throws(ClientError) in try kind.declaration() }
        for try await event in service.serve(app: app, kinds: declarations) {
            switch event {
            case .connected(let session): report(.connected(session.authorization))
            case .authorizationChanged(let authorization): report(.authorizationChanged(authorization))
            case .stop: return
            case .disconnected(let error, let delay): report(.disconnected(error, retryIn: delay))
            case .snapshot(let request):
                let kind = try kind(of: request.context)
                // It ends soon by itself: nobody waits for longer than two seconds.
                Task { await kind.answer(request) }
            case .reload(let request):
                let widget = request.context.widget
                let kind = try kind(of: request.context)
                // A newer request means that the service no longer waits for the older.
                answers[widget]?.cancel()
                answers[widget] = Task { await kind.answer(request, report: report) }
            }
        }
    }

    private func kind(of context: TimelineProviderContext) throws(ClientError) -> ProvidedKind {
        try kinds.first { $0.kind == context.kind }
            .orViolation("a request for the kind '\(context.kind)', never declared")
    }
}

/// An event of a running extension that is worth a line in a log.
@nonexhaustive public enum ProviderReport: Sendable {
    /// The service knows the extension.
    case connected(Authorization)

    /// The person changed the app's authorization.
    case authorizationChanged(Authorization)

    /// The service went away; the extension tries to connect again after a delay.
    case disconnected(ClientError, retryIn: Duration)

    /// The provider made no timeline, or a wrong one; the service asks again after a delay.
    case timelineFailed(WidgetIdentifier, String, retryIn: Duration)

    /// The service no longer wanted the answer.
    case answerRefused(WidgetIdentifier, ClientError)
}
