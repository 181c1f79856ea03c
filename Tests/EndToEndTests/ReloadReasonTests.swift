import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// The table of reasons in `docs/behaviour.md`, and which of them `docs/budget.md` charges, with real processes.
@Suite("A reload of the running service", .ownThreads, .timeLimit(.minutes(10)))
struct ReloadReasonTests {
    private static let app = "org.example.app"

    @Test("has each reason in turn, and is charged only for what the provider or another program wanted")
    func reasons() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(
            receiver: try StillRecording.url(in: folder),
            configuration: "[Widgets]\nMinimumReloadInterval=0\nRetryAfter=1s\n"
        )
        let client = try ScriptedClient(daemon)
        let provider = try await ScriptedProvider(elsewhere: daemon, app: Self.app)
        func next(
            _ reason: ReloadReason,
            then policy: WidgetsInterface.ReloadPolicy = .never
        ) async throws {
            let reload = try await provider.nextReload()
            #expect(reload.reason == reason)
            var timeline = provider.timeline(for: reload.request)
            timeline.policy = policy
            timeline.after = policy == .after ? "2026-01-01T00:00:00Z" : nil
            try provider.calls.call(timeline)
        }
        let settings = SettingsInterface.Authorize(
            app: Self.app,
            status: .authorizedWhenInUse,
            widgets: .granted
        )
        try client.call(settings)
        // The first place is told before, as it would be a significant change.
        let other = "org.example.other"
        try client.call(SettingsInterface.Authorize(app: other, status: .authorizedAlways))
        #expect(try client.call(LocationInterface.GetLocation(app: other)).location != nil)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try await next(.placed)
        try client.call(HostInterface.SetVisibility(widget: widget, visible: true))
        try await next(.locationAvailable, then: .after)
        try await next(.dateReached, then: .atEnd)
        try await next(.timelineEnded)
        try client.call(WidgetsInterface.Push(app: Self.app))
        try await next(.pushed)
        try client.call(HostInterface.Configure(widget: widget, family: .inline))
        try await next(.configurationChanged)
        let ask = WidgetsInterface.ReloadTimelines(session: provider.session)
        try provider.calls.call(ask)
        let failed = try await provider.nextReload()
        #expect(failed.reason == .requestedByProvider)
        try provider.calls.call(
            WidgetsInterface.FailTimeline(
                session: provider.session,
                request: failed.request,
                message: "no network"
            )
        )
        try await next(.retry)
        let app = try await ScriptedApp(daemon, app: Self.app)
        try provider.calls.call(ask)
        try await next(.requestedByProvider)
        try client.call(SettingsInterface.Authorize(app: Self.app, status: .denied))
        try await next(.authorizationChanged)
        withExtendedLifetime(app) {}

        let journal = try await Tool(daemon).succeed("journal", "--format", "json", "--widget", widget)
        let charges = try JSON.lines(journal).map { $0["evidence"] }.compactMap { evidence in
            evidence["charge"].string.map { "\(evidence["reason"].string ?? "") \($0)" }
        }
        #expect(
            charges == [
                "placed free", "locationAvailable free", "dateReached charged", "timelineEnded charged",
                "pushed charged", "configurationChanged free", "requestedByProvider charged", "retry free",
                "requestedByProvider free", "authorizationChanged free",
            ]
        )
    }
}
