import TestSupport
import Testing
import Waymark

@Suite("A connection to a service that is away")
struct ReconnectionTests {
    @Test("is tried as soon as the socket appears, and else after delays that grow")
    func socket() throws {
        let folder = try TemporaryFolder()
        var plan = Reconnection(to: folder.path + "/run/s")
        let now = ContinuousClock.now
        func isDue(after delay: Duration) -> Bool { plan.isDue(at: now + delay) }
        #expect(!isDue(after: .zero) && plan.attemptAt == nil)
        plan.begin(at: now)
        #expect(isDue(after: .zero))
        var delays: [Duration] = []
        for _ in 0..<10 {
            plan.fail(at: now)
            delays.append(now.duration(to: try #require(plan.attemptAt)))
        }
        #expect(delays == delays.sorted() && delays[9] == .seconds(30))
        #expect((Duration.milliseconds(50)...(.seconds(1))).contains(delays[0]))
        #expect(!isDue(after: .seconds(29)))
        try folder.write("", to: "run/s")
        #expect(isDue(after: .zero))
        // It may not listen yet.
        plan.fail(at: now)
        #expect(plan.attemptAt == now + delays[0])
        plan.succeed()
        #expect(plan.attemptAt == nil && plan.descriptor == nil)
    }
}
