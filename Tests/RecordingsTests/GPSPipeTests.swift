import LinuxSystem
import LocationModel
import Receivers
import TestSupport
import Testing

@Suite(
    "The output of a real gpspipe",
    .enabled(if: LiveGPSD.isInstalled && ChildProcess.isInstalled("gpspipe"), "gpsd is not installed"),
    .serialized,
    .timeLimit(.minutes(10))
)
struct GPSPipeTests {
    private static let recording = Checkout.root + "/Samples/recordings/short-trip.nmea"

    /// Returns the sentences of the first minutes of the drive, up to the end of an epoch.
    private static func sentences() throws -> String {
        let text = String(decoding: try Checkout.bytes(of: recording), as: UTF8.self)
        return String(text.prefix(40_000)).split(separator: "\r\n").dropLast(2).map { $0 + "\r\n" }.joined()
    }

    @Test(
        "is a recording with the fixes of the sentences that gpsd was given",
        arguments: [
            (["-r"], RecordingForm(.nmea)), (["-r", "-t"], RecordingForm(.nmea, isStamped: true)),
            (["-r", "-uu"], RecordingForm(.nmea, isStamped: true)), (["-w"], RecordingForm(.gpsd)),
            (["-w", "-Zu"], RecordingForm(.gpsd, isStamped: true)),
            (["-w", "-T", "%FT%T%z "], RecordingForm(.gpsd, isStamped: true)),
            (["-w", "-r"], RecordingForm(.gpsd)),
        ]
    )
    func written(options: [String], form: RecordingForm) async throws {
        let sentences = try Self.sentences()
        let expected = Decoded(sentences).fixes
        let gpsd = try LiveGPSD()
        defer { gpsd.kill() }
        let pipe = try await pipe(options, gpsd)
        defer { pipe.kill() }
        let feed = try gpsd.feed()
        try feed.send(sentences)
        // An extra sentence marks the end.
        try feed.send("$GPTXT,01,01,02,the end of it*35\r\n")
        let last = try #require(expected.dropLast().last?.time)
        _ = try await waiting(for: "the fix of \(last)") {
            Decoded(pipe.output).fixes.contains { ($0.time ?? last) >= last } ? true : nil
        }
        let decoded = Decoded(pipe.output)
        #expect(decoded.form == form)
        let byTime = Dictionary(expected.map { ($0.time, $0.coordinate) }) { first, _ in first }
        let known = decoded.fixes.filter { fix in
            byTime[fix.time].map { fix.coordinate.distanceMeters(to: $0) < 0.1 } ?? false
        }
        #expect(known.count >= expected.count - 3 && decoded.fixes.count <= expected.count + 1)
    }

    /// Starts gpspipe once gpsd listens.
    private func pipe(_ options: [String], _ gpsd: LiveGPSD) async throws -> RunningProgram {
        try await waiting(for: "a gpspipe that is connected") {
            let program = try RunningProgram(["gpspipe"] + options + ["127.0.0.1:\(gpsd.port)"])
            for _ in 0..<200 where program.isRunning {
                if program.output.contains(#""WATCH""#) { return program }
                try await Task.sleep(for: .milliseconds(5))
            }
            program.kill()
            return nil
        }
    }
}
