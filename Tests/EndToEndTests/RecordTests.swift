import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("A record of the running service", .ownThreads, .timeLimit(.minutes(10)))
struct RecordTests {
    /// Waits until the record in a file contains a text, so many times.
    private static func waiting(for text: String, in path: String, times: Int = 1) async throws {
        try await TestSupport.waiting(until: "'\(text)' in \(path)") {
            guard let record = Self.text(in: path) else { return false }
            return record.split(separator: text, omittingEmptySubsequences: false).count > times
        }
    }

    /// Returns the text of a record, which is in a file beside until it is complete; `nil` if there is none yet.
    private static func text(in path: String) -> String? {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let unfinished = (try? Folder(folder).names(endingWith: ".new")) ?? []
        let found = unfinished.map { "\(folder)/\($0)" }.first { $0.hasPrefix(path) }
        guard let bytes = try? InputFile(found ?? path).contents(atMost: 64 << 20) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replays a record, which must be as recorded, and returns the decisions.
    private static func replay(_ path: String, _ tool: Tool) async throws -> (
        decisions: [String], words: String
    ) {
        let outcome = try await tool.run("replay", path)
        #expect(outcome.ending == .status(0), "\(outcome.errors)")
        #expect(outcome.errors.contains("all as recorded"), "\(outcome.errors)")
        return (outcome.output.split(separator: "\n").map(String.init), outcome.errors)
    }

    @Test(
        "replays to identical decisions: a real gpsd, ten clients, and a kill in the middle",
        .enabled(if: FakeReceiver.isInstalled, "gpsfake is not installed")
    )
    func underLoad() async throws {
        let folder = try TemporaryFolder()
        let port = try LoopbackPort.unused()
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:\(port)")
        let tool = Tool(daemon)
        let path = folder.path + "/morning.run"
        let gpsd = try FakeReceiver(MainJobTests.recording, port: port)
        let recorder = try tool.start(["record", "-o", path])
        do {
            try await Self.waiting(for: #"{"start""#, in: path)
            for life in 0..<2 {
                let provider = try await ScriptedProvider(daemon)
                var clients: [ScriptedClient] = []
                for _ in 0..<10 {
                    let client = try ScriptedClient(daemon)
                    try client.placeInView()
                    clients.append(client)
                }
                _ = try await provider.answer { $0.location != nil }
                if life == 0 {
                    daemon.kill()
                    try await daemon.restart()
                    try await Self.waiting(for: "waymarkd", in: path)
                }
                withExtendedLifetime((provider, clients)) {}
            }
            try await gpsd.end()
        } catch {
            try await gpsd.end()
            recorder.kill()
            throw Overdue("a record: \(error); waymarkd: \(daemon.log)")
        }
        recorder.signal(SIGTERM)
        #expect(try await recorder.end() == .status(0), "\(recorder.errors)")
        let (decisions, words) = try await Self.replay(path, tool)
        #expect(decisions.contains { $0.contains("the service starts again") }, "\(words)")
        #expect(decisions.filter { $0.contains("  reload  ") }.count >= 20, "\(decisions.count) decisions")
        // Once more, and byte for byte.
        #expect(try await Self.replay(path, tool).decisions == decisions)
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("begins in the middle, with everything that was there before")
    func fromTheMiddle() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.placeInView()
        _ = try await provider.answer { $0.location != nil }
        let tool = Tool(daemon)
        let path = folder.path + "/middle.run"
        let recorder = try tool.start(["record", "-o", path])
        try await Self.waiting(for: #"{"start""#, in: path)
        let asked = try provider.calls.call(WidgetsInterface.ReloadTimelines(session: provider.session))
        #expect(asked.reloads.count == 1)
        _ = try await provider.answer { $0.reason == .requestedByProvider }
        try await Self.waiting(for: #""name":"timeline""#, in: path)
        recorder.signal(SIGTERM)
        #expect(try await recorder.end() == .status(0), "\(recorder.errors)")
        let decisions = try await Self.replay(path, tool).decisions
        #expect(decisions.contains { $0.contains("  reload  ") && $0.contains("asked") }, "\(decisions)")
        #expect(!decisions.contains { $0.contains("  placed  ") }, "that was before the record")

        let same = try await tool.run("replay", path, "--with", "Distance=500m")
        #expect(same.ending == .status(0))
        #expect(same.errors.contains("with Distance=500m: the same decisions as recorded"), "\(same.errors)")
        let other = try await tool.run("replay", path, "--with", "DailyReloads=1")
        #expect(other.errors.contains("the first difference, as recorded: "), "\(other.errors)")
        #expect(other.errors.contains("the first difference, with DailyReloads=1: "), "\(other.errors)")
    }

    @Test("begins after what the same turn did before, although another reader waits for that")
    func inBusyTurn() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let path = folder.path + "/first.run"
        let recorder = try Tool(daemon).start(["record", "-o", path])
        try await Self.waiting(for: #"{"start""#, in: path)
        // The service finds both calls when it goes on.
        daemon.signal(SIGSTOP)
        let host = try ScriptedClient(daemon).stream(HostInterface.Watch())
        let second = try ScriptedClient(daemon).stream(InspectInterface.Record())
        daemon.signal(SIGCONT)
        _ = try await host.next()
        try ScriptedClient(daemon).call(SettingsInterface.SwitchServices(on: false))
        var text = ""
        while !text.contains("switchServices") { text += try await second.next().text }
        #expect(text.contains(#"{"start""#))
        #expect(!text.contains("hostConnected"), "\(text)")
        try await Self.waiting(for: "hostConnected", in: path)
        recorder.signal(SIGTERM)
        #expect(try await recorder.end() == .status(0), "\(recorder.errors)")
    }

    @Test("with coarse locations tells no place better than an area, and replays to its own decisions")
    func coarse() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let tool = Tool(daemon)
        let path = folder.path + "/coarse.run"
        let recorder = try tool.start(["record", "--coarse", "-o", path])
        try await Self.waiting(for: #"{"start""#, in: path)
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.placeInView()
        let given = try #require(try await provider.answer { $0.location != nil }.location)
        try await TestSupport.waiting(until: "places in \(path)") {
            guard let text = Self.text(in: path) else { return false }
            return text.contains(#""name":"reload""#) && text.split(separator: "latitudeDegrees").count > 3
        }
        recorder.signal(SIGTERM)
        #expect(try await recorder.end() == .status(0), "\(recorder.errors)")
        let (decisions, _) = try await Self.replay(path, tool)
        #expect(decisions.contains { $0.contains("  reload  ") })
        let text = try String(decoding: InputFile(path).contents(atMost: 64 << 20), as: UTF8.self)
        let latitudes = text.split(separator: #""latitudeDegrees":"#).dropFirst()
        #expect(latitudes.count > 1 && given.latitudeDegrees != 0)
        for latitude in latitudes {
            // The middles of the areas are 1/22 of a degree apart.
            let rows = (Double(latitude.prefix { "-.0123456789".contains($0) }) ?? 0) * 22
            #expect(abs(rows - rows.rounded(.down) - 0.5) < 1e-6, "\(latitude.prefix(20))")
        }
    }

    @Test("is added to a file from each start on, through kills")
    func file() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/service.run"
        let daemon = try await DaemonProcess(
            receiver: try StillRecording.url(in: folder),
            configuration: "[Record]\nFile=\(path)\n"
        )
        for _ in 0..<3 {
            let provider = try await ScriptedProvider(daemon)
            let client = try ScriptedClient(daemon)
            try client.placeInView()
            _ = try await provider.answer { $0.location != nil }
            daemon.kill()
            try await daemon.restart()
        }
        // The service answers before it has written its start.
        try await Self.waiting(for: #"{"start""#, in: path, times: 4)
        let decisions = try await Self.replay(path, Tool(daemon)).decisions
        #expect(decisions.filter { $0.contains("the service starts again") }.count == 3)
    }

    @Test("that is cut replays up to the cut and says so; one that was changed fails and shows where")
    func damage() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/service.run"
        let daemon = try await DaemonProcess(
            receiver: try StillRecording.url(in: folder),
            configuration: "[Record]\nFile=\(path)\n"
        )
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        let widget = try client.placeInView()
        _ = try await provider.answer { $0.location != nil }
        try await Self.waiting(for: #""name":"timeline""#, in: path)
        daemon.kill()
        let tool = Tool(daemon)
        let bytes = try InputFile(path).contents(atMost: 64 << 20)
        let cut = folder.path + "/cut.run"
        try AtomicFile.write(Array(bytes.dropLast(30)), to: cut)
        let outcome = try await tool.run("replay", cut)
        #expect(outcome.ending == .status(0), "\(outcome.errors)")
        #expect(outcome.errors.contains("the line is cut: replayed up to "), "\(outcome.errors)")

        let changed = folder.path + "/changed.run"
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains(#""name":"reload""#)
                ? String(line.replacing(#""name":"reload""#, with: #""name":"pending""#)) : String(line)
        }
        try AtomicFile.write(Array(lines.joined(separator: "\n").utf8), to: changed)
        let different = try await tool.run("replay", changed)
        #expect(different.ending == .status(1))
        #expect(different.errors.contains("the decisions differ at "), "\(different.errors)")
        #expect(different.errors.contains("recorded: \(widget) "), "\(different.errors)")
        #expect(different.errors.contains("the decisions before, as replayed:"), "\(different.errors)")
    }

    @Test("ends at a signal although the service decides faster than it is written")
    func ends() async throws {
        let folder = try TemporaryFolder()
        let still = try StillRecording.url(in: folder).replacing("speed=20", with: "speed=max")
        let daemon = try await DaemonProcess(receiver: still)
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.placeInView()
        let path = folder.path + "/coarse.run"
        let recorder = try Tool(daemon).start(["record", "--coarse", "-o", path])
        try await Self.waiting(for: #"{"start""#, in: path)
        recorder.signal(SIGTERM)
        #expect(try await recorder.end() == .status(0), "\(recorder.errors)")
        withExtendedLifetime(provider) {}
    }

    @Test("that is long is replayed with a line on the terminal that tells how far it is")
    func progress() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/service.run"
        let daemon = try await DaemonProcess(
            receiver: "file://\(MainJobTests.recording)?speed=max",
            configuration: "[Record]\nFile=\(path)\n"
        )
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.placeInView()
        try await TestSupport.waiting(until: "half a megabyte") {
            try InputFile(path).byteCount ?? 0 > 500_000
        }
        daemon.kill()
        withExtendedLifetime(provider) {}
        // Many runs in a row.
        let bytes = try InputFile(path).contents(atMost: 64 << 20)
        let long = folder.path + "/long.run"
        try AtomicFile.write(
            Array(repeatElement(bytes + [UInt8(ascii: "\n")], count: 40).joined()),
            to: long
        )
        let terminal = try Keyboard(
            ["/bin/sh", "-c", "exec '\(BuiltPrograms.tool)' replay \(long) --with Distance=300m 2>&1"],
            environment: ["TERM": "xterm"]
        )
        defer { terminal.program.kill() }
        try await terminal.sees(" %, ")
        #expect(terminal.output.contains(" left, at "), "\(terminal.output)")
    }

    @Test("goes on over restarts, in its file and at its reader")
    func restarts() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/service.run"
        let supervisor = try await Supervisor(
            // Few lines, because the test reads them all again and again.
            receiver: try StillRecording.url(in: folder, speed: 1),
            configuration: "[Record]\nFile=\(path)\n"
        )
        let tool = Tool(socketPath: supervisor.socketPath)
        let readPath = folder.path + "/read.run"
        let recorder = try tool.start(["record", "-o", readPath])
        try await Self.waiting(for: #"{"start""#, in: readPath)
        var provider = try await ScriptedProvider(at: supervisor.socketPath)
        let host = try ScriptedClient(at: supervisor.socketPath).stream(HostInterface.Watch())
        let session = try #require(try await host.next().session)
        let widget = try provider.calls.placeInView(of: session)
        _ = try await provider.answer { $0.location != nil }
        while try await host.next().widget?.entry == nil {}
        for round in 1...4 {
            if round.isMultiple(of: 2) {
                #expect(try await supervisor.stop() == .status(0))
            } else {
                supervisor.kill()
            }
            try await supervisor.start()
            provider = try await ScriptedProvider(at: supervisor.socketPath)
            let host = try ScriptedClient(at: supervisor.socketPath).stream(HostInterface.Watch())
            _ = try await host.next()
            try provider.calls.call(
                WidgetsInterface.ReloadTimelines(session: provider.session, widget: widget)
            )
            _ = try await provider.answer { $0.reason == .requestedByProvider }
            while try await host.next().widget?.entry == nil {}
            try await TestSupport.waiting(until: "start \(round + 1) at the reader") {
                let lines = Self.text(in: readPath)?.split(separator: "\n") ?? []
                return lines.count { $0.starts(with: #"{"start""#) } == round + 1
            }
        }
        recorder.signal(SIGTERM)
        #expect(try await recorder.end() == .status(0), "\(recorder.errors)")
        #expect(try await supervisor.stop() == .status(0))
        let decisions = try await Self.replay(path, tool).decisions
        #expect(decisions.filter { $0.contains("the service starts again") }.count == 4)
        #expect(decisions.filter { $0.contains("  reload  ") && $0.contains("asked") }.count == 4)
        #expect(try await Self.replay(readPath, tool).decisions.count > 4)
    }

    @Test(
        "may be sealed by another program, and replayed from there without a file",
        .enabled(if: ChildProcess.isInstalled("gpg"), "gpg is not installed")
    )
    func sealed() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let (plain, sealed, process) = (
            folder.path + "/plain", folder.path + "/sealed", folder.path + "/process"
        )
        // Else gpg first measures this machine, reads nothing meanwhile, and takes half a minute on a busy one.
        try folder.write("s2k-count 65536\n", to: "gpg-agent.conf")
        let gpg = "gpg --homedir \(folder.path) --batch --quiet --pinentry-mode loopback --passphrase x"
        let tool = BuiltPrograms.tool
        let recording = try RunningProgram(
            [
                "/bin/sh", "-c",
                "{ \(tool) record -o - & echo $! >\(process); wait; } | tee \(plain) | \(gpg) --symmetric -o \(sealed)"
                    + " && gpgconf --homedir \(folder.path) --kill all",
            ],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try await Self.waiting(for: #"{"start""#, in: plain)
        let client = try ScriptedClient(daemon)
        let provider = try await ScriptedProvider(daemon)
        try client.placeInView()
        _ = try await provider.answer { $0.location != nil }
        try await Self.waiting(for: #""name":"timeline""#, in: plain)
        let identifier = try String(decoding: InputFile(process).contents(atMost: 100), as: UTF8.self)
        kill(try #require(pid_t(identifier.trimmingNewline)), SIGTERM)
        #expect(try await recording.end() == .status(0), "\(recording.errors)")
        let bytes = try InputFile(sealed).contents(atMost: 64 << 20)
        #expect(!bytes.isEmpty && bytes.firstRange(of: "waymarkd".utf8) == nil)

        let replay = try RunningProgram(["/bin/sh", "-c", "\(gpg) --decrypt \(sealed) | \(tool) replay -"])
        #expect(try await replay.end() == .status(0), "\(replay.errors)")
        #expect(replay.errors.contains("all as recorded"), "\(replay.errors)")
        #expect(replay.output == (try await Tool(daemon).run("replay", plain)).output)
        #expect(replay.output.contains("  reload  "))
    }

    @Test("empties no file before it has begun, and leaves none that others may read")
    func existingFile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/day.run"
        let text = { try String(decoding: InputFile(path).contents(atMost: 1 << 20), as: UTF8.self) }
        try folder.write("precious", to: "day.run")
        #expect(chmod(path, 0o644) == 0)
        let nowhere = try await Tool(socketPath: folder.path + "/none").run("record", "-o", path)
        #expect(nowhere.ending == .status(3), "\(nowhere.errors)")
        #expect(try text() == "precious")
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let link = folder.path + "/link.run"
        try #require(symlink(path, link) == 0)
        let refused = try await Tool(daemon).run("record", "-o", link)
        #expect(
            refused.ending == .status(1) && refused.errors.contains("is a symbolic link"),
            "\(refused.errors)"
        )
        #expect(try text() == "precious")
        let recorder = try Tool(daemon).start(["record", "-o", path])
        try await Self.waiting(for: #"{"start""#, in: path)
        #expect(try text() == "precious", "the record is not complete yet")
        recorder.signal(SIGTERM)
        #expect(try await recorder.end() == .status(0), "\(recorder.errors)")
        #expect(try text().contains(#"{"start""#))
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try Folder(folder.path).names(endingWith: ".new") == [])
    }

    @Test("is refused to other users", .enabled(if: geteuid() == 0, "only root can become another user"))
    func others() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let stranger = try await Stranger()
        let outcome = try await stranger.run(["record", "-o", "-"], on: daemon)
        #expect(
            outcome.ending == .status(1) && outcome.errors.contains("permission denied"),
            "\(outcome.errors)"
        )
        #expect(outcome.output == "")
    }
}
