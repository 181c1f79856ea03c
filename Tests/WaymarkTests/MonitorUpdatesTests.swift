import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("The updates of what an app monitors", .ownThreads, .timeLimit(.minutes(10)))
struct MonitorUpdatesTests {
    private static let app = "org.example.Test"
    private static let state = MonitorInterface.FollowEvents.Reply(
        sequence: 1,
        event: .state,
        state: .init(services: [.visits], regions: 0, diagnostics: [.alwaysAuthorizationDenied])
    )

    private static func arrival(_ identifier: String) throws -> MonitorInterface.FollowEvents.Reply {
        let place = try #require(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4))
        return .init(
            sequence: 2,
            event: .occurrence,
            occurrence: .init(
                identifier: identifier,
                kind: .arrival,
                time: "2026-11-22T14:05:00Z",
                visit: .init(
                    coordinate: place,
                    horizontalAccuracyMeters: 8,
                    arrivalInstant: UTCInstant("2026-11-22T14:00:00Z"),
                    departureInstant: nil
                )
            )
        )
    }

    @Test("are of regions that a message can carry; others are refused before")
    func unsayable() async throws {
        let monitor = try Monitor("places", of: Self.app, on: WaymarkService(socketPath: "/nonexistent"))
        let (begin, end) = (String(repeating: "[", count: 30), String(repeating: "]", count: 30))
        let center = try #require(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4))
        let regions: [RegionCondition] = [
            .geoJSON("{\"a\":\(begin)\(end)}"), .circle(center: center, radiusMeters: .nan),
        ]
        for region in regions {
            await #expect {
                try await monitor.add(region, identifier: "r")
            } throws: { error in
                if case .conditionUnsupported? = (error as? ClientError)?.refusal { true } else { false }
            }
        }
    }

    @Test("acknowledge an event when the next one is asked for, and skip those that come again")
    func acknowledged() async throws {
        let service = try await FakeService.start()
        let reading = Task {
            var updates: [MonitorUpdate] = []
            for try await update in service.waymark.monitorUpdates(for: Self.app) {
                updates.append(update)
                if updates.count == 5 { break }
            }
            return updates
        }
        var stream = try await service.nextCall()
        #expect(try stream.parameters(of: MonitorInterface.FollowEvents.self).app == Self.app)
        service.reply(.partial(Self.state), to: stream)
        for event in ["e7", "e8"] {
            service.reply(.partial(try Self.arrival(event)), to: stream)
            // The service goes away before it has heard that the first one is handled.
            let lost = try await service.nextCall()
            let call = try lost.parameters(of: MonitorInterface.Acknowledge.self)
            #expect(call == .init(app: Self.app, event: "e7"))
            service.close(lost)
        }
        service.close(stream)
        stream = try await service.nextCall()
        service.reply(.partial(Self.state), to: stream)
        for event in ["e7", "e8"] {
            service.reply(.partial(try Self.arrival(event)), to: stream)
            let repeated = try await service.nextCall()
            #expect(try repeated.parameters(of: MonitorInterface.Acknowledge.self).event == event)
            service.reply(.success(), to: repeated)
        }
        service.reply(.partial(try Self.arrival("e9")), to: stream)
        let updates = try await reading.value
        let identifiers = updates.map { update -> String in
            if case .event(let event) = update { event.id } else { "state" }
        }
        #expect(identifiers == ["state", "e7", "e8", "state", "e9"])
        guard case .event(let event) = updates[1], case .arrival(let visit) = event.content else {
            Issue.record("the second update is an arrival")
            return
        }
        #expect(
            visit.arrival == UTCInstant("2026-11-22T14:00:00Z").map { Date($0) } && visit.departure == nil
        )
        #expect(visit.horizontalAccuracyMeters == 8)
    }
}
