import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("An app that calls for one location", .ownThreads, .timeLimit(.minutes(10)))
struct LocationRequestTests {
    private static let app = "org.example.app"

    @Test("ends its call by disconnecting, and is among those whom receivers are on for until then")
    func abandoned() async throws {
        let daemon = try await DaemonProcess(receiver: "serial:///dev/no-such-device")
        let observer = try ScriptedClient(daemon)
        try observer.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse))
        do {
            let call = try ScriptedClient(daemon).stream(
                LocationInterface.GetLocation(app: Self.app, deadlineSeconds: 300)
            )
            let consumer = try await waiting(for: "the request") {
                try observer.call(InspectInterface.GetStatus()).consumers.first
            }
            #expect(consumer.want == .fix && consumer.ground == .appInUse && consumer.request != nil)
            #expect(try call.poll() == nil)
        }
        try await daemon.hasLogged("has ended: its client has disconnected")
        #expect(try observer.call(InspectInterface.GetStatus()).consumers.isEmpty)
    }
}
