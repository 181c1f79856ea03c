import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A provider that reads slowly", .ownThreads, .timeLimit(.minutes(10)))
struct SlowProviderTests {
    private static let app = "org.example.app"
    private static let widgets = 1500

    /// What the person changes while locations wait for the provider, and the absence that replaces them.
    enum Change: CaseIterable {
        case denied
        case reduced
        case paused

        fileprivate func make(_ client: ScriptedClient) throws {
            switch self {
            case .denied: try client.authorize(SlowProviderTests.app, .denied)
            case .reduced:
                try client.call(
                    SettingsInterface.Authorize(app: SlowProviderTests.app, accuracy: .reduced)
                )
            case .paused: try client.call(SettingsInterface.Pause())
            }
        }

        fileprivate var absence: LocationAbsence {
            switch self {
            case .denied: .unauthorized
            case .reduced: .locationUnknown
            case .paused: .pausedByPerson
            }
        }
    }

    @Test(
        "does not get the locations that still wait for it when they are revoked, reduced or paused",
        arguments: Change.allCases
    )
    func withheld(_ change: Change) async throws {
        let absence = change.absence
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(
            receiver: try StillRecording.url(in: folder),
            configuration: "[Quotas]\nWidgets=\(Self.widgets)\n[Widgets]\nTimelineDeadline=10min\n"
        )
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedAlways)
        do {
            let first = try await ScriptedProvider(daemon, app: Self.app)
            withExtendedLifetime(first) {}
        }
        for _ in 0..<Self.widgets { try client.call(HostInterface.Place(app: Self.app, kind: "where")) }
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        // All are asked for at the first fix; each location is on record before it is sent.
        try await waiting(until: "locations to be given") {
            try client.call(SettingsInterface.ListAccesses(app: Self.app)).accesses.count == 100
        }
        try change.make(client)

        var (located, withheld) = (0, 0)
        while located + withheld < Self.widgets {
            let reload = try await provider.nextReload()
            if reload.location != nil { located += 1 } else { withheld += 1 }
            #expect(reload.location != nil || reload.locationAbsence == absence)
            #expect(
                reload.location != nil || reload.isAuthorizedForWidgetUpdates == (absence != .unauthorized)
            )
        }
        // What the socket holds is beyond recall; the rest is not.
        #expect(withheld > Self.widgets / 2, "\(located) locations were given")
        withExtendedLifetime(daemon) {}
    }
}
