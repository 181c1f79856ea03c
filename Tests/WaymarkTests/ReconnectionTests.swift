import LinuxSystem
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A stream of a service that is away")
struct ReconnectionTests {
    private let now = ContinuousClock.now

    @Test("is opened again after pauses that grow, and at once when its socket appears")
    func pauses() {
        var plan = Reconnection(first: .milliseconds(400))
        #expect(plan.attemptAt == nil)
        plan.begin(at: now)
        #expect(plan.attemptAt == now)
        let pauses = (0..<8).map { _ in plan.failed(at: now, isWatched: true) }
        #expect(pauses == [400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000].map { .milliseconds($0) })
        #expect(plan.attemptAt == now + .seconds(30))
        plan.begin(at: now)
        #expect(plan.attemptAt == now + .seconds(30), "an attempt that is planned stays")
        plan.socketAppeared(at: now + .seconds(3))
        #expect(plan.attemptAt == now + .seconds(3))
        // It may not listen yet.
        #expect(plan.failed(at: now, isWatched: true) == .milliseconds(400))
    }

    @Test("is looked for every 2 s where the system does not report its socket")
    func unwatched() {
        var plan = Reconnection(longest: .seconds(10), first: .seconds(1))
        #expect(
            (0..<4).map { _ in plan.failed(at: now, isWatched: false) } == [1, 2, 2, 2].map { .seconds($0) }
        )
        // A client of which there are many looks less often.
        #expect(plan.failed(at: now) == .seconds(10))
    }

    @Test("counts as back when it has answered, not when it is open")
    func answered() {
        var plan = Reconnection(first: .seconds(1))
        _ = plan.failed(at: now)
        plan.opened()
        #expect(plan.attemptAt == nil)
        plan.socketAppeared(at: now)
        #expect(plan.attemptAt == nil, "one that is open waits for nothing")
        #expect(plan.failed(at: now) == .seconds(2))
        plan.opened()
        plan.answered()
        #expect(plan.failed(at: now) == .seconds(1))
        plan.end()
        #expect(plan.attemptAt == nil)
    }

    @Test("is opened first within a second, at a moment that is drawn")
    func spread() {
        let pauses = (0..<100).map { _ in
            var plan = Reconnection()
            return plan.failed(at: now)
        }
        #expect(pauses.allSatisfy { (.milliseconds(50)...(.seconds(1))).contains($0) })
        #expect(Set(pauses).count > 10)
    }
}

@Suite("A link in a program's loop", .ownThreads, .timeLimit(.minutes(10)))
struct ServiceLinkTests {
    private typealias Method = LocationInterface.Open

    @Test("waits for the socket to appear, tells of each loss, and opens the stream anew")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let poller = try Poller()
        let path = "\(folder.path)/socket"
        var warnings: [String] = []
        let link = ServiceLink(Method(app: "org.example.Test"), to: path, poller) { warnings.append($0) }
        #expect(throws: ClientError.self) { try link.connect() }
        let service = try await FakeService.start(at: path)
        for session in ["s1", "s2"] {
            async let opened = service.openApp(named: session)
            guard case .reply(let reply) = try next(of: link, in: poller) else { throw CancellationError() }
            #expect(reply.value.session == session)
            service.close(try await opened)
            guard case .lost(.disconnected) = try next(of: link, in: poller) else {
                throw CancellationError()
            }
        }
        link.close()
        #expect(link.next() == nil && link.deadline == nil)
        #expect(warnings.count >= 3 && warnings.allSatisfy { $0.hasSuffix("; tries again") })
    }

    private func next(of link: ServiceLink<Method>, in poller: Poller) throws -> ServiceLink<Method>.Step {
        while true {
            switch link.next() {
            case .unopened: continue
            case let step?: return step
            case nil: _ = try poller.wait(until: link.deadline)
            }
        }
    }
}
