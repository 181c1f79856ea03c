import Glibc
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A bar", .ownThreads, .timeLimit(.minutes(10)))
struct BarTests: ~Copyable {
    private static let app = "org.example.app"
    private static let kind = "\(app)/where"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lastLine(_ program: RunningProgram) -> String {
        program.output.split(separator: "\n").last.map(String.init) ?? ""
    }

    private func wait(_ program: RunningProgram, for text: String) async throws {
        do {
            try await waiting(until: "a line") { lastLine(program).contains(text) }
        } catch is Overdue { throw Overdue("\(text) in \(program.output), \(program.errors)") }
    }

    @Test("has a line at once, without a service and without a provider, and finds its widget again")
    func fromTheStart() async throws {
        let socket = "\(folder.path)/s"
        let tool = Tool(socketPath: socket)
        let arguments = ["watch", "--format", "waybar", "--place", Self.kind]
        let bar = try tool.start(arguments)
        try await wait(bar, for: #""text":"unreachable""#)
        #expect(bar.output.hasPrefix(#"{"alt":"waiting","class":["waiting"],"text":"waiting"}"#))

        let options = try DaemonProcess.options(in: folder.path, receiver: StillRecording.url())
        try folder.write("", to: "waymarkd.conf")
        let daemon = try RunningProgram([BuiltPrograms.daemon] + options)
        try await wait(bar, for: "there is no kind")
        let provider = try tool.start(["provide", Self.app, "where", "echo", "<here>"])
        try await wait(bar, for: #""text":"&lt;here&gt;""#)
        #expect(try await tool.onlyWidget()["key"].string == "waybar")

        // Another output of the same bar shows the same widget; one that ends leaves the other in view.
        let second = try tool.start(arguments)
        try await wait(second, for: #""text":"&lt;here&gt;""#)
        #expect(try await bar.stop() == .status(0))
        #expect(try await tool.onlyWidget()["visible"].bool == true)
        second.kill()
        try await tool.waitUntilVisible(false)
        #expect(try await provider.stop() == .status(0))
        withExtendedLifetime(daemon) {}
    }

    @Test("shows the widgets whose kinds are known, and the others once theirs are")
    func severalKinds() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let here = try tool.start(["provide", Self.app, "where", "echo", "here"])
        let places = ["--place", Self.kind, "--place", "org.example.other/where"]
        let bar = try tool.start(["watch", "--format", "line"] + places)
        try await wait(bar, for: "here  waiting")
        let there = try tool.start(["provide", "org.example.other", "where", "echo", "there"])
        try await wait(bar, for: "here  there")
        withExtendedLifetime((here, there)) {}
    }

    @Test("keeps its line over a restart of the service, and tells when the service stays away")
    func restarts() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let provider = try tool.start([
            "provide", Self.app, "where", "--", "sh", "-c", "echo ${WAYMARK_ABSENCE:-here}",
        ])
        let bar = try tool.start(["watch", "--format", "line", "--place", Self.kind])
        try await wait(bar, for: "unauthorized")
        let restart = try await ContinuousClock().measure { try await daemon.restart() }
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        try await waiting(until: "a location") { lastLine(bar) != "unauthorized" }
        // A busy machine may take longer than a bar waits.
        if restart < .seconds(2) { #expect(!bar.output.contains("unreachable")) }
        daemon.kill()
        try await wait(bar, for: "unreachable")
        withExtendedLifetime(provider) {}
    }

    @Test("that hides itself by a signal hides its widget, and is printed the latest once it is shown")
    func signals() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let provider = try await ScriptedProvider(daemon)
        let bar = try tool.start(["watch", "--format", "i3bar", "--place", Self.kind])
        let reload = try await provider.nextReload()
        try await tool.waitUntilVisible()
        bar.signal(SIGUSR1)
        try await tool.waitUntilVisible(false)
        #expect(try await tool.onlyWidget()["inUseForSeconds"].double ?? 0 > 800)
        let hidden = bar.output
        try provider.answer(reload, "late")
        let other = try tool.start(["watch", reload.widget])
        try await wait(other, for: "late")
        #expect(bar.output == hidden)
        bar.signal(SIGUSR2)
        try await wait(bar, for: #"{"full_text":"late""#)
        try await tool.waitUntilVisible()
    }

    @Test("may read a file, which is whole at all times and gone at the end")
    func file() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let path = "\(folder.path)/line"
        let tool = Tool(daemon)
        let watch = try tool.start([
            "watch", "--format", "line", "--place", Self.kind, "--template", "[{status}]", "--output", path,
        ])
        let provider = try tool.start(["provide", Self.app, "where", "echo", "here"])
        try await waiting(until: "a line") {
            (try? Checkout.bytes(of: path)).map { $0 == Array("[denied]\n".utf8) } ?? false
        }
        #expect(watch.output == "")
        #expect(try await watch.stop() == .status(0))
        #expect(access(path, F_OK) != 0)
        withExtendedLifetime(provider) {}
    }

    @Test("whose reader is gone ends")
    func closedPipe() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let script = "'\(BuiltPrograms.tool)' watch --format line --place \(Self.kind) | head -n 1"
        let environment = ["WAYMARK_SOCKET": daemon.socketPath]
        let bar = try RunningProgram(["sh", "-c", script], environment: environment)
        #expect(try await bar.end() == .status(0))
        #expect(bar.output == "waiting\n")
    }
}
