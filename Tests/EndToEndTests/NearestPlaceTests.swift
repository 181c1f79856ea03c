import TestSupport
import Testing

@Suite("The sample of the nearest place", .ownThreads, .timeLimit(.minutes(10)))
struct NearestPlaceTests {
    private static let app = "org.waymark.sample.nearest"

    @Test("has a face for no permission and for the place")
    func faces() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let provider = try RunningProgram(
            [BuiltPrograms.folder + "/waymark-sample-nearest-place"],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        let tool = Tool(daemon)
        let format = ["--format", "line", "--template", "{text}: {detail} ({alt})"]
        let bar = try tool.start(["watch", "--visible", "--place", "\(Self.app)/place"] + format)
        try await bar.says("\nnot allowed: the person has not allowed the location (denied)\n")
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        try await waiting(until: "the place") { bar.output.contains("\nBerlin: 0.0 km away, give or take ") }
        withExtendedLifetime(provider) {}
    }
}
