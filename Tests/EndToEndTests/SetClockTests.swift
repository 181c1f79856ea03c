import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// A daemon whose wall clock the test sets, without setting the machine's.
private final class SettableClock {
    /// A C compiler; Swift's own toolchain has one.
    static let compiler: String? = {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        let known: [String] = folders.flatMap { ["\($0)/cc", "\($0)/clang"] }
        return known.first { access($0, X_OK) == 0 }
    }()

    private let folder: TemporaryFolder
    let environment: [String: String]

    init() async throws {
        folder = try TemporaryFolder()
        let library = folder.path + "/settable-clock.so"
        let source = Checkout.root + "/scripts/settable-clock.c"
        let compiler = try #require(Self.compiler)
        let build = try RunningProgram(
            [compiler, "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source]
        )
        let ending = try await build.end()
        try #require(ending == .status(0), "\(build.errors)")
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
        let inView = try await provider.nextReload()
        #expect(inView.reason == .timeChanged)
    }
}
