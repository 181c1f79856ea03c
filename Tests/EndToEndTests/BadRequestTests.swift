import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@Suite("An unexpected timeline", .ownThreads, .timeLimit(.minutes(10)))
struct BadRequestTests {
    /// Delivers a timeline and returns the reason for which it is refused.
    private func refusal(of provider: ScriptedProvider, _ request: String) throws -> String? {
        let failure = try provider.calls.failure(of: provider.timeline(for: request))
        #expect(failure.name == "io.waymark.Widgets.RequestOver")
        #expect(failure.parameters["request"].string == request)
        return failure.parameters["why"].string
    }

    private func place(_ daemon: DaemonProcess) throws -> String {
        try ScriptedClient(daemon).call(HostInterface.Place(app: "org.example.app", kind: "where")).widget
    }

    @Test("is refused if its request is answered or unknown, or its widget removed")
    func over() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon)
        _ = try place(daemon)
        let answered = try await provider.nextReload()
        try provider.answer(answered)
        #expect(try refusal(of: provider, answered.request) == "answered")

        let widget = try place(daemon)
        let removed = try await provider.nextReload()
        try ScriptedClient(daemon).call(HostInterface.Remove(widget: widget))
        #expect(try refusal(of: provider, removed.request) == "removed")
        #expect(try refusal(of: provider, "r999") == "unknown")

        // The request is unknown to another session.
        let other = try await ScriptedProvider(daemon, app: "org.example.other")
        #expect(try refusal(of: other, answered.request) == "unknown")
    }

    @Test("is refused if it is late, and requested again")
    func late() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Widgets]\nTimelineDeadline=200ms\nRetryAfter=100ms\n"
        )
        let provider = try await ScriptedProvider(daemon)
        let widget = try place(daemon)
        let missed = try await provider.nextReload()
        try await daemon.hasLogged("no answer to \(missed.request) in time")
        #expect(try refusal(of: provider, missed.request) == "late")
        let again = try await provider.nextReload()
        #expect(again.widget == widget)
        #expect(again.reason == .retry)
    }

    @Test("that cannot be made is in the journal with the first 500 characters of the reason")
    func longReason() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon)
        _ = try place(daemon)
        let reload = try await provider.nextReload()
        try provider.calls.call(
            WidgetsInterface.FailTimeline(
                session: provider.session,
                request: reload.request,
                message: String(repeating: "é", count: 501)
            )
        )
        let journal = try JSON.lines(try await Tool(daemon).succeed("journal", "--format", "json"))
        let failed = try #require(journal.first { $0["decision"].string == "timelineFailed" })
        #expect(failed["text"].string?.split(separator: "é", omittingEmptySubsequences: false).count == 501)
    }

    @Test("is refused if the session is not the caller's or the timeline is invalid")
    func nonsense() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon)
        _ = try place(daemon)
        let reload = try await provider.nextReload()
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
            let failure = try provider.calls.failure(of: parameters)
            #expect(failure.name == "org.varlink.service.InvalidParameter")
            #expect(failure.parameters["parameter"].string == name)
        }
        let stranger = try provider.calls.failure(of: proper.with { $0.session = "s999" })
        #expect(stranger.name == "io.waymark.Widgets.UnknownSession")
        #expect(stranger.parameters["session"].string == "s999")
        // The request is still pending.
        try provider.answer(reload)
    }
}

extension WidgetsInterface.DeliverTimeline {
    fileprivate func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
