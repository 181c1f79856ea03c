import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@Suite("A timeline that a provider delivers")
struct DeliveryTests {
    /// A provider in a service of its own, and a program that places its widgets.
    private struct Provider {
        let service: ServiceInMemory
        let client: ClientInMemory
        let session: String
        private let stream: ClientInMemory

        init(_ service: ServiceInMemory, app: String = "org.example.app") throws {
            self.service = service
            client = try service.connect()
            stream = try service.connect()
            session = try stream.serve(app, wantsLocation: false)
        }

        func place() throws -> (widget: String, reload: WidgetsInterface.Reload) {
            let widget = try client.call(HostInterface.Place(app: "org.example.app", kind: "where")).widget
            return (widget, try nextReload())
        }

        func nextReload() throws -> WidgetsInterface.Reload {
            try #require(try stream.events(WidgetsInterface.Serve.Reply.self).compactMap(\.reload).first)
        }

        func timeline(for request: String) -> WidgetsInterface.DeliverTimeline {
            let entry = WidgetsInterface.Entry(date: "2026-01-01T00:00:00Z", content: RawJSON(checked: "{}"))
            return .init(session: session, request: request, entries: [entry], policy: .never)
        }

        func refusal(of request: String) throws -> String? {
            let failure = try client.failure(timeline(for: request))
            #expect(failure.name == "RequestOver" && failure.parameters["request"]?.text == request)
            return failure.parameters["why"]?.text
        }
    }

    @Test("is refused if its request is answered or unknown, or its widget removed")
    func over() throws {
        let provider = try Provider(try ServiceInMemory())
        let answered = try provider.place().reload.request
        try provider.client.call(provider.timeline(for: answered))
        #expect(try provider.refusal(of: answered) == "answered")
        let (widget, removed) = try provider.place()
        try provider.client.call(HostInterface.Remove(widget: widget))
        #expect(try provider.refusal(of: removed.request) == "removed")
        #expect(try provider.refusal(of: "r999") == "unknown")
        // The request is unknown to another session.
        let other = try Provider(provider.service, app: "org.example.other")
        #expect(try other.refusal(of: answered) == "unknown")
    }

    @Test("is refused if it is late, and requested again")
    func late() throws {
        let configuration = "[Widgets]\nTimelineDeadline=20s\nRetryAfter=10s\n"
        let provider = try Provider(try ServiceInMemory(configuration: configuration))
        let (widget, missed) = try provider.place()
        try provider.service.advance(by: .seconds(21))
        #expect(try provider.refusal(of: missed.request) == "late")
        try provider.service.advance(by: .seconds(10))
        let again = try provider.nextReload()
        #expect(again.widget == widget && again.reason == .retry)
    }

    @Test("that cannot be made is in the journal with the first 500 characters of the reason")
    func longReason() throws {
        let provider = try Provider(try ServiceInMemory())
        let (session, request) = (provider.session, try provider.place().reload.request)
        let reason = String(repeating: "é", count: 501)
        let failed = WidgetsInterface.FailTimeline(session: session, request: request, message: reason)
        try provider.client.call(failed)
        let journal = try provider.service.connect().open(InspectInterface.WatchDecisions())
        let decision = try #require(journal.flatMap(\.decisions).first { $0.decision == "timelineFailed" })
        #expect(decision.text.split(separator: "é", omittingEmptySubsequences: false).count == 501)
    }

    @Test("is refused if the session is not the caller's or the timeline is invalid")
    func nonsense() throws {
        let provider = try Provider(try ServiceInMemory())
        let reload = try provider.place().reload
        let proper = provider.timeline(for: reload.request)
        let table: [(name: String, WidgetsInterface.DeliverTimeline)] = [
            ("entries[0].date", proper.with { $0.entries[0].date = "yesterday" }),
            ("entries[0].content", proper.with { $0.entries[0].content = RawJSON(checked: "5") }),
            ("entries", proper.with { $0.entries = [] }),
            ("entries", proper.with { $0.entries = Array(repeating: $0.entries[0], count: 257) }),
            ("after", proper.with { $0.policy = .after }),
            ("after", proper.with { ($0.policy, $0.after) = (.never, "2026-01-01T00:00:00Z") }),
            ("request", proper.with { $0.request = "nonsense" }),
        ]
        for (name, parameters) in table {
            let failure = try provider.client.failure(parameters)
            #expect(failure.name == "InvalidParameter" && failure.parameters["parameter"]?.text == name)
        }
        let stranger = try provider.client.failure(proper.with { $0.session = "s999" })
        #expect(stranger.name == "UnknownSession" && stranger.parameters["session"]?.text == "s999")
        // The request is still pending.
        try provider.client.call(proper)
    }
}

extension WidgetsInterface.DeliverTimeline {
    fileprivate func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
