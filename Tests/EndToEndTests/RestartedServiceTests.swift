import TestSupport
import Testing
import Waymark

@Suite("Restarts of the service", .ownThreads, .timeLimit(.minutes(10)))
struct RestartedServiceTests: ~Copyable {
    private static let app = "org.example.app"
    private static let rounds = 5
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("lose no event of a provider and a host, and double none", arguments: [false, true])
    func events(_ isKill: Bool) async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Widgets]\nDailyReloads=none\n"
        )
        let tool = Tool(daemon)
        try folder.write("0", to: "state")
        // Each request leaves a line, and gets the state of the moment.
        let make = "echo \"$WAYMARK_REASON\" >>'\(folder.path)/requests'; cat '\(folder.path)/state'"
        let provider = try tool.start(["provide", Self.app, "where", "--", "sh", "-c", make])
        let host = WidgetHost(on: WaymarkService(socketPath: daemon.socketPath))
        try await waiting(until: "the kind") {
            try await tool.run("place", Self.app, "where", "--key", "dock").ending == .status(0)
        }
        let widget = try await host.place("where", of: Self.app, key: "dock")
        try await waiting(until: "the first timeline") {
            try await daemon.views()[0]["entry"]["content"]["text"].string == "0"
        }

        var news: [String] = []
        var round = 0
        for try await update in host.updates(of: [widget]) {
            switch update {
            case .widgets(let widgets):
                // What is there after a restart is news only if the host was not told of it before.
                let text = widgets.first?.entry?.text ?? ""
                if text != news.last { news.append(text) }
            case .changed(let shown): news.append(shown.entry?.text ?? "")
            default: continue
            }
            guard news.last == "\(round)" else { continue }
            if round == Self.rounds { break }
            // Something new happens while the service is away.
            round += 1
            if isKill { daemon.kill() }
            try folder.write("\(round)", to: "state")
            try await daemon.restart()
            try await tool.succeed("push", Self.app)
        }
        #expect(news == (0...Self.rounds).map { "\($0)" })
        let requests = try String(decoding: Checkout.bytes(of: "\(folder.path)/requests"), as: UTF8.self)
        #expect(requests == "placed\n" + String(repeating: "pushed\n", count: Self.rounds))
        withExtendedLifetime(provider) {}
    }
}
