import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A provider that reads slowly", .ownThreads, .timeLimit(.minutes(10)))
struct SlowProviderTests {
    private static let app = "org.example.app"
    private static let widgets = 1500

    @Test(
        "does not get the locations that still wait for it when they are revoked, reduced or paused",
        arguments: [WidgetAbsence.unauthorized, .locationUnknown, .pausedByPerson]
    )
    func withheld(_ absence: WidgetAbsence) async throws {
        let daemon = try await DaemonProcess(
            receiver: StillRecording.url(),
            configuration: "[Quotas]\nWidgets=\(Self.widgets)\n[Widgets]\nTimelineDeadline=10min\n"
        )
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedAlways)
        // For its kind; then it goes.
        _ = try await ScriptedProvider(daemon)
        for _ in 0..<Self.widgets { try client.call(HostInterface.Place(app: Self.app, kind: "where")) }
        let provider = try await ScriptedProvider(daemon)
        // All are asked for at the first fix; each location is on record before it is sent.
        try await waiting(until: "locations to be given") {
            try client.call(SettingsInterface.ListAccesses(app: Self.app)).accesses.count == 100
        }
        switch absence {
        case .unauthorized: try client.authorize(Self.app, .denied)
        case .locationUnknown: try client.authorize(Self.app, accuracy: .reduced)
        default: try client.call(SettingsInterface.Pause())
        }

        var (located, withheld) = (0, 0)
        while located + withheld < Self.widgets {
            let reload = try await provider.nextReload()
            if reload.location != nil { located += 1 } else { withheld += 1 }
            guard reload.location == nil else { continue }
            #expect(reload.locationAbsence == absence)
            #expect(reload.isAuthorizedForWidgetUpdates == (absence != .unauthorized))
        }
        // What the socket holds is beyond recall; the rest is not.
        #expect(withheld > Self.widgets / 2, "\(located) locations were given")
        withExtendedLifetime(daemon) {}
    }
}
