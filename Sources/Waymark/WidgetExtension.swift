/// The widgets of an app, each with its provider.
///
/// ```swift
/// let widgets = WidgetExtension(
///     app: "org.example.WhereAmI",
///     widgets: [WidgetConfiguration(kind: "where", wantsLocation: true, provider: WhereAmI())]
/// )
/// try await widgets.run()
/// ```
public struct WidgetExtension: Sendable {
    /// The app.
    public let app: String

    /// Its widgets.
    public let widgets: [WidgetConfiguration]

    /// Creates an extension.
    ///
    /// - Parameters:
    ///   - app: The app, by whose name the person authorizes it.
    ///   - widgets: Its widgets, at least one, each of another kind.
    public init(app: String, widgets: [WidgetConfiguration]) {
        self.app = app
        self.widgets = widgets
    }

    /// Answers the service until the task is cancelled, through restarts of the service.
    ///
    /// - Parameters:
    ///   - service: Whom to serve.
    ///   - report: Called with what a log should tell.
    /// - Throws: ``ClientError`` when the service is not there at the start, or refuses this extension.
    public func run(
        on service: WaymarkService = WaymarkService(),
        report: @escaping @Sendable (ProviderReport) -> Void = { _ in }
    ) async throws(ClientError) {
        var answers: [WidgetIdentifier: Task<Void, Never>] = [:]
        defer { for answer in answers.values { answer.cancel() } }
        let kinds = widgets.map { KindDeclaration(kind: $0.kind, wantsLocation: $0.wantsLocation) }
        for try await event in service.serve(app: app, kinds: kinds) {
            switch event {
            case .connected(let session): report(.connected(session.authorization))
            case .authorizationChanged(let authorization): report(.authorizationChanged(authorization))
            case .disconnected(let error, let delay): report(.disconnected(error, retryIn: delay))
            case .reload(let request):
                let widget = request.context.widget
                guard let configuration = widgets.first(where: { $0.kind == request.context.kind }) else {
                    throw .protocolViolation("a reload of the kind '\(request.context.kind)', never declared")
                }
                // A newer request means that the service no longer waits for the older.
                answers[widget]?.cancel()
                answers[widget] = Task { await configuration.answer(request, report: report) }
            }
        }
    }
}

/// A kind of widget and its provider.
public struct WidgetConfiguration: Sendable {
    /// The kind's name, unique within the app.
    public let kind: String

    /// Whether its timelines depend on the location.
    public let wantsLocation: Bool

    private let timeline: @Sendable (TimelineProviderContext) async throws -> EncodedTimeline

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - kind: The kind's name, unique within the app.
    ///   - wantsLocation: Whether its timelines depend on the location; only then is it told, and reloaded on a
    ///     significant change.
    ///   - provider: What makes its timelines.
    public init(kind: String, wantsLocation: Bool, provider: some TimelineProvider) {
        self.kind = kind
        self.wantsLocation = wantsLocation
        timeline = { context in try await EncodedTimeline(provider.timeline(in: context)) }
    }

    fileprivate func answer(
        _ request: TimelineRequest,
        report: @Sendable (ProviderReport) -> Void
    ) async {
        let widget = request.context.widget
        do throws(ClientError) {
            do {
                try await request.deliver(timeline(request.context))
            } catch let error as ClientError where !error.isAboutTimeline {
                throw error
            } catch {
                guard !Task.isCancelled else { return }
                let delay = try await request.fail("\(error)")
                report(.timelineFailed(widget, "\(error)", retryIn: delay))
            }
        } catch {
            guard !Task.isCancelled else { return }
            report(.answerRefused(widget, error))
        }
    }
}

/// What a running extension has to tell a log.
@nonexhaustive public enum ProviderReport: Sendable {
    /// The service knows the extension.
    case connected(Authorization)

    /// The person changed what the app may know.
    case authorizationChanged(Authorization)

    /// The service went away, and is looked for again after a time.
    case disconnected(ClientError, retryIn: Duration)

    /// A timeline could not be made or was none; the service asks again after a time.
    case timelineFailed(WidgetIdentifier, String, retryIn: Duration)

    /// The service did not want the answer any more.
    case answerRefused(WidgetIdentifier, ClientError)
}
