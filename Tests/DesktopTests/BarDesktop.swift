import Glibc
import LinuxSystem
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

/// An ordinary user's machine with the samples for bars: a service, the weather provider, and the tool in `PATH`.
///
/// sway refuses to run as root, so everything but the service runs as another user then.
final class BarDesktop {
    static let app = "org.waymark.sample.weather"

    /// What the sample's weather is at the beginning of the recording.
    static let weather = "12°"

    private static let user = getuid() == 0 ? 65_534 : Int(getuid())
    private static let receiver = "file://\(Checkout.root)/Samples/recordings/city-drive.nmea?speed=20&loop"

    /// The folder with the programs, the samples and the user's own files.
    let folder: TemporaryFolder
    let daemon: DaemonProcess
    private var provider: RunningProgram?

    /// The user's folder for sockets and other files of the session.
    var runtimeFolder: String { folder.path + "/run" }
    var samples: String { folder.path + "/bars" }

    init() async throws {
        folder = try TemporaryFolder()
        daemon = try await DaemonProcess(receiver: Self.receiver)
        let script = """
            set -e
            chmod 711 .
            mkdir -m 755 bin home && mkdir -m 700 run
            install -m 755 '\(BuiltPrograms.tool)' bin/waymarkctl
            install -m 755 '\(BuiltPrograms.session)' bin/waymark-session
            cp -r '\(Checkout.root)/Samples/bars' bars && chmod -R a+rX bars
            chown \(Self.user) home run
            """
        try await RunningProgram.output(of: ["sh", "-c", "cd '\(folder.path)'\n\(script)"])
        provider = try start([
            "waymarkctl", "provide", "--every", "30min", Self.app, "cell", "--", "\(samples)/weather",
        ])
        try await authorize(Self.app, "when-in-use", "--widgets", "yes")
    }

    /// Decides what an app of the user may know.
    func authorize(_ app: String, _ decision: String...) async throws {
        try await RunningProgram.output(
            of: [BuiltPrograms.tool, "authorize", app, "--user", "\(Self.user)"] + decision,
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
    }

    func start(_ arguments: [String], environment: [String: String] = [:]) throws -> RunningProgram {
        let identity = ["setpriv", "--reuid", "\(Self.user)", "--regid", "\(Self.user)", "--clear-groups"]
        let path = Environment.value(of: "PATH") ?? "/usr/bin:/bin"
        let own = [
            "HOME": folder.path + "/home", "PATH": "\(folder.path)/bin:\(path)",
            "XDG_RUNTIME_DIR": runtimeFolder, "WAYMARK_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8",
            // The user's own, which refuses a login, would end tmux's session at once.
            "SHELL": "/bin/sh",
            "WAYLAND_DISPLAY": "", "DISPLAY": "", "TMUX": "",
            // The machine's own session is none of the test's business.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
        return try RunningProgram(
            (getuid() == 0 ? identity : []) + arguments,
            environment: own.merging(environment) { $1 }
        )
    }

    func widget() async throws -> InspectInterface.Widget {
        try await waiting(for: "a widget") { try widgets().first }
    }

    func widgets() throws -> [InspectInterface.Widget] {
        try daemon.call(InspectInterface.ListWidgets()).widgets
    }

    func waitUntilVisible(_ visible: Bool = true) async throws {
        try await waiting(until: visible ? "it is in view" : "it is out of view") {
            try widgets().map(\.visible) == [visible]
        }
    }
}
