import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("An app's authorization", .ownThreads, .timeLimit(.minutes(10)))
struct LimitedAuthorizationTests {
    private static let app = "org.example.app"

    @Test("is restricted as soon as a policy is reloaded, and restored when it is removed")
    func policy() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        try client.register()
        try client.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedAlways))
        let app = try await ScriptedApp(daemon)
        let steps: [(String, AuthorizationStatus, AccuracyAuthorization, [SettingsInterface.Limit])] = [
            ("Forbid=*", .restricted, .full, [.forbidden]),
            ("Forbid=*\nAllow=\(Self.app)", .authorizedAlways, .full, []),
            ("WhenInUseOnly=user:\(getuid())", .authorizedWhenInUse, .full, [.whenInUseOnly]),
            (
                "Forbid=user:\(getuid())\nReduceAccuracy=\(Self.app)@\(getuid())", .authorizedAlways,
                .reduced,
                [.reducedAccuracy]
            ),
            ("", .authorizedAlways, .full, []),
        ]
        for (policy, status, accuracy, limits) in steps {
            try daemon.folder.write("[Policy]\n\(policy)\n", to: "waymarkd.conf")
            daemon.signal(SIGHUP)
            let told = try #require(try await app.stream.next().authorization)
            #expect(told.status == status && told.accuracy == accuracy, "\(policy)")
            #expect(try client.call(SettingsInterface.ListApps()).apps.first?.limits == limits, "\(policy)")
            if status == .restricted { #expect(try app.request(.whenInUse).outcome == .restricted) }
        }
    }

    @Test(
        "is limited by a policy, in which a user who was deleted is reported and keeps nothing from starting"
    )
    func unknownUser() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Policy]\nForbid=user:nobody-of-that-name\n"
        )
        try await daemon.hasLogged("there is no user 'nobody-of-that-name' on this machine")
        try daemon.folder.write("[Policy]\nForbid=user:nor-of-this-one\n", to: "waymarkd.conf")
        daemon.signal(SIGHUP)
        try await daemon.hasLogged("there is no user 'nor-of-this-one' on this machine")
        try await daemon.hasLogged("read the configuration again")
    }
}
