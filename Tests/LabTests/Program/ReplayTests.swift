import TestSupport
import Testing

/// The bundled drive lasts from 06:30:32 to 07:04:05.
@Suite("Replaying with waymark-lab", .ownThreads, .timeLimit(.minutes(10)))
struct ReplayTests {
    /// The decisions of a replay, one line each, and what is said about it.
    private struct Replay {
        var lines: [Substring]
        var errors: String

        func lines(of decision: String, about widget: String? = nil) -> [Substring] {
            lines.filter { line in
                line.contains(#""decision":"\#(decision)""#)
                    && (widget.map { line.contains(#""widget":"\#($0)""#) } ?? true)
            }
        }

        func located(_ widget: String = "w1") -> [Substring] {
            lines(of: "reload", about: widget).filter { $0.contains("latitudeDegrees") }
        }
    }

    private static let drive = Checkout.root + "/Samples/recordings/city-drive.nmea"

    private func replay(_ options: String...) async throws -> Replay {
        let program = try await lab(["--format", "json", "replay", Self.drive] + options)
        return Replay(lines: program.output.split(separator: "\n"), errors: program.errors)
    }

    @Test("places a widget for each schedule, and counts for each what it got")
    func severalWidgets() async throws {
        let replay = try await replay("--in-view", "always", "--in-view", "never", "--in-view", "-5min")
        #expect(replay.located("w1").count > 3)
        #expect(replay.located("w2").isEmpty)
        #expect(replay.located("w3").count <= replay.located("w1").count)
        for widget in ["w1", "w2", "w3"] { #expect(replay.errors.contains("\(widget): reloads: ")) }
        #expect(replay.errors.contains("pending at the end, because the machine moved"))
    }

    @Test("tells people the widget, the decision and the place of the fix that made it")
    func people() async throws {
        let lines = try await lab(["replay", Self.drive]).output.split(separator: "\n")
        func places(_ decision: String) -> [Substring: Substring] {
            let found = lines.filter { $0.contains(decision) }.map { line in
                (line.prefix { $0 != " " }, line.split(separator: "(").last ?? "")
            }
            return Dictionary(found) { $1 }
        }
        let changes = places(": a significant change")
        let reloads = places("because the machine moved, with the location")
        #expect(changes.count > 3 && changes.values.contains { $0.hasPrefix("48.0") })
        #expect(reloads.values.contains { $0.hasPrefix("47.998") })
        #expect(lines.contains { $0.contains("  w1  reload") })
        // A reload that a change brings at once carries the place of that change.
        let atOnce = reloads.filter { changes[$0.key] != nil }
        #expect(atOnce.count > 1 && atOnce.allSatisfy { changes[$0.key] == $0.value })
    }

    private func beginning(_ point: (Int) -> (latitude: Double, dilution: String)) -> String {
        (0..<40).reduce("<gpx><trk><trkseg>") { text, minute in
            let (latitude, dilution) = point(minute)
            let time = "2026-05-12T08:\(minute + 10):00Z"
            let values = "<time>\(time)</time><hdop>\(dilution)</hdop>"
            return text + #"<trkpt lat="\#(latitude)" lon="13.4">\#(values)</trkpt>"#
        }
    }

    @Test("tells all that came before a recording breaks off, whatever error it states")
    func brokenOff() async throws {
        let folder = try TemporaryFolder()
        try folder.write(beginning { (52 + Double($0) / 100, $0 < 20 ? "1e30" : "1e308") }, to: "odd.gpx")
        try folder.write(beginning { _ in (52.5, "1") }, to: "rest.gpx")
        for format in ["human", "json"] {
            let odd = try await lab(["--format", format, "replay", folder.path + "/odd.gpx"], status: 1)
            #expect(odd.errors.contains("w1: reloads: ") && odd.errors.contains("GPX, line 1"))
        }
        let visits = try await lab(["replay", "--visits", folder.path + "/rest.gpx"], status: 1)
        #expect(visits.output.hasPrefix("52.500000,13.400000  "), "\(visits.output)")
    }

    @Test("prints no control characters of a record")
    func foreignProgram() async throws {
        let folder = try TemporaryFolder()
        let lines = [#"{"run":{"form":5,"program":"x\u001b[2J"}}"#, #"{"decision":{"_0":{"number":1}}}"#, ""]
        try folder.write(lines.joined(separator: "\n"), to: "odd.run")
        let program = try await lab(["replay", folder.path + "/odd.run"], status: 1)
        #expect(program.errors.contains("x [2J did not write these values"), "\(program.errors)")
        #expect(!program.errors.contains("\u{1B}"))
    }

    @Test("refuses times of day for a recording without times")
    func withoutTimes() async throws {
        let folder = try TemporaryFolder()
        try folder.write(sentence("GPGLL,4800.000,N,00749.000,E"), to: "log")
        for (times, status) in [("08:00-09:00", 1), ("-10min", 0)] as [(String, CInt)] {
            let program = try await lab(["replay", folder.path + "/log", "--in-view", times], status: status)
            #expect(program.errors.contains("It has no times") == (status == 1))
        }
    }
}
