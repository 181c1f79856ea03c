import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("One location for an app", .ownThreads, .timeLimit(.minutes(10)))
struct LocationTests {
    @Test("is asked for with what the app wants, and returned with its accuracy and age")
    func location() async throws {
        let service = try await FakeService.start()
        async let found = service.waymark.location(
            for: "org.example.Test",
            desiredAccuracyMeters: 50,
            maximumAge: .seconds(60),
            deadline: .seconds(20)
        )
        let call = try await service.nextCall()
        let asked = try call.parameters(of: LocationInterface.GetLocation.self)
        #expect(asked.app == "org.example.Test" && asked.desiredAccuracyMeters == 50)
        #expect(asked.maximumAgeSeconds == 60 && asked.deadlineSeconds == 20)
        let reply = """
            {"location":{"latitudeDegrees":52.5,"longitudeDegrees":13.4,"ageSeconds":1.5,\
            "horizontalAccuracyMeters":4,"source":"receiver"},"text":"here"}
            """
        service.reply(.success(RawJSON(checked: reply)), to: call)
        let place = try await found
        #expect(place.coordinate == Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4))
        #expect(place.age == .seconds(1.5) && place.horizontalAccuracyMeters == 4 && place.time == nil)
        await service.end(of: call.connection)
    }

    @Test("is an error with the reason and its evidence where there is none")
    func absence() async throws {
        let service = try await FakeService.start()
        let asked = Task { try await service.waymark.location(for: "org.example.Test") }
        let reply = """
            {"absence":{"reason":"locationUnknown","cause":"absent","receiver":"gpsd://","sinceSeconds":90,\
            "problem":"nobody listens"},"text":"the receiver cannot be reached"}
            """
        service.reply(.success(RawJSON(checked: reply)), to: try await service.nextCall())
        await #expect {
            try await asked.value
        } throws: { error in
            guard case .noLocation(let absence, _)? = error as? ClientError else { return false }
            return absence.reason == .locationUnknown && absence.cause == .absent
                && absence.receiver == "gpsd://" && absence.since == .seconds(90)
                && absence.problem == "nobody listens"
                && "\(error)" == "no location: the receiver cannot be reached"
        }
    }

    @Test("is given up when its task is cancelled, which ends the connection")
    func cancelled() async throws {
        let service = try await FakeService.start()
        let asked = Task {
            // The service refuses a deadline of ages, which the program survives.
            try await service.waymark.location(for: "org.example.Test", deadline: .seconds(Int64.max))
        }
        let call = try await service.nextCall()
        asked.cancel()
        await service.end(of: call.connection)
        await #expect(throws: ClientError.cancelled) { try await asked.value }
    }
}
