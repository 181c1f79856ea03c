import Glibc
import TestSupport
import Testing

@Suite("To calls with every parameter varied", .ownThreads, .timeLimit(.minutes(10)))
struct KeptCallTests {
    @Test(
        "the service answers root and another user as it did when that was kept",
        .enabled(if: geteuid() == 0, "only root can become another user")
    )
    func variants() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Bridge]\nBeaconUser=0\n"
        )
        let program = try RunningProgram([
            "python3", Checkout.root + "/Tests/EndToEndTests/call-variants.py", daemon.socketPath,
        ])
        #expect(try await program.end() == .status(0), "\(program.errors)")
        let lines = program.output.split(separator: "\n").map(String.init)
        try KeptText.check(lines, "Calls/variants.txt", inFull: 0)
    }
}
