import Glibc
import LocationModel
import TestSupport
import Testing

/// A sample provider, run as its README says.
enum Sample: String, CaseIterable {
    case swift
    case python

    var app: String { "org.example.\(rawValue)" }

    func start(_ daemon: DaemonProcess) throws -> RunningProgram {
        let options = ["--socket", daemon.socketPath, "--app", app, "--kind", "where"]
        switch self {
        case .swift: return try RunningProgram([BuiltPrograms.sampleProvider] + options)
        case .python:
            let script = Checkout.root + "/Samples/python-provider/provider.py"
            return try RunningProgram(["python3", script] + options, environment: Python.environment)
        }
    }
}

extension RunningProgram {
    /// Waits for a line of standard output that satisfies `isWanted`, after the first `skipped` lines.
    fileprivate func line(
        after skipped: Int = 0,
        _ what: String,
        where isWanted: (Substring) -> Bool
    ) async throws -> (text: String, number: Int) {
        do {
            return try await waiting(for: what) {
                let lines = output.split(separator: "\n").dropFirst(skipped)
                return lines.firstIndex(where: isWanted).map { (String(lines[$0]), $0 + 1) }
            }
        } catch is Overdue { throw Overdue("\(what) after line \(skipped) of:\n\(output)\(errors)") }
    }
}

@Suite("The service", .ownThreads, .timeLimit(.minutes(10)))
struct MainJobTests {
    static let recording = Checkout.root + "/Samples/recordings/city-drive.nmea"
    private static let configuration =
        "[SignificantChange]\nInterval=1s\n[Widgets]\nInUseWindow=500ms\nFixTimeout=20s\n"
        + "[Receivers]\nIdleAfter=100ms\n"

    private func place(_ latitude: Double?, _ longitude: Double?) throws -> Coordinate {
        let degrees = (try #require(latitude), try #require(longitude))
        return try #require(Coordinate(latitudeDegrees: degrees.0, longitudeDegrees: degrees.1))
    }

    private func places() async throws -> [Coordinate] {
        let decoded = try await Tool(socketPath: "/nonexistent").lab.run("decode", Self.recording)
        return try JSON.lines(decoded.output)
            .map { try place($0["latitudeDegrees"].double, $0["longitudeDegrees"].double) }
    }

    @Test(
        "delivers locations from a recording to a provider while the person allows it",
        arguments: Sample.allCases
    )
    func mainJob(sample: Sample) async throws {
        if sample == .python, !Python.isRecent { try Test.cancel(Python.tooOld) }
        let places = try await places()
        let daemon = try await DaemonProcess(
            receiver: "file://\(Self.recording)?speed=60",
            configuration: Self.configuration
        )
        let tool = Tool(daemon)
        let provider = try sample.start(daemon)
        var seen = try await provider.line("a connection") { $0 == "connected authorized=false" }

        // Placed before any decision: the provider makes a timeline without a location.
        let widget = try await tool.succeed("place", sample.app, "where").trimmingNewline
        seen = try await provider.line("a first reload") {
            $0.hasPrefix("reload widget=\(widget) reason=placed")
        }
        #expect(seen.text.contains("class=denied"))

        let decided = try await tool.succeed("authorize", sample.app, "when-in-use", "--widgets", "yes")
        #expect(decided.contains("its widgets may know the location"))
        let granted = "authorization authorized=true"
        seen = try await provider.line(after: seen.number, "the grant") { $0 == granted }
        seen = try await provider.line(after: seen.number, "a reload") { $0.hasPrefix("reload") }
        #expect(seen.text.contains("reason=authorizationChanged class=unavailable"))

        // In view: a location, and a new one after each significant change.
        try await tool.succeed("show", widget)
        for _ in 1...3 {
            seen = try await provider.line(after: seen.number, "a change") {
                $0.contains("reason=significantChange class=fix")
            }
            let form = #/class=fix ([0-9.]+) N, ([0-9.]+) E/#
            let numbers = try #require(seen.text.firstMatch(of: form)).output
            let told = try place(Double(numbers.1), Double(numbers.2))
            // It has five decimal places, which are about a metre.
            #expect(places.contains { $0.distanceMeters(to: told) < 1 }, "\(told) is not in the recording")
        }

        // Out of view: in use until the end of the in-use window, then the receivers go off.
        try await tool.succeed("hide", widget)
        try await waiting(until: "the window's end") { try await tool.widget(widget)["inUse"].bool == false }
        try await waiting(until: "the receivers to be off") {
            try await tool.json("status")["receiversWanted"].bool == false
        }

        // Revoked: reported at once, and the next timeline is made without a location.
        try await tool.succeed("show", widget)
        try await tool.succeed("authorize", sample.app, "never")
        let revoked = "authorization authorized=false"
        seen = try await provider.line(after: seen.number, "the revocation") { $0 == revoked }
        _ = try await provider.line(after: seen.number, "a reload without") {
            $0.contains("reason=authorizationChanged class=denied")
        }
        try await waiting(until: "the host to be notified") {
            let view = try await daemon.views().first { $0["widget"].string == widget }
            return view?["status"].string == "denied"
        }

        daemon.signal(SIGTERM)
        #expect(try await daemon.end() == .status(0))
    }
}

extension DaemonProcess {
    /// Returns what hosts see: the first line of `watch`.
    func views() async throws -> [JSON] {
        let watch = try Tool(self).start(["watch", "--format", "json"])
        defer { watch.kill() }
        return try await waiting(for: "a first line of watch") {
            try watch.output.split(separator: "\n").map { try JSON($0)["widgets"] }.first(where: \.exists)?
                .array
        }
    }
}

extension String {
    var trimmingNewline: String { String(split(separator: "\n").first ?? "") }
}
