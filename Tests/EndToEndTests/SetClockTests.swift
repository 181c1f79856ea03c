import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A running service whose clock is set", .ownThreads, .timeLimit(.minutes(10)))
struct SetClockTests {
    /// Swift's own toolchain has a C compiler.
    private static let compiler = (Environment.value(of: "PATH") ?? "").split(separator: ":")
        .flatMap { ["\($0)/cc", "\($0)/clang"] }.first(where: ChildProcess.isExecutable)

    @Test("reloads what is in view at once", .enabled(if: compiler != nil, "there is no C compiler"))
    func timeChanged() async throws {
        let folder = try TemporaryFolder()
        let library = folder.path + "/settable-clock.so"
        let source = Checkout.root + "/scripts/settable-clock.c"
        let options = ["-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source]
        try await RunningProgram.output(of: [#require(Self.compiler)] + options)
        try folder.write("0", to: "offset")
        // The daemon's clock only, not the machine's.
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            environment: ["LD_PRELOAD": library, "SETTABLE_CLOCK": folder.path + "/offset"]
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let place = HostInterface.Place(app: "org.example.app", kind: "where")
        let widget = try provider.calls.call(place).widget
        try await provider.answer(provider.nextReload())
        try provider.calls.call(HostInterface.SetVisibility(widget: widget, visible: true))
        try folder.write("7200", to: "offset")
        daemon.signal(SIGUSR2)
        #expect(try await provider.nextReload().reason == .timeChanged)
    }
}
