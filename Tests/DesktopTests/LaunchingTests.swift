import Glibc
import TestSupport
import Testing

@Suite("The starting of programs")
struct LaunchingTests {
    private static let boot = Checkout.tools + "/boot-systemd"
    private static let canBoot = getuid() == 0 && access(boot, X_OK) == 0

    @Test(
        "has programs of apps started and stopped by a real systemd, whatever they do",
        .enabled(if: canBoot, "only root can boot a container, and the tool for it must be there"),
        .timeLimit(.minutes(10))
    )
    func launching() async throws {
        let script = try RunningProgram([
            Checkout.root + "/scripts/check-launching", BuiltPrograms.folder, Self.boot,
            Checkout.tools + "/stop-systemd",
        ])
        let ending = try await script.end(within: .seconds(560))
        #expect(ending == .status(0), "\(script.output)\(script.errors)")
    }
}
