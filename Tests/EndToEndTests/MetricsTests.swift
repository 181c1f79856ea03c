import Glibc
import LinuxSystem
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The figures of the service", .ownThreads, .timeLimit(.minutes(10)))
struct MetricsTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let hasParser = Python.succeeds("/usr/bin/python3", "import prometheus_client")

    /// Reads a file of figures with the client library of Prometheus, and returns each sample with its kind and value.
    private func samples(in file: String, as form: String) async throws -> [String] {
        let script = """
            import importlib, sys
            parser = importlib.import_module("prometheus_client." + sys.argv[2] + "parser")
            for family in parser.text_string_to_metric_families(open(sys.argv[1]).read()):
                assert family.documentation and family.type in ("counter", "gauge"), family
                for sample in family.samples:
                    print(sample.name, family.type, sorted(sample.labels.items()), sample.value)
            """
        return try await RunningProgram.output(of: ["/usr/bin/python3", "-c", script, file, form])
            .split(separator: "\n").map(String.init)
    }

    private func expectNoSecret(in text: String) {
        // The recording is at 52.52 N, 13.405 E; the app is org.example.app.
        for secret in ["52.5", "13.40", "org.example", "where"] {
            #expect(!text.contains(secret), "\(secret) in:\n\(text)")
        }
    }

    @Test(
        "are read by Prometheus, tell neither places nor apps, and are complete for the sample dashboard",
        .enabled(if: hasParser, "python3-prometheus-client is not installed"),
        .enabled(if: geteuid() == 0, "only root may read the figures")
    )
    func parsed() async throws {
        let (daemon, provider) = try await serviceWithWidget()
        let tool = Tool(daemon)
        let file = folder.path + "/waymark.prom"
        try await tool.succeed("metrics", "--file", file)
        let text = String(decoding: try Checkout.bytes(of: file), as: UTF8.self)
        let lines = try await samples(in: file, as: "")
        #expect(lines.contains { $0.hasPrefix("waymark_reloads_total counter [('reason', ") })
        #expect(lines.contains("waymark_widgets gauge [] 1.0"))
        expectNoSecret(in: text)

        let names = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
        let sample = try Checkout.bytes(of: Checkout.root + "/Samples/grafana/waymark.json")
        let figures = String(decoding: sample, as: UTF8.self)
            .matches(of: /\b(?:waymark|process)_[a-z_]+(?=\{|,)/)
        let used = Set(figures.map { String($0.output) })
        #expect(used.count > 15)
        // Figures without a value are not printed; the described ones are known by their head.
        let described = Set(text.matches(of: /# TYPE (\S+)/).map { String($0.output.1) })
        #expect(used.subtracting(described) == [], "in Samples/grafana/waymark.json")
        #expect(names.isSubset(of: described))
        withExtendedLifetime(provider) {}
    }

    /// Starts a service on whose account one timeline of this user was accepted.
    private func serviceWithWidget() async throws -> (DaemonProcess, ScriptedProvider) {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let provider = try await ScriptedProvider(daemon)
        try ScriptedClient(daemon).placeInView()
        _ = try await provider.answer { $0.location != nil }
        try await waiting(until: "the timeline is counted") {
            let figures = try await Tool(daemon).succeed("metrics")
            return figures.contains(#"{outcome="accepted"} "#)
                && !figures.contains(#"{outcome="accepted"} 0.0"#)
        }
        return (daemon, provider)
    }

    @Test(
        "tell a user of the receivers and of nobody else's widgets and clients",
        .enabled(if: Stranger.isPossible, "becoming another user needs root")
    )
    func strangers() async throws {
        let (daemon, provider) = try await serviceWithWidget()
        let all = try await Tool(daemon).succeed("metrics")
        #expect(all.contains("waymark_widgets 1.0\n") && all.contains("\nprocess_open_fds "))
        #expect(all.contains("\nwaymark_decisions_total{"))

        let outcome = try await Stranger().run(["metrics"], on: daemon)
        try #require(outcome.ending == .status(0), "\(outcome.errors)")
        let own = outcome.output
        #expect(own.contains(#"state="fixed"} 1.0"#))
        #expect(own.contains("\nwaymark_widgets 0.0\n") && own.contains("\nwaymark_connections 1.0\n"))
        #expect(own.contains(#"waymark_timelines_total{outcome="accepted"} 0.0"#))
        let secrets = ["reloads_total{", "process_", "decisions", "journal", "faulty", "refused", "commits"]
        for secret in secrets { #expect(!own.contains(secret), "\(secret) in:\n\(own)") }
        withExtendedLifetime(provider) {}
    }

    @Test(
        "are served at the board's port with --metrics, as OpenMetrics, to whoever has the token",
        .enabled(if: hasParser, "python3-prometheus-client is not installed")
    )
    func board() async throws {
        let (daemon, provider) = try await serviceWithWidget()
        let silent = try await BoardProcess(socketPath: daemon.socketPath)
        #expect(try await silent.answer("GET", "/metrics").status == 404)

        let board = try await BoardProcess(socketPath: daemon.socketPath, options: ["--metrics"])
        for headers in [["Authorization": ""], ["Authorization": "Bearer 0"]] {
            #expect(try await board.answer("GET", "/metrics", headers: headers).status == 401)
        }
        // Prometheus knows no name below localhost.
        let answer = try await board.answer("GET", "/metrics", headers: ["Host": "127.0.0.1:\(board.port)"])
        #expect(answer.status == 200 && answer.head.contains("Cache-Control: no-store"))
        let type = "application/openmetrics-text; version=1.0.0; charset=utf-8"
        #expect(answer.head.contains("Content-Type: \(type)"))
        expectNoSecret(in: answer.body)
        try folder.write(answer.body, to: "figures")
        let lines = try await samples(in: folder.path + "/figures", as: "openmetrics.")
        #expect(lines.contains { $0.hasPrefix("waymark_widgets gauge [] 1.0") })
        withExtendedLifetime(provider) {}
    }
}
