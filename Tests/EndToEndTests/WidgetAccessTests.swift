import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// The table of who gets a location, in `docs/behaviour.md`, with real processes.
@Suite("A widget of the running service", .ownThreads, .timeLimit(.minutes(10)))
struct WidgetAccessTests {
    private static let app = "org.example.app"

    enum Setting: String, CaseIterable {
        case whileUsingTheApp, whileUsingTheAppOrWidgets, always, denied, servicesOff, notDetermined
    }

    enum Use: String, CaseIterable {
        case appInUse, seenLately, seenBefore
    }

    private static func choose(_ setting: Setting, _ client: ScriptedClient) throws {
        switch setting {
        case .whileUsingTheApp:
            try client.call(
                SettingsInterface.Authorize(app: app, status: .authorizedWhenInUse, widgets: .refused)
            )
        case .whileUsingTheAppOrWidgets:
            try client.call(
                SettingsInterface.Authorize(app: app, status: .authorizedWhenInUse, widgets: .granted)
            )
        case .always: try client.call(SettingsInterface.Authorize(app: app, status: .authorizedAlways))
        case .denied: try client.call(SettingsInterface.Authorize(app: app, status: .denied))
        case .servicesOff:
            try client.call(SettingsInterface.Authorize(app: app, status: .authorizedAlways))
            try client.call(SettingsInterface.SwitchServices(on: false))
        case .notDetermined: break
        }
    }

    private static func absence(_ setting: Setting, _ use: Use) -> LocationAbsence? {
        switch (setting, use) {
        case (.whileUsingTheApp, .appInUse), (.whileUsingTheAppOrWidgets, .appInUse): nil
        case (.whileUsingTheAppOrWidgets, .seenLately), (.always, _): nil
        case (.whileUsingTheAppOrWidgets, .seenBefore): .insufficientlyInUse
        case (.whileUsingTheApp, _), (.denied, _), (.servicesOff, _), (.notDetermined, _): .unauthorized
        }
    }

    @Test(
        "is given the location, or told why not, as the table says",
        arguments: Setting.allCases,
        Use.allCases
    )
    func cell(_ setting: Setting, _ use: Use) async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(
            receiver: try StillRecording.url(in: folder),
            configuration: use == .seenLately ? "" : "[Widgets]\nInUseWindow=1ms\n"
        )
        let client = try ScriptedClient(daemon)
        let provider = try await ScriptedProvider(elsewhere: daemon, app: Self.app)
        try Self.choose(setting, client)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try client.call(HostInterface.SetVisibility(widget: widget, visible: true))
        if use == .seenBefore, setting == .whileUsingTheAppOrWidgets || setting == .always {
            // A change of location that comes later would wait for the next view, and with it what is asked for.
            _ = try await provider.answer { $0.location != nil }
        }
        try client.call(HostInterface.SetVisibility(widget: widget, visible: false))
        let app = use == .appInUse ? try await ScriptedApp(daemon, app: Self.app) : nil
        if use == .seenBefore {
            try await waiting(until: "the end of the window") {
                try client.call(InspectInterface.ListWidgets()).widgets.allSatisfy { !$0.inUse }
            }
        }

        let ask = WidgetsInterface.ReloadTimelines(session: provider.session)
        let ticket = try #require(try provider.calls.call(ask).reloads.first).ticket
        var reload: WidgetsInterface.Reload
        repeat {
            reload = try await provider.nextReload()
            try provider.answer(reload)
        } while try client.call(WidgetsInterface.GetTicket(ticket: ticket)).ticket.state != .done
        let expected = Self.absence(setting, use)
        #expect(reload.locationAbsence == expected)
        #expect((reload.location == nil) == (expected != nil))
        // Unauthorized and not available are told apart by the flag.
        let mayWidgetsKnow = setting == .whileUsingTheAppOrWidgets || setting == .always
        #expect(reload.isAuthorizedForWidgetUpdates == mayWidgetsKnow)
        withExtendedLifetime(app) {}
    }
}
