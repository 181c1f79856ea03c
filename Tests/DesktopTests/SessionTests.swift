import Glibc
import TestSupport
import Testing

@Suite("A bar under a real logind")
struct SessionTests {
    private static let boot = Checkout.tools + "/boot-systemd"
    private static let canBoot = getuid() == 0 && access(boot, X_OK) == 0

    @Test(
        "has its widget in view while the session is neither locked nor idle, and until it ends",
        .enabled(if: canBoot, "only root can boot a container, and the tool for it must be there"),
        .timeLimit(.minutes(3))
    )
    func presence() async throws {
        let script = try RunningProgram([
            Checkout.root + "/scripts/check-session", BuiltPrograms.folder, Self.boot,
            Checkout.tools + "/stop-systemd",
        ])
        let ending = try await script.end(within: .seconds(150))
        #expect(ending == .status(0), "\(script.output)\(script.errors)")
        #expect(script.output.split(separator: "\n").count == 15, "\(script.output)")
    }
}
