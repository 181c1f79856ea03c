import Glibc
import LinuxSystem
import Varlink

/// The widgets of an app, each kind with its provider.
///
/// ```swift
/// let widgets = WidgetExtension(
///     app: "org.example.WhereAmI",
///     widgets: [WidgetConfiguration(kind: "where", wantsLocation: true, provider: WhereAmI())]
/// )
/// await widgets.main()
/// ```
public struct WidgetExtension: Sendable {
    /// The app's identifier.
    public let app: String

    /// The kinds of widgets.
    public let widgets: [WidgetConfiguration]

    /// Creates an extension.
    ///
    /// - Parameters:
    ///   - app: The app's identifier, such as `org.example.WhereAmI`.
    ///   - widgets: The kinds of widgets, at least one, with different names.
    public init(app: String, widgets: [WidgetConfiguration]) {
        self.app = app
        self.widgets = widgets
    }

    /// Serves the widgets as the main job of a program, and ends the program when that fails.
    ///
    /// The program ends with a message on standard error and exit status 3 if the service is not there at the start, 1 if
    /// the service refuses this extension. It goes on when the service restarts.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - report: A function that is called with each event that is worth a line in a log.
    public func main(
        on service: WaymarkService = WaymarkService(),
        report: @escaping @Sendable (ProviderReport) -> Void = { _ in }
    ) async -> Never {
        do throws(ClientError) {
            try await run(on: service, report: report)
            exit(0)
        } catch {
            let program = CommandLine.arguments.first?.split(separator: "/").last ?? "provider"
            try? writeAll(Array("\(program): \(error)\n".utf8), to: STDERR_FILENO, named: "standard error")
            if case .cannotConnect = error { exit(3) }
            exit(1)
        }
    }

    /// Serves the widgets until the task is cancelled, through restarts of the service.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - report: A function that is called with each event that is worth a line in a log.
    /// - Throws: ``ClientError`` if the service is not there at the start, or refuses this extension.
    public func run(
        on service: WaymarkService = WaymarkService(),
        report: @escaping @Sendable (ProviderReport) -> Void = { _ in }
    ) async throws(ClientError) {
        var answers: [WidgetIdentifier: Task<Void, Never>] = [:]
        defer { for answer in answers.values { answer.cancel() } }
        var kinds: [KindDeclaration] = []
        for widget in widgets { kinds.append(try widget.declaration()) }
        for try await event in service.serve(app: app, kinds: kinds) {
            switch event {
            case .connected(let session): report(.connected(session.authorization))
            case .authorizationChanged(let authorization): report(.authorizationChanged(authorization))
            case .disconnected(let error, let delay): report(.disconnected(error, retryIn: delay))
            case .snapshot(let request):
                let configuration = try configuration(of: request.context)
                // It ends soon by itself: nobody waits for longer than two seconds.
                Task { await configuration.answer(request) }
            case .reload(let request):
                let widget = request.context.widget
                let configuration = try configuration(of: request.context)
                // A newer request means that the service no longer waits for the older.
                answers[widget]?.cancel()
                answers[widget] = Task { await configuration.answer(request, report: report) }
            }
        }
    }
}

extension WidgetExtension {
    private func configuration(
        of context: TimelineProviderContext
    ) throws(ClientError) -> WidgetConfiguration {
        guard let configuration = widgets.first(where: { $0.kind == context.kind }) else {
            throw .protocolViolation("a request for the kind '\(context.kind)', never declared")
        }
        return configuration
    }
}

/// A kind of widget and its provider.
public struct WidgetConfiguration: Sendable {
    /// The kind's name, unique within the app.
    public let kind: String

    /// Whether the timelines of the kind depend on the location.
    public let wantsLocation: Bool

    private let encodedTimeline: @Sendable (TimelineProviderContext) async throws -> EncodedTimeline
    private let encodedSnapshot: @Sendable (TimelineProviderContext) async throws -> RawJSON

    /// Returns what the service is told of the kind.
    fileprivate let declaration: @Sendable () throws(ClientError) -> KindDeclaration

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - kind: The kind's name, unique within the app.
    ///   - wantsLocation: Whether the timelines of the kind depend on the location. Only then the provider is told the
    ///     location, and asked after a significant change.
    ///   - provider: The code that makes the timelines.
    public init(kind: String, wantsLocation: Bool, provider: some TimelineProvider) {
        self.kind = kind
        self.wantsLocation = wantsLocation
        encodedTimeline = { context in try await EncodedTimeline(provider.timeline(in: context)) }
        encodedSnapshot = { context in try content(of: try await provider.snapshot(in: context), at: 0) }
        declaration = { () throws(ClientError) in
            let context = TimelineProviderContext(previewOf: kind, deadline: .now)
            return try KindDeclaration(
                kind: kind,
                wantsLocation: wantsLocation,
                placeholder: provider.placeholder(in: context)
            )
        }
    }

    fileprivate func answer(_ request: SnapshotRequest) async {
        let content = try? await encodedSnapshot(request.context)
        // Without an answer in time, the gallery shows the placeholder.
        try? await request.deliver(content: content)
    }

    fileprivate func answer(
        _ request: TimelineRequest,
        report: @Sendable (ProviderReport) -> Void
    ) async {
        let widget = request.context.widget
        do throws(ClientError) {
            guard let problem = try await deliverTimeline(for: request), !Task.isCancelled else { return }
            let delay = try await request.fail(problem)
            report(.timelineFailed(widget, problem, retryIn: delay))
        } catch {
            guard !Task.isCancelled else { return }
            report(.answerRefused(widget, error))
        }
    }

    /// Makes a timeline and delivers it; returns why there is none to deliver.
    private func deliverTimeline(for request: TimelineRequest) async throws(ClientError) -> String? {
        let timeline: EncodedTimeline
        do {
            timeline = try await encodedTimeline(request.context)
        } catch { return "\(error)" }
        do throws(ClientError) {
            try await request.deliver(timeline)
            return nil
        } catch {
            guard case .invalidTimeline = error else { throw error }
            return "\(error)"
        }
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
