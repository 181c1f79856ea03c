import LinuxSystem
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("waymarkctl doctor", .ownThreads, .timeLimit(.minutes(10)))
struct DoctorTests {
    private func diagnose(_ tool: Tool) async throws -> (wrong: String, next: String) {
        let outcome = try await tool.run(["doctor", "--format", "json"])
        #expect(outcome.ending == .status(1) && outcome.errors == "", "\(outcome)")
        let json = try outcome.json
        #expect(json["wrong"].bool == true)
        let first = json["findings"].array.first { $0["result"].string == "wrong" }
        return (first?["text"].string ?? "", json["next"].string ?? "")
    }

    @Test("finds that there is no service, and each failure to reach one leads to it, but not in JSON")
    func noService() async throws {
        let tool = Tool(socketPath: "/nonexistent/s")
        let (wrong, next) = try await diagnose(tool)
        #expect(wrong.contains("No such file or directory") && next.hasPrefix("start a service there"))
        let people = try await tool.run("doctor")
        #expect(people.ending == .status(1) && people.output.contains("\nNext: start a service there"))
        let locate = try await tool.run("locate")
        #expect(locate.ending == .status(3) && locate.errors.contains("'waymarkctl doctor'"))
        #expect(try await !tool.run("locate", "--format", "json").errors.contains("doctor"))
    }

    @Test(
        "finds that a real gpsd has no receiver, of which there is a location as soon as it has one",
        .enabled(if: LiveGPSD.isInstalled, "gpsd is not installed")
    )
    func gpsd() async throws {
        let gpsd = try LiveGPSD(hasReceiver: false)
        defer { gpsd.kill() }
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:\(gpsd.port)")
        let tool = Tool(daemon)
        try await waiting(until: "gpsd") {
            try await diagnose(tool).wrong.contains("gpsd runs, but has no receiver")
        }
        try await tool.succeed("authorize", "io.waymark.waymarkctl", "when-in-use")
        let following = try tool.start(["locate", "--follow"])
        try gpsd.addReceiver()
        let feed = try gpsd.feed()
        var second = 0
        try await waiting(until: "a location in \(following.output)") {
            try feed.send(StillRecording.epoch(second))
            second += 1
            return following.output.contains("52.520000,13.405000  ")
        }
    }

    @Test("finds what the person has yet to decide, and then nothing wrong")
    func undecided() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let (wrong, next) = try await diagnose(tool)
        #expect(wrong == "no app may know the location yet" && next.hasPrefix("allow it to this tool"))
        try await tool.succeed("authorize", "io.waymark.waymarkctl", "when-in-use")
        let json = try await tool.json("doctor")
        #expect(json["wrong"].bool == false && json["next"].string == nil)
        #expect(try await tool.run("doctor").output.hasSuffix("Nothing is wrong.\n"))
    }
}
