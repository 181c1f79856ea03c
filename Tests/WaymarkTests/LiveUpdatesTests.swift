import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("Live updates for an app", .ownThreads, .timeLimit(.minutes(10)))
struct LiveUpdatesTests {
    private func updates(
        of service: FakeService,
        _ configuration: LiveConfiguration
    ) -> (Task<Void, any Error>, AsyncStream<LocationUpdate>.Iterator) {
        let (stream, continuation) = AsyncStream.makeStream(of: LocationUpdate.self)
        let sequence = LocationUpdate.liveUpdates(
            configuration,
            for: "org.example.Test",
            on: service.waymark
        )
        let task = Task {
            defer { continuation.finish() }
            for try await update in sequence { continuation.yield(update) }
        }
        return (task, stream.makeAsyncIterator())
    }

    @Test("are asked for with limits that a message can carry, whatever number the app gives")
    func limits() async throws {
        let service = try await FakeService.start()
        let (task, _) = updates(
            of: service,
            LiveConfiguration(desiredAccuracyMeters: .nan, distanceFilterMeters: .infinity)
        )
        let call = try await service.nextCall()
        let asked = try call.parameters(of: LocationInterface.FollowLocation.self)
        #expect(asked.desiredAccuracyMeters == nil && asked.distanceFilterMeters == .greatestFiniteMagnitude)
        task.cancel()
    }

    @Test("have the location or what explains its absence, and nothing for a sign of life")
    func elements() async throws {
        let service = try await FakeService.start()
        var (task, updates) = updates(
            of: service,
            LiveConfiguration(distanceFilterMeters: 20, minimumInterval: .seconds(2), activity: .fitness)
        )
        let call = try await service.nextCall()
        let asked = try call.parameters(of: LocationInterface.FollowLocation.self)
        #expect(asked.app == "org.example.Test" && asked.distanceFilterMeters == 20)
        #expect(asked.minimumIntervalSeconds == 2 && asked.activity == .fitness)
        let absence = """
            "diagnostics":["locationUnavailable"],"text":"unplugged",\
            "absence":{"reason":"locationUnknown","cause":"absent","receiver":"gpsd://"}
            """
        service.reply(.update(absence), to: call)
        let first = try #require(await updates.next())
        #expect(first.location == nil && first.diagnostics == [.locationUnavailable])
        #expect(first.unknownLocation?.cause == .absent && first.text == "unplugged")
        service.reply(.partial(RawJSON(checked: #"{"sequence":2,"event":"keepAlive"}"#)), to: call)
        service.reply(.update(#""dropped":7,"diagnostics":["stationary"],\#(Reply.place(52))"#), to: call)
        let second = try #require(await updates.next())
        #expect(second.location?.coordinate == Coordinate(latitudeDegrees: 52, longitudeDegrees: 13))
        #expect(second.isStationary && second.dropped == 7)
        task.cancel()
        await service.end(of: call.connection)
        #expect(await updates.next() == nil)
        try await task.value
    }

    @Test("go on when the service comes back, and end with its refusal")
    func reconnecting() async throws {
        let service = try await FakeService.start()
        var (task, updates) = updates(of: service, LiveConfiguration())
        for _ in 0..<2 {
            let call = try await service.nextCall()
            service.reply(.update(#""diagnostics":[]"#), to: call)
            _ = try #require(await updates.next())
            service.close(call)
        }
        service.reply(ServiceRefusal.permissionDenied.reply(in: ""), to: try await service.nextCall())
        #expect(await updates.next() == nil)
        await #expect(throws: ClientError.self) { try await task.value }
    }

    @Test("of the heading have both norths")
    func heading() async throws {
        let service = try await FakeService.start()
        let sequence = service.waymark.headingUpdates(for: "org.example.Test", filterDegrees: 5)
        let task = Task { () -> HeadingUpdate? in
            for try await update in sequence { return update }
            return nil
        }
        let call = try await service.nextCall()
        let asked = try call.parameters(of: LocationInterface.FollowHeading.self)
        #expect(asked == .init(app: "org.example.Test", filterDegrees: 5))
        let angles = #""heading":{"trueDegrees":10,"magneticDegrees":6,"variationDegrees":4}"#
        service.reply(.update(angles), to: call)
        let heading = try #require(try await task.value?.heading)
        #expect(heading.trueDegrees == 10 && heading.magneticDegrees == 6 && heading.variationDegrees == 4)
    }
}
