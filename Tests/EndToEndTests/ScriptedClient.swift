import LinuxSystem
import LocationModel
import ServiceClient
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

struct ScriptedClient: ServiceCaller {
    let connection: ServiceConnection

    init(_ daemon: DaemonProcess) throws { try self.init(at: daemon.socketPath) }

    init(at socketPath: String) throws { connection = try ServiceConnection(to: socketPath) }

    @discardableResult
    func call<Parameters: MethodParameters>(_ parameters: Parameters) throws -> Parameters.Reply {
        try connection.call(parameters).value
    }

    /// Places a widget of the scripted provider's app, authorizes the app when-in-use, and marks the widget as in view.
    ///
    /// It is so as long as the host's session, if there is one.
    @discardableResult
    func placeInView(of session: String? = nil) throws -> String {
        let app = "org.example.app"
        try authorize(app, .authorizedWhenInUse, widgets: .granted)
        let widget = try call(HostInterface.Place(app: app, kind: "where")).widget
        try call(HostInterface.SetVisibility(widget: widget, visible: true, session: session))
        return widget
    }

    func failure(of parameters: some MethodParameters) throws -> ServiceRefusal {
        let error = #expect(throws: ClientError.self) { try call(parameters) }
        return try #require(error?.refusal)
    }

    /// Opens a stream.
    ///
    /// The connection then accepts no calls.
    func stream<Parameters: MethodParameters>(_ parameters: Parameters) throws -> ScriptedStream<Parameters> {
        ScriptedStream(try connection.stream(parameters))
    }
}

/// A stream that a test reads without blocking other tests.
final class ScriptedStream<Parameters: MethodParameters> {
    private let stream: ServiceStream<Parameters>

    init(_ stream: ServiceStream<Parameters>) { self.stream = stream }

    /// Returns a reply that has already arrived; `nil` if there is none.
    func poll() throws -> Parameters.Reply? { try stream.next(timeout: .zero)?.value }

    func next() async throws -> Parameters.Reply {
        try await waiting(for: "a reply to \(Parameters.method)") { try poll() }
    }
}

final class ScriptedProvider {
    let stream: ScriptedStream<WidgetsInterface.Serve>
    let calls: ScriptedClient
    let session: String
    private(set) var authorization: WidgetsInterface.Authorization?

    convenience init(
        _ daemon: DaemonProcess,
        app: String = "org.example.app",
        wantsLocation: Bool = true
    ) async throws {
        try await self.init(at: daemon.socketPath, app: app, wantsLocation: wantsLocation)
    }

    init(at socketPath: String, app: String = "org.example.app", wantsLocation: Bool = true) async throws {
        let kind = WidgetsInterface.KindDeclaration(kind: "where", wantsLocation: wantsLocation)
        stream = try ScriptedClient(at: socketPath).stream(WidgetsInterface.Serve(app: app, kinds: [kind]))
        calls = try ScriptedClient(at: socketPath)
        let first = try await stream.next()
        session = try #require(first.session)
        authorization = first.authorization
    }

    /// Waits for the next request, recording other events.
    func nextReload() async throws -> WidgetsInterface.Reload {
        try await waiting(for: "a reload") {
            while let event = try stream.poll() {
                if let authorization = event.authorization { self.authorization = authorization }
                if let reload = event.reload { return reload }
            }
            return nil
        }
    }

    func answer(_ reload: WidgetsInterface.Reload, _ text: String = "here") throws {
        try calls.call(timeline(for: reload.request, text))
    }

    func timeline(for request: String, _ text: String = "here") -> WidgetsInterface.DeliverTimeline {
        WidgetsInterface.DeliverTimeline(
            session: session,
            request: request,
            entries: [.init(date: "2026-01-01T00:00:00Z", content: RawJSON(["text": text]))],
            policy: .never
        )
    }

    /// Answers requests up to and including the first one that `isWanted`, and returns it.
    func answer(until isWanted: (WidgetsInterface.Reload) -> Bool) async throws -> WidgetsInterface.Reload {
        while true {
            let reload = try await nextReload()
            try answer(reload)
            if isWanted(reload) { return reload }
        }
    }
}
