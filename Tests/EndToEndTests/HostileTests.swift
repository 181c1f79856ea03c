import Glibc
import TestSupport
import Testing

@Suite("A hostile user")
struct HostileTests {
    @Test(
        "with every means at once takes neither the service, its memory nor its journal from another user",
        .enabled(if: getuid() == 0, "only root can take the identity of two users"),
        .ownThreads,
        .timeLimit(.minutes(10))
    )
    func everyMeans() async throws {
        // The script takes a longer time too, and prints how fast the other user was answered.
        let script = Checkout.root + "/scripts/hostile-run"
        try await RunningProgram.output(of: [script, BuiltPrograms.folder, "15"])
    }
}
