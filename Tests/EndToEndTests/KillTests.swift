import Glibc
import LocationModel
import RouteSimulator
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import Waymark
import WaymarkInterfaces

@Suite("A daemon that is killed", .ownThreads, .timeLimit(.minutes(10)))
struct KillTests {
    @Test("a hundred times and more during traffic keeps everything that it acknowledged")
    func keepsWhatItAcknowledged() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Widgets]\nMinimumReloadInterval=0\n"
        )
        var traffic = Traffic(seed: 20_260_512)
        var round = 0
        // A slow machine acknowledges less in each life, so that it takes more lives to have enough to compare.
        while round < 100 || traffic.acknowledged <= 150 || traffic.acknowledgedTimelines <= 20 {
            round += 1
            let delay = UInt32(traffic.random.next() % 100_000)
            let identifier = daemon.identifier
            let killer = try TestThread {
                usleep(delay)
                kill(identifier, SIGKILL)
            }
            try await traffic.run(against: daemon)
            withExtendedLifetime(killer) {}
            #expect(try await daemon.end() == .signal(SIGKILL))
            try await daemon.restart()
            #expect(
                !daemon.log.contains("damaged") && !daemon.log.contains("cannot be read"),
                "\(daemon.log)"
            )
            try await traffic.check(daemon, round: round)
        }
    }
}
