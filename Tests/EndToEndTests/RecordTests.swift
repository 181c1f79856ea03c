import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("A record of the running service", .ownThreads, .timeLimit(.minutes(10)))
struct RecordTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func waiting(for text: String, in path: String) async throws {
        try await TestSupport.waiting(until: "'\(text)' in \(path)") {
            Self.text(in: path)?.contains(text) ?? false
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

    private func recorder(_ path: String, _ tool: Tool) async throws -> RunningProgram {
        let recorder = try tool.start(["record", "-o", path])
        try await Self.waiting(for: #"{"start""#, in: path)
        return recorder
    }

    /// Replays a record and returns the decisions, which must be as recorded where the record begins with the service.
    private static func replay(_ path: String, _ tool: Tool) async throws -> (
        decisions: [String], words: String
    ) {
        let outcome = try await tool.lab.run("replay", path)
        #expect(outcome.ending == .status(0), "\(outcome.errors)")
        #expect(outcome.errors.contains("as recorded"), "\(outcome.errors)")
        return (outcome.output.split(separator: "\n").map(String.init), outcome.errors)
    }

    @Test("begins in the middle, with everything that was there before, and replays under other settings")
    func fromTheMiddle() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let provider = try await ScriptedProvider(daemon)
        try ScriptedClient(daemon).placeInView()
        _ = try await provider.answer { $0.location != nil }
        let tool = Tool(daemon)
        let path = folder.path + "/middle.run"
        let recorder = try await recorder(path, tool)
        let asked = try provider.calls.call(WidgetsInterface.ReloadTimelines(session: provider.session))
        #expect(asked.reloads.count == 1)
        _ = try await provider.answer { $0.reason == .requestedByProvider }
        try await Self.waiting(for: #""name":"timeline""#, in: path)
        #expect(try await recorder.stop() == .status(0), "\(recorder.errors)")
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let decisions = try await Self.replay(path, tool).decisions
        #expect(decisions.contains { $0.contains("  reload  ") && $0.contains("asked") }, "\(decisions)")
        #expect(!decisions.contains { $0.contains("  placed  ") }, "that was before the record")

        let other = try await tool.lab.run("replay", path, "--with", "DailyReloads=1")
        #expect(other.errors.contains("the first difference, as recorded: "), "\(other.errors)")
        #expect(other.errors.contains("the first difference, with DailyReloads=1: "), "\(other.errors)")
    }

    @Test("goes on over restarts, in its file and at its reader")
    func restarts() async throws {
        let path = folder.path + "/service.run"
        let supervisor = try await Supervisor(
            // Few lines, because the test reads them all again and again.
            receiver: StillRecording.url(speed: "1"),
            configuration: "[Record]\nFile=\(path)\n"
        )
        let tool = Tool(socketPath: supervisor.socketPath)
        let readPath = folder.path + "/read.run"
        let recorder = try await recorder(readPath, tool)
        var provider = try await ScriptedProvider(at: supervisor.socketPath)
        let host = try ScriptedClient(at: supervisor.socketPath).stream(HostInterface.Watch())
        let session = try #require(try await host.next().session)
        let widget = try provider.calls.placeInView(of: session)
        _ = try await provider.answer { $0.location != nil }
        while try await host.next().widget?.entry == nil {}
        for round in 1...2 {
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
        #expect(try await recorder.stop() == .status(0), "\(recorder.errors)")
        #expect(try await supervisor.stop() == .status(0))
        let (decisions, words) = try await Self.replay(path, tool)
        #expect(words.contains("all as recorded"))
        #expect(decisions.filter { $0.contains("the service starts again") }.count == 2)
        #expect(decisions.filter { $0.contains("  reload  ") && $0.contains("asked") }.count == 2)
        #expect(try await Self.replay(readPath, tool).decisions.count > 2)
    }

    @Test("empties no file before it has begun, and leaves none that others may read")
    func existingFile() async throws {
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
        #expect(refused.ending == .status(1))
        #expect(refused.errors.contains("is a symbolic link"), "\(refused.errors)")
        #expect(try text() == "precious")
        let recorder = try await recorder(path, Tool(daemon))
        #expect(try text() == "precious", "the record is not complete yet")
        #expect(try await recorder.stop() == .status(0), "\(recorder.errors)")
        #expect(try text().contains(#"{"start""#))
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try Folder(folder.path).names(endingWith: ".new") == [])
    }
}
