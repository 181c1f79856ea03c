import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("The events of a provider", .ownThreads, .timeLimit(.minutes(10)))
struct ProviderEventsTests {
    private func events(of service: FakeService) -> ServiceEvents<ProviderEvent> {
        service.waymark
            .serve(app: "org.example.Test", kinds: [KindDeclaration(kind: "where", wantsLocation: true)])
    }

    private func connect(to service: FakeService) async throws -> (
        serve: FakeService.Received, session: ProviderSession, ServiceEvents<ProviderEvent>.AsyncIterator
    ) {
        var iterator = events(of: service).makeAsyncIterator()
        async let serve = service.openSession()
        guard case .connected(let session)? = try await iterator.next() else { throw Unexpected() }
        return (try await serve, session, iterator)
    }

    @Test(
        "fail before anything is sent when a name is none or the kinds contradict each other",
        arguments: [
            ("no spaces", ["where"], ClientError.invalidName("no spaces")),
            ("app", ["a/b"], .invalidName("a/b")),
            ("app", [], .invalidKinds("a provider without a kind: name at least one")),
            ("app", ["a", "a"], .invalidKinds("a provider with one kind twice: a, a")),
        ]
    )
    func invalidDeclaration(app: String, kinds: [String], error: ClientError) async {
        let events = WaymarkService(socketPath: "/nonexistent")
            .serve(app: app, kinds: kinds.map { KindDeclaration(kind: $0, wantsLocation: false) })
        var iterator = events.makeAsyncIterator()
        await #expect(throws: error) { try await iterator.next() }
    }

    @Test("pass over signs of life and tell of a changed authorization")
    func authorization() async throws {
        let service = try await FakeService.start()
        var (serve, session, iterator) = try await connect(to: service)
        #expect(session.authorization.isAuthorizedForWidgetUpdates)
        var denied = WidgetsInterface.Authorization.granted
        (denied.status, denied.accuracy, denied.isAuthorizedForWidgetUpdates) = (.denied, .reduced, false)
        service.send(WidgetsInterface.Serve.Reply(sequence: 2, event: .keepAlive), to: serve)
        service.send(.init(sequence: 3, event: .authorization, authorization: denied), to: serve)
        guard case .authorizationChanged(let authorization)? = try await iterator.next() else {
            throw Unexpected()
        }
        #expect(authorization.status == .denied && authorization.accuracy == .reduced)
        #expect(!authorization.isAuthorizedForWidgetUpdates)
    }

    @Test("bring requests whose answers are refused with a reason")
    func refusedAnswer() async throws {
        let service = try await FakeService.start()
        var (serve, _, iterator) = try await connect(to: service)
        service.send(.reload(.request("r1")), to: serve)
        guard case .reload(let request)? = try await iterator.next() else { throw Unexpected() }
        let answer = Task { try await request.deliver(Timeline.text("late")) }
        let over = ServiceRefusal.requestOver(request: "r1", why: .late)
        service.reply(over.reply(in: WidgetsInterface.name), to: try await service.nextCall())
        let refusal = ClientError.refused(over, method: WidgetsInterface.DeliverTimeline.method)
        await #expect(throws: refusal) { try await answer.value }
    }

    @Test("come with a session that asks for reloads")
    func askForReload() async throws {
        let service = try await FakeService.start()
        let (_, session, _) = try await connect(to: service)
        let asked = Task { try await session.reloadTimelines(ofKind: "where") }
        let call = try await service.nextCall()
        let reload = try call.parameters(of: WidgetsInterface.ReloadTimelines.self)
        #expect(reload == .init(session: "s1", kind: "where"))
        let reloads = """
            {"reloads":[{"widget":"w1","ticket":"t5","merged":false},{"widget":"w2","ticket":"t4","merged":true}]}
            """
        service.reply(.success(RawJSON(checked: reloads)), to: call)
        let answer = try await asked.value
        #expect(answer.map(\.widget) == [WidgetIdentifier(1), WidgetIdentifier(2)])
        #expect(answer.map(\.ticket) == ["t5", "t4"] && answer.map(\.isMerged) == [false, true])
    }

    @Test("end their session when they are given up")
    func givenUp() async throws {
        let service = try await FakeService.start()
        let events = events(of: service)
        let given = Task { for try await _ in events { break } }
        let serve = try await service.openSession()
        try await given.value
        await service.end(of: serve.connection)
    }
}

private struct Unexpected: Error {}
