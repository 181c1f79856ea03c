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

    @Test("remembers the last notified place, and does not notify a first place again")
    func keepsLastPlace() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        var provider = try await ScriptedProvider(daemon)
        let tool = Tool(daemon)
        try await tool.succeed("authorize", "org.example.app", "--when-in-use", "--widgets")
        let widget = try await tool.succeed("place", "org.example.app", "where").trimmingNewline
        try await tool.succeed("show", widget)
        _ = try await provider.answer { $0.reason == .significantChange }

        daemon.kill()
        // The journal has what was decided before.
        let killedAt = UTCInstant.now
        try await daemon.restart()
        provider = try await ScriptedProvider(daemon)
        try await tool.succeed("show", widget)
        try await waiting(until: "accepted fixes") {
            let checks = try await tool.json("explain", widget)["checks"].array
            let moved = checks.first { $0["check"].string == "movedFarEnough" }
            return moved?["text"].string?.contains("from the place of the last change") == true
        }
        let journal = try JSON.lines(
            try await tool.succeed("journal", "--format", "json", "--since", "\(killedAt)")
        )
        #expect(!journal.contains { $0["decision"].string == "significantChange" })
        #expect(journal.contains { $0["evidence"]["state"].string == "fixed" })
        withExtendedLifetime(provider) {}
    }

    @Test("keeps a pending reload, and performs it at the next view")
    func keepsPendingReload() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let tool = Tool(daemon)
        var provider: ScriptedProvider? = try await ScriptedProvider(daemon)
        try await tool.succeed("authorize", "org.example.app", "--when-in-use", "--widgets")
        let widget = try await tool.succeed("place", "org.example.app", "where").trimmingNewline
        let first = try #require(try await provider?.nextReload())
        try provider?.answer(first)
        provider = nil
        try await waiting(until: "the provider to be away") {
            try await tool.json("apps")["apps"][0]["connected"].bool == false
        }
        try await tool.succeed("authorize", "org.example.app", "--deny")
        #expect(try await tool.widget(widget)["pendingReload"].string == "authorizationChanged")

        daemon.kill()
        try await daemon.restart()
        #expect(try await tool.widget(widget)["pendingReload"].string == "authorizationChanged")
        let again = try await ScriptedProvider(daemon)
        let reload = try await again.nextReload()
        #expect(reload.reason == .authorizationChanged)
        #expect(reload.locationAbsence == .unauthorized)
    }
}
