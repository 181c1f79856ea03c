import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("The delegate of a location manager", .ownThreads, .timeLimit(.minutes(10)))
struct LocationManagerDelegateTests {
    private final class Listener: LocationManagerDelegate {
        let told: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        init() { (told, continuation) = AsyncStream.makeStream(of: String.self) }

        func locationManagerDidChangeAuthorization(_ manager: LocationManager) {
            continuation.yield("\(manager.authorization.status)")
        }

        func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
            continuation.yield(locations.map { "\($0.coordinate.latitudeDegrees)" }.joined())
        }

        func locationManager(_ manager: LocationManager, didFailWithError error: ClientError) {
            guard case .noLocation(let absence, _) = error else {
                _ = continuation.yield("\(error)")
                return
            }
            continuation.yield("no location: \(absence.reason)")
        }
    }

    private func manager(
        of service: FakeService
    ) async throws -> (open: FakeService.Received, manager: LocationManager) {
        async let manager = LocationManager(app: "org.example.Test", on: service.waymark)
        let open = try await service.openApp()
        return (open, try await manager)
    }

    @Test("is told the authorization, each location, and each reason for none once, until it says stop")
    func updates() async throws {
        let service = try await FakeService.start()
        let (open, manager) = try await manager(of: service)
        let listener = await Listener()
        manager.delegate = listener
        var told = listener.told.makeAsyncIterator()
        #expect(await told.next() == "notDetermined")
        service.send(.init(sequence: 2, event: .authorization, authorization: .reduced), to: open)
        #expect(await told.next() == "authorizedWhenInUse")

        manager.startUpdatingLocation(LiveConfiguration(distanceFilterMeters: 20))
        manager.startUpdatingLocation()
        let follow = try await service.nextCall()
        let asked = try follow.parameters(of: LocationInterface.FollowLocation.self)
        #expect(asked == .init(app: "org.example.Test", distanceFilterMeters: 20, activity: .other))
        let steps = [
            #""diagnostics":["authorizationRequestInProgress"]"#,
            // Receivers need a moment, which is no reason to tell.
            #""diagnostics":["locationUnavailable"],"text":"searching""#, Reply.place(52), Reply.place(53),
            #""diagnostics":["authorizationDenied"],"text":"no""#,
            #""diagnostics":["authorizationDenied","stationary"],"text":"still no""#,
            #""diagnostics":["authorizationDenied","authorizationDeniedGlobally"],"text":"off""#,
            Reply.place(54),
        ]
        for step in steps { service.reply(.update(step), to: follow) }
        for expected in ["52.0", "53.0", "no location: denied", "no location: servicesOff", "54.0"] {
            #expect(await told.next() == expected)
        }
        manager.stopUpdatingLocation()
        await service.end(of: follow.connection)
    }

    @Test("is told one location that it asked for, or why there is none")
    func request() async throws {
        let service = try await FakeService.start()
        let (_, manager) = try await manager(of: service)
        let listener = await Listener()
        manager.delegate = listener
        var told = listener.told.makeAsyncIterator()
        #expect(await told.next() == "notDetermined")
        let replies = [
            (#"{"text":"here",\#(Reply.place(52))}"#, "52.0"),
            (#"{"absence":{"reason":"servicesOff"},"text":"off"}"#, "no location: servicesOff"),
        ]
        for (reply, expected) in replies {
            manager.requestLocation(desiredAccuracyMeters: 50)
            manager.requestLocation()
            let call = try await service.nextCall()
            let parameters = try call.parameters(of: LocationInterface.GetLocation.self)
            #expect(parameters.desiredAccuracyMeters == 50)
            service.reply(.success(RawJSON(checked: reply)), to: call)
            #expect(await told.next() == expected)
        }
    }

    @Test("does not keep the manager, nor the manager the delegate")
    func ownership() async throws {
        let service = try await FakeService.start()
        let (open, manager) = try await manager(of: service)
        await Self.setShortLivedDelegate(of: manager)
        #expect(manager.delegate == nil)
        manager.startUpdatingLocation()
        let follow = try await service.nextCall()
        service.reply(.update(Reply.place(52)), to: follow)
        manager.close()
        await service.end(of: open.connection)
    }

    @MainActor private static func setShortLivedDelegate(of manager: LocationManager) {
        manager.delegate = Listener()
    }
}
