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

    /// Sets how far the clock is wrong when the daemon is started next.
    func prepare(_ offset: Int) throws { try folder.write("\(offset)", to: "offset") }

    func set(_ offset: Int, of daemon: DaemonProcess) throws {
        try prepare(offset)
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

    @Test(
        "reloads what is in view at once and the rest at its next view, for free, and keeps windows as they are"
    )
    func timeChanged() async throws {
        let clock = try await SettableClock()
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            environment: clock.environment
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let widget = try provider.calls.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try await provider.answer(provider.nextReload())
        let show = HostInterface.SetVisibility(widget: widget, visible: true)
        let hide = HostInterface.SetVisibility(widget: widget, visible: false)
        try provider.calls.call(show)

        try clock.set(7200, of: daemon)
        let inView = try await provider.nextReload()
        #expect(inView.reason == .timeChanged)
        try provider.answer(inView)

        try provider.calls.call(hide)
        try clock.set(-86_400, of: daemon)
        let tool = Tool(daemon)
        try await waiting(until: "the clock") {
            try await tool.succeed("journal").contains("the clock was set back by")
        }
        let status = try #require(try provider.calls.call(InspectInterface.ListWidgets()).widgets.first)
        #expect(status.inUse && (0...900).contains(status.inUseForSeconds ?? -1))
        #expect(try provider.stream.poll()?.reload == nil)
        try provider.calls.call(show)
        let viewed = try await provider.nextReload()
        #expect(viewed.reason == .timeChanged)
        try provider.answer(viewed)
        let journal = try JSON.lines(await tool.succeed("journal", "--format", "json", "--widget", widget))
        let charges = journal.map { $0["evidence"] }.filter { $0["reason"].string == "timeChanged" }
            .compactMap { $0["charge"].string }
        #expect(charges == ["free", "free"])
    }
}
