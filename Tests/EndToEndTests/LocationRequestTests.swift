import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("An app that calls for one location", .ownThreads, .timeLimit(.minutes(10)))
struct LocationRequestTests {
    private static let app = "org.example.app"

    @Test("gets it from a receiver that goes on for it, and the person sees that it did")
    func given() async throws {
        let daemon = try await DaemonProcess(receiver: "file://\(MainJobTests.recording)?speed=10&loop")
        let client = try ScriptedClient(daemon)
        let request = LocationInterface.GetLocation(app: Self.app, deadlineSeconds: 60)
        let refused = try client.call(request)
        #expect(refused.location == nil && refused.absence?.reason == .notDetermined)
        #expect(refused.text == "the person has not decided about the app yet")

        try client.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse))
        let reply = try client.call(request)
        let location = try #require(reply.location)
        #expect(reply.absence == nil && location.age < .seconds(5))
        #expect(reply.text.hasPrefix("the location is "))
        let access = try #require(try client.call(SettingsInterface.ListAccesses()).accesses.first)
        #expect(access.app == Self.app && access.request != nil && access.ground == .appInUse)
        try await daemon.hasLogged("waits for a location")

        try client.call(SettingsInterface.Authorize(app: Self.app, status: .denied))
        #expect(try client.call(request).absence?.reason == .denied)
    }

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
