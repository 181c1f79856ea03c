import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// A real gpsd, fed by gpsfake with a looping recording.
final class FakeReceiver {
    let program: RunningProgram

    /// The required programs; gpsfake starts gpsd itself.
    static let isInstalled = ChildProcess.isInstalled("gpsfake") && ChildProcess.isInstalled("gpsd")

    init(_ recording: String, port: UInt16) throws {
        program = try RunningProgram(
            ["gpsfake", "-P", "\(port)", "-c", "0.01", "-q", recording],
            // Do not disturb this machine's own gpsd.
            environment: ["GPSD_SHM_KEY": "0x\(String(0x4750_0000 + UInt32(port), radix: 16))"]
        )
    }

    /// Ends gpsfake, which ends its gpsd, and kills what remains of both.
    func end() async throws {
        program.signal(SIGTERM)
        _ = try? await program.end(within: .seconds(5))
        program.kill()
    }
}

@Suite(
    "A real gpsd",
    .enabled(if: FakeReceiver.isInstalled, "gpsfake is not installed"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct GPSDTests {
    @Test("delivers the fixes of a recording to a provider, also where it is started after the service")
    func reload() async throws {
        let recording = MainJobTests.recording
        let port = try LoopbackPort.unused()
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:\(port)",
            configuration: "[Widgets]\nFixTimeout=40s\n"
        )
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.placeInView()
        try await waiting(until: "the receiver to be absent") {
            try client.call(InspectInterface.GetStatus()).receivers[0].state == .absent
        }
        let problem = try client.call(InspectInterface.GetStatus()).receivers[0]
        #expect(problem.problem?.contains("is gpsd running there?") == true, "\(problem)")
        #expect(problem.retryAfterSeconds != nil)

        let gpsd = try FakeReceiver(recording, port: port)
        do {
            let reload = try await provider.answer { $0.location != nil }
            let location = try #require(reload.location)
            let decoded = try await Tool(daemon).lab.run("decode", recording)
            let isInRecording = try JSON.lines(decoded.output).contains { fix in
                let (latitude, longitude) = (fix["latitudeDegrees"].double, fix["longitudeDegrees"].double)
                // gpsd writes nine decimals.
                return abs((latitude ?? 0) - location.coordinate.latitudeDegrees) < 1e-8
                    && abs((longitude ?? 0) - location.coordinate.longitudeDegrees) < 1e-8
            }
            #expect(isInRecording, "\(location) is no fix of \(recording)")
        } catch {
            try await gpsd.end()
            throw Overdue("a location: \(error); gpsfake: \(gpsd.program.errors); waymarkd: \(daemon.log)")
        }
        try await gpsd.end()
    }
}
