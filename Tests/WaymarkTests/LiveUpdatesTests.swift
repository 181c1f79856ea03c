import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("Live updates for an app", .ownThreads, .timeLimit(.minutes(10)))
struct LiveUpdatesTests: ~Copyable {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/socket" }

    init() throws { folder = try TemporaryFolder() }

    private func updates(
        _ configuration: LiveConfiguration = LiveConfiguration()
    ) -> (Task<Void, any Error>, AsyncStream<LocationUpdate>.Iterator) {
        let (stream, continuation) = AsyncStream.makeStream(of: LocationUpdate.self)
        let sequence = LocationUpdate.liveUpdates(
            configuration,
            for: "org.example.Test",
            on: WaymarkService(socketPath: path)
        )
        let task = Task {
            defer { continuation.finish() }
            for try await update in sequence { continuation.yield(update) }
        }
        return (task, stream.makeAsyncIterator())
    }

    private func send(_ json: String, to call: FakeService.Received, of service: FakeService) {
        service.reply(.partial(RawJSON(checked: json)), to: call)
    }

    @Test("are asked for with limits that a message can carry, whatever number the app gives")
    func limits() async throws {
        let service = try await FakeService.start(at: path)
        let (task, _) = updates(
            LiveConfiguration(desiredAccuracyMeters: .nan, distanceFilterMeters: .infinity)
        )
        let call = try await service.nextCall()
        #expect(
            try call.parameters(of: LocationInterface.FollowLocation.self)
                == .init(
                    app: "org.example.Test",
                    distanceFilterMeters: .greatestFiniteMagnitude,
                    activity: .other
                )
        )
        task.cancel()
    }

    @Test("have the location or what explains its absence, and nothing for a sign of life")
    func elements() async throws {
        let service = try await FakeService.start(at: path)
        var (task, updates) = updates(
            LiveConfiguration(distanceFilterMeters: 20, minimumInterval: .seconds(2), activity: .fitness)
        )
        let call = try await service.nextCall()
        #expect(
            try call.parameters(of: LocationInterface.FollowLocation.self)
                == .init(
                    app: "org.example.Test",
                    distanceFilterMeters: 20,
                    minimumIntervalSeconds: 2,
                    activity: .fitness
                )
        )
        send(
            #"{"sequence":1,"event":"update","diagnostics":["locationUnavailable"],"text":"unplugged","#
                + #""absence":{"reason":"locationUnknown","cause":"absent","receiver":"gpsd://"}}"#,
            to: call,
            of: service
        )
        let first = try #require(await updates.next())
        #expect(first.location == nil && first.diagnostics == [.locationUnavailable])
        #expect(first.unknownLocation?.cause == .absent && first.text == "unplugged")
        send(#"{"sequence":2,"event":"keepAlive"}"#, to: call, of: service)
        send(
            #"{"sequence":3,"event":"update","dropped":7,"diagnostics":["stationary"],"#
                + #""location":{"latitudeDegrees":52.5,"longitudeDegrees":13.4,"ageSeconds":0,"source":"receiver"}}"#,
            to: call,
            of: service
        )
        let second = try #require(await updates.next())
        #expect(second.location?.coordinate == Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4))
        #expect(second.isStationary && second.dropped == 7)
        task.cancel()
        await service.end(of: call.connection)
        #expect(await updates.next() == nil)
        try await task.value
    }

    @Test("go on when the service comes back, and end with its refusal")
    func reconnecting() async throws {
        let service = try await FakeService.start(at: path)
        var (task, updates) = updates()
        let first = try await service.nextCall()
        send(#"{"sequence":1,"event":"update"}"#, to: first, of: service)
        _ = try #require(await updates.next())
        service.close(first)
        let second = try await service.nextCall()
        send(#"{"sequence":1,"event":"update"}"#, to: second, of: service)
        _ = try #require(await updates.next())
        service.close(second)
        service.reply(.failure(.permissionDenied), to: try await service.nextCall())
        #expect(await updates.next() == nil)
        await #expect(throws: ClientError.self) { try await task.value }
    }

    @Test("of the heading have both norths")
    func heading() async throws {
        let service = try await FakeService.start(at: path)
        let sequence = WaymarkService(socketPath: path).headingUpdates(
            for: "org.example.Test",
            filterDegrees: 5
        )
        let task = Task { () -> HeadingUpdate? in
            for try await update in sequence { return update }
            return nil
        }
        let call = try await service.nextCall()
        #expect(
            try call.parameters(of: LocationInterface.FollowHeading.self)
                == .init(app: "org.example.Test", filterDegrees: 5)
        )
        send(
            #"{"sequence":1,"event":"update","heading":{"trueDegrees":10,"magneticDegrees":6,"variationDegrees":4}}"#,
            to: call,
            of: service
        )
        let heading = try #require(try await task.value?.heading)
        #expect(heading.trueDegrees == 10 && heading.magneticDegrees == 6 && heading.variationDegrees == 4)
    }
}
