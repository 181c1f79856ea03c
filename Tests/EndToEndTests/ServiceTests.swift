import Glibc
import TestSupport
import Testing

@Suite("The installed service")
struct ServiceTests {
    private static let boot = Checkout.tools + "/boot-systemd"
    private static let canBoot = getuid() == 0 && access(boot, X_OK) == 0

    @Test(
        "works under a real systemd with a real gpsd, and restarts after every failure",
        .enabled(if: canBoot, "only root can boot a container, and the tool for it must be there"),
        .timeLimit(.minutes(5))
    )
    func realSystemd() async throws {
        let script = try RunningProgram([
            Checkout.root + "/scripts/check-service", BuiltPrograms.folder, Self.boot,
            Checkout.tools + "/stop-systemd",
        ])
        let ending = try await script.end(within: .seconds(200))
        #expect(ending == .status(0), "\(script.output)\(script.errors)")
        #expect(script.output.split(separator: "\n").count == 49, "\(script.output)")
    }
}
