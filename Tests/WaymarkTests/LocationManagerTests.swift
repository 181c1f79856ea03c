import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("The session of an app", .ownThreads, .timeLimit(.minutes(10)))
struct LocationManagerTests {
    private static let app = "org.example.Test"
    private func open(
        on service: FakeService
    ) async throws -> (open: FakeService.Received, session: LocationManager) {
        async let session = LocationManager(app: Self.app, on: service.waymark)
        let call = try await service.openApp()
        return (call, try await session)
    }

    @Test("knows what holds from the first moment, and tells each change once to everybody who listens")
    func changes() async throws {
        let service = try await FakeService.start()
        let (open, session) = try await open(on: service)
        #expect(try open.parameters(of: LocationInterface.Open.self).app == Self.app)
        #expect(session.authorization.status == .notDetermined)
        #expect(session.manifest == .none)
        var first = session.authorizations.makeAsyncIterator()
        #expect(try await first.next()?.status == .notDetermined)

        service.send(LocationInterface.Open.Reply(sequence: 2, event: .keepAlive), to: open)
        service.send(.init(sequence: 3, event: .requestEnded, prompt: "p1", question: .whenInUse), to: open)
        service.send(.init(sequence: 4, event: .authorization, authorization: .undecided), to: open)
        service.send(.init(sequence: 5, event: .authorization, authorization: .reduced), to: open)
        let changed = try #require(try await first.next())
        #expect(changed.status == .authorizedWhenInUse && changed.accuracy == .reduced)
        #expect(!changed.isAuthorizedForWidgetUpdates)
        #expect(changed.unavailableServices == [.regions, .heading, .beacons])
        #expect(session.authorization == changed)

        // Whoever comes later begins with what holds now.
        var second = session.authorizations.makeAsyncIterator()
        #expect(try await second.next() == changed)
        service.send(.init(sequence: 6, event: .authorization, authorization: .undecided), to: open)
        #expect(try await first.next()?.status == .notDetermined)
        #expect(try await second.next()?.status == .notDetermined)
    }

    @Test("cannot be opened where nobody listens, with a name that is none, or as another app")
    func cannotOpen() async throws {
        let path = "/nonexistent/socket"
        await #expect(throws: ClientError.cannotConnect(path: path, reason: "No such file or directory")) {
            try await LocationManager(app: Self.app, on: WaymarkService(socketPath: path))
        }
        await #expect(throws: ClientError.invalidName("../app")) {
            try await LocationManager(app: "../app", on: WaymarkService(socketPath: path))
        }
        let service = try await FakeService.start()
        let opening = Task { try await LocationManager(app: Self.app, on: service.waymark) }
        let other = "org.example.Other"
        let another = ServiceRefusal.appMismatch(claimed: Self.app, apps: [other], reason: "it is Other")
        service.reply(another.reply(in: LocationInterface.name), to: try await service.nextCall())
        let refused = ClientError.refused(another, method: LocationInterface.Open.method)
        await #expect(throws: refused) { _ = try await opening.value }
        #expect("\(refused)" == "it is Other")
    }

    @Test("is opened again when the service comes back, and a restart by itself is no change")
    func restart() async throws {
        let service = try await FakeService.start()
        let (open, session) = try await open(on: service)
        var changes = session.authorizations.makeAsyncIterator()
        _ = try await changes.next()
        service.close(open)
        let again = try await service.openApp(named: "s2")
        service.send(.init(sequence: 2, event: .authorization, authorization: .reduced), to: again)
        #expect(try await changes.next()?.accuracy == .reduced)
        async let asked = session.requestWhenInUseAuthorization()
        let call = try await service.nextCall()
        #expect(try call.parameters(of: LocationInterface.RequestAuthorization.self).session == "s2")
        service.reply(.success(RawJSON(checked: #"{"outcome":"alreadyDetermined","text":""}"#)), to: call)
        #expect(try await asked == .alreadyDetermined)
    }

    @Test("asks on a new connection after a call that had no answer, because the stream may live on")
    func spentConnection() async throws {
        let service = try await FakeService.start()
        let (open, session) = try await open(on: service)
        let lost = Task { try await session.requestWhenInUseAuthorization() }
        service.close(try await service.nextCall())
        await #expect(throws: ClientError.self) { _ = try await lost.value }
        async let asked = session.requestWhenInUseAuthorization()
        let call = try await service.nextCall()
        #expect(try call.parameters(of: LocationInterface.RequestAuthorization.self).session == "s1")
        service.reply(.success(RawJSON(checked: #"{"outcome":"alreadyDetermined","text":""}"#)), to: call)
        #expect(try await asked == .alreadyDetermined)
        session.close()
        await service.end(of: open.connection)
    }

    /// Asks as soon as the session knows that the service is back.
    private static func connected<Reply>(_ ask: () async throws -> Reply) async throws -> Reply {
        while true {
            do { return try await ask() } catch ClientError.disconnected { await Task.yield() }
        }
    }

    @Test("repeats a request when the service comes back, as long as the person has not answered it")
    func repeated() async throws {
        let service = try await FakeService.start()
        let (open, session) = try await open(on: service)
        let answer = Reply.success(RawJSON(checked: #"{"outcome":"noAgent","text":"nobody"}"#))
        var changes = session.authorizations.makeAsyncIterator()
        _ = try await changes.next()
        async let asked = session.requestWhenInUseAuthorization()
        service.reply(answer, to: try await service.nextCall())
        _ = try await asked
        service.close(open)
        let again = try await service.openApp(named: "s2")
        let repeated = try await service.nextCall()
        let asksAgain = try repeated.parameters(of: LocationInterface.RequestAuthorization.self)
        #expect(asksAgain == .init(session: "s2", level: .whenInUse))
        service.reply(answer, to: repeated)
        service.send(.init(sequence: 2, event: .authorization, authorization: .reduced), to: again)
        #expect(try await changes.next()?.accuracy == .reduced)
        service.close(again)
        let third = try await service.openApp(named: "s3", .reduced)
        async let other = Self.connected { try await session.requestAlwaysAuthorization() }
        let call = try await service.nextCall()
        #expect(try call.parameters(of: LocationInterface.RequestAuthorization.self).level == .always)
        service.reply(answer, to: call)
        _ = try await other
        service.close(third)
    }

    @Test("goes on when the service comes back and its disk is full")
    func fullDisk() async throws {
        let service = try await FakeService.start()
        let (open, session) = try await open(on: service)
        var changes = session.authorizations.makeAsyncIterator()
        _ = try await changes.next()
        service.close(open)
        let refusal = RawJSON(checked: #"{"reason":"the disk is full"}"#)
        let refused = try await service.nextCall()
        service.reply(.failure("io.waymark.Location.StateNotSaved", refusal), to: refused)
        let again = try await service.openApp(named: "s2", .reduced)
        #expect(try await changes.next()?.accuracy == .reduced)
        session.close()
        await service.end(of: again.connection)
    }

    @Test("ends its changes with the reason when the service comes back and refuses the app")
    func refusedAgain() async throws {
        let service = try await FakeService.start()
        let (open, session) = try await open(on: service)
        var changes = session.authorizations.makeAsyncIterator()
        _ = try await changes.next()
        service.close(open)
        service.reply(ServiceRefusal.permissionDenied.reply(in: ""), to: try await service.nextCall())
        let refused = ClientError.refused(.permissionDenied, method: LocationInterface.Open.method)
        await #expect(throws: refused) { try await changes.next() }
        await #expect(throws: refused) { try await session.requestWhenInUseAuthorization() }
    }

    @Test("is over when it is closed or given up: the stream ends, and so do the changes")
    func closed() async throws {
        let service = try await FakeService.start()
        let (open, session) = try await open(on: service)
        var changes = session.authorizations.makeAsyncIterator()
        _ = try await changes.next()
        session.close()
        #expect(try await changes.next() == nil)
        await service.end(of: open.connection)
        let again = try await self.open(on: service).open
        await service.end(of: again.connection)
    }

    @Test("tells the service the manifest of its person first, and goes on without it where it is refused")
    func manifest() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let text = "[App]\nIdentifier=org.example.Test\nName=Test\n"
            try folder.write(text, to: "waymark/apps/org.example.Test.app")
            setenv("XDG_DATA_HOME", folder.path, 1)
            let service = try await FakeService.start()
            let refusal = ServiceRefusal.badManifest(mistakes: ["line 3"])
            func registered(_ outcome: String) -> Reply {
                let members = #""app":"org.example.Test","outcome":"\#(outcome)","missingCapabilities":[]"#
                return .success(RawJSON(checked: "{\(members)}"))
            }
            let method = SettingsInterface.RegisterManifest.method
            let refused = ClientError.refused(refusal, method: method)
            let rows: [(Reply, ManifestRegistration)] = [
                (registered("added"), .registered), (registered("hidden"), .hidden),
                (refusal.reply(in: SettingsInterface.name), .refused(refused)),
            ]
            for (reply, manifest) in rows {
                async let session = LocationManager(app: "org.example.Test", on: service.waymark)
                let call = try await service.nextCall()
                let parameters = try call.parameters(of: SettingsInterface.RegisterManifest.self)
                try #require(parameters == .init(text: text))
                service.reply(reply, to: call)
                let open = try await service.openApp()
                try #require(try await session.manifest == manifest)
                try await session.close()
                await service.end(of: open.connection)
            }
        }
    }
}
