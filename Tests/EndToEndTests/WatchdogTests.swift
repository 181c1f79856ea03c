import TestSupport
import Testing

@Suite("Under a watchdog", .ownThreads, .timeLimit(.minutes(10)))
struct WatchdogTests {
    @Test("a daemon with nothing to do tells again and again that it lives")
    func idle() async throws {
        let supervisor = try await Supervisor(environment: ["WATCHDOG_USEC": "200000"])
        try await waiting(until: "three signs of life") {
            supervisor.notifications.count { $0 == "WATCHDOG=1" } >= 3
        }
        #expect(try await supervisor.stop() == .status(0))
    }
}
