import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// A daemon whose wall clock the test sets, without setting the machine's.
private final class SettableClock {
    /// A C compiler; Swift's own toolchain has one.
    static let compiler = (Environment.value(of: "PATH") ?? "").split(separator: ":")
        .flatMap { ["\($0)/cc", "\($0)/clang"] }.first(where: ChildProcess.isExecutable)

    private let folder: TemporaryFolder
    let environment: [String: String]

    init() async throws {
        folder = try TemporaryFolder()
        let library = folder.path + "/settable-clock.so"
        let source = Checkout.root + "/scripts/settable-clock.c"
        let compiler = try #require(Self.compiler)
        let options = ["-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]
        try await RunningProgram.output(of: [compiler] + options + [library, source])
        environment = ["LD_PRELOAD": library, "SETTABLE_CLOCK": folder.path + "/offset"]
        try folder.write("0", to: "offset")
    }

    func set(_ offset: Int, of daemon: DaemonProcess) throws {
        try folder.write("\(offset)", to: "offset")
        daemon.signal(SIGUSR2)
    }
}

@Suite(
    "A running service whose clock is set",
    .enabled(if: SettableClock.compiler != nil, "there is no C compiler"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct SetClockTests {
    private static let app = "org.example.app"

    @Test("reloads what is in view at once")
    func timeChanged() async throws {
        let clock = try await SettableClock()
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1", environment: clock.environment)
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let widget = try provider.calls.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try await provider.answer(provider.nextReload())
        try provider.calls.call(HostInterface.SetVisibility(widget: widget, visible: true))
        try clock.set(7200, of: daemon)
        #expect(try await provider.nextReload().reason == .timeChanged)
    }
}
