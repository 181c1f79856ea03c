import Glibc
import TestSupport
import Testing

@Suite("A host's view, when everything is killed", .ownThreads, .timeLimit(.minutes(10)))
final class KillOrderTests {
    enum Victim: CaseIterable {
        case daemon
        case provider
        case host
    }

    private static let app = "org.example.app"

    /// All six orders.
    static let orders = Victim.allCases.flatMap { first in
        Victim.allCases.filter { $0 != first }.map { second in
            [first, second] + Victim.allCases.filter { $0 != first && $0 != second }
        }
    }

    private let folder: TemporaryFolder
    private let daemon: DaemonProcess
    private let tool: Tool
    private var provider: RunningProgram?
    private var host: RunningProgram?

    init() async throws {
        folder = try TemporaryFolder()
        daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Widgets]\nDailyReloads=none\n"
        )
        tool = Tool(daemon)
    }

    private func start(_ program: Victim) async throws {
        switch program {
        case .daemon: try await daemon.restart()
        case .provider:
            provider = try tool.start(["provide", Self.app, "where", "--", "cat", "\(folder.path)/state"])
            // Without a service at its start it ends, and a unit would start it again.
            try await waiting(until: "the provider") {
                try await tool.json("kinds")["kinds"].array.first?["served"].bool == true
            }
        case .host: host = try tool.start(["watch", "--format", "line", "--place", "\(Self.app)/where"])
        }
    }

    private func kill(_ program: Victim) {
        switch program {
        case .daemon: daemon.kill()
        case .provider: provider?.kill()
        case .host: host?.kill()
        }
    }

    /// What the host shows now.
    private var shown: String { host?.output.split(separator: "\n").last.map(String.init) ?? "" }

    private func wait(for text: String, _ when: String) async throws {
        do {
            try await waiting(until: text) { shown == text }
        } catch is Overdue {
            throw Overdue("\(text) \(when), in \(host?.output ?? "") \(host?.errors ?? "")")
        }
    }

    /// Makes something new, and has it asked for.
    private func make(_ state: String) async throws {
        try folder.write(state, to: "state")
        try await waiting(until: "the kind") {
            try await tool.run("push", Self.app, "where").ending == .status(0)
        }
    }

    @Test("is right again after kill -9 of daemon, provider and host, in each order", arguments: orders)
    func killed(_ order: [Victim]) async throws {
        try folder.write("first", to: "state")
        try await start(.provider)
        try await start(.host)
        try await wait(for: "first", "at first")

        // One after another, each back before the next goes: what is shown stays, and what is new arrives.
        for victim in order {
            kill(victim)
            if victim != .host { #expect(shown == "first", "without its \(victim)") }
            if victim == .host {
                try await waiting(until: "the widget to be out of view") {
                    try await tool.onlyWidget()["visible"].bool == false
                }
            }
            try await start(victim)
            try await wait(for: "first", "after the \(victim)")
        }
        try await make("second")
        try await wait(for: "second", "after all")

        // All of them, and back, the daemon first: it remembers, and the provider makes what is new.
        for victim in order { kill(victim) }
        for victim in [.daemon] + order.filter({ $0 != .daemon }) { try await start(victim) }
        try await wait(for: "second", "after a kill of all")
        try await make("third")
        try await wait(for: "third", "after a kill of all")
        let widgets = try await tool.json("widgets")["widgets"].array
        #expect(widgets.count == 1 && widgets[0]["visible"].bool == true)
    }
}
