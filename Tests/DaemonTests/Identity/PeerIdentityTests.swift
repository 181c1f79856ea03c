import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Daemon

@Suite("A peer", .ownThreads, .timeLimit(.minutes(10)))
struct PeerIdentityTests {
    private static let isRoot = getuid() == 0
    private static let canSandbox = access("/usr/bin/bwrap", X_OK) == 0

    private func peer(_ number: Int32, _ process: PeerProcess? = nil, user: UInt32 = getuid())
        -> PeerCredentials
    {
        PeerCredentials(userID: user, groupID: 0, processID: number, process: process)
    }

    @Test("that has ended is unidentified, even if its process ID is in use again")
    func ended() async throws {
        let visitor = try await Visitor()
        let before = PeerIdentity().attribution(of: visitor.peer)
        #expect(before != .unidentified(.ended))
        visitor.program.kill()
        #expect(PeerIdentity().attribution(of: visitor.peer) == .unidentified(.ended))
        #expect(PeerIdentity().origin(of: visitor.peer) == nil)
        // This process stands for the one that has the ID now.
        for other in [peer(getpid(), visitor.peer.process), peer(getpid())] {
            #expect(PeerIdentity().attribution(of: other) == .unidentified(.ended))
        }
    }

    @Test("that was found by its process ID is trusted if it runs as the user who connected")
    func foundByNumber() async throws {
        let visitor = try await Visitor()
        let number = visitor.peer.processID
        let process = try #require(PeerProcess(numbered: number))
        #expect(!process.isCertain)
        func attribution(of user: UInt32) -> AppAttribution {
            PeerIdentity().attribution(of: peer(number, process, user: user))
        }
        #expect(attribution(of: getuid()) == PeerIdentity().attribution(of: visitor.peer))
        #expect(attribution(of: getuid() + 1) == .unidentified(.ended))
        visitor.program.kill()
        #expect(attribution(of: getuid()) == .unidentified(.ended))
        #expect(PeerProcess(numbered: number) == nil)
    }

    @Test(
        "that was found by its process ID is trusted as the user it acts as, whoever started it",
        .enabled(if: isRoot, "only root can act as another user")
    )
    func effectiveUser() async throws {
        let visitor = try await Visitor { _ in ["setpriv", "--euid", "2001"] }
        #expect(visitor.peer.userID == 2001)
        let number = visitor.peer.processID
        let process = try #require(PeerProcess(numbered: number))
        let attribution = PeerIdentity().attribution(of: peer(number, process, user: 2001))
        #expect(attribution != .unidentified(.ended))
    }

    @Test("whom the kernel itself names stays the same one after it has changed its user")
    func changedUser() async throws {
        let visitor = try await Visitor()
        let number = visitor.peer.processID
        let found = try #require(PeerProcess(numbered: number))
        let certain = try #require(PeerProcess(duplicating: found.descriptor.rawValue))
        #expect(certain.isCertain)
        let attribution = PeerIdentity().attribution(of: peer(number, certain, user: getuid() + 1))
        #expect(attribution != .unidentified(.ended))
    }

    @Test("in the freezer group of a snap is that snap, whatever its session is")
    func frozenSnap() {
        let lines = "7:freezer:/snap.weather\n1:name=systemd:/user.slice/session-2.scope\n0::/\n"
        let group = ControlGroup(Array(lines.utf8))
        let found = PeerIdentity(root: "").attribution(of: UserIdentifier(1000), group, nil) { _ in nil }
        #expect(found == .snap(SnapName(snap: "weather", app: nil), .system))
    }

    @Test("in a sandbox whose mounts do not name the app is identified by its unit, if that is its user's")
    func sandboxUnit() throws {
        let path = "/user.slice/user-1000.slice/user@1000.service/app-flatpak-org.example.App-1.scope"
        let group = ControlGroup(Array("0::\(path)\n".utf8))
        let table = "1 0 0:1 / / rw - tmpfs x rw\n2 1 0:1 /b /.flatpak-info ro - tmpfs x rw\n"
        let mounts = try #require(SandboxMounts(Array(table.utf8)))
        let identity = PeerIdentity(root: "")
        let own = identity.attribution(of: UserIdentifier(1000), group, mounts) { _ in nil }
        #expect(own == .flatpak(AppIdentifier("org.example.App"), .mounts))
        let foreign = identity.attribution(of: UserIdentifier(1001), group, mounts) { _ in nil }
        #expect(foreign == .flatpak(nil, .mounts))
        let info = FlatpakInfo(Array("[Application]\nname=org.example.Other\n".utf8))
        let read = identity.attribution(of: UserIdentifier(1000), group, mounts) { _ in info }
        #expect(read == .flatpak(AppIdentifier("org.example.Other"), .info(instance: nil)))
    }

    private static let apps = "user.slice/user-2001.slice/user@2001.service/app.slice"
    private static let foreign = "user.slice/user-2002.slice/user@2002.service/app.slice"
    private static let foreigner = AppAttribution.unidentified(.foreignSession(UserIdentifier(2002)))
    private static let snap = "snap.weather.app-4706fe54-7802-4808-aa7e-ae8b567239e0.scope"

    /// Control groups, as systemd creates them, and the attribution of user 2001's process there.
    private static let groups: [(group: String, attribution: AppAttribution)] = [
        ("system.slice/weatherd.service", .systemUnit(unit("weatherd.service"))),
        ("user.slice/user-2001.slice/session-3.scope", .unidentified(.loginSession)),
        ("user.slice/session-broker.service", .systemUnit(unit("session-broker.service"))),
        ("user.slice/machine-box.scope", .systemUnit(unit("machine-box.scope"))),
        ("\(apps)/app-org.example.App-123.scope", .userUnit(unit("app-org.example.App-123.scope"))),
        (
            "\(apps)/app-flatpak-org.example.App-123.scope",
            .flatpak(AppIdentifier("org.example.App"), .unit(unit("app-flatpak-org.example.App-123.scope")))
        ),
        ("\(apps)/\(snap)", .snap(SnapName(snap: "weather", app: "app"), .user)),
        ("system.slice/snap.weather.run.service", .snap(SnapName(snap: "weather", app: "run"), .system)),
        ("\(foreign)/app-org.example.App-123.scope", foreigner),
        ("\(foreign)/app-flatpak-org.example.App-123.scope", foreigner),
        ("\(foreign)/\(snap)", foreigner),
        ("elsewhere", .unidentified(.noUnit)),
    ]

    @Test("is attributed by its place in the tree of control groups, if it is its user's", arguments: groups)
    func placed(_ row: (group: String, attribution: AppAttribution)) {
        let group = ControlGroup(Array("0::/\(row.group)\n".utf8))
        let found = PeerIdentity(root: "").attribution(of: UserIdentifier(2001), group, nil) { _ in nil }
        #expect(found == row.attribution)
    }

    @Test(
        "in a sandbox whose file is a pipe that nobody writes to does not hold up the daemon",
        .enabled(if: canSandbox && access("/dev/shm", W_OK) == 0, "bubblewrap makes the sandbox")
    )
    func pipe() async throws {
        // The file must be in memory, as in a real sandbox.
        let memory = try TemporaryFolder(in: "/dev/shm")
        let pipe = memory.path + "/info"
        #expect(mkfifo(pipe, 0o600) == 0)
        let visitor = try await Visitor { try Sandbox.command($0, info: ["--bind", pipe]) }
        #expect(PeerIdentity().attribution(of: visitor.peer) == .flatpak(Sandbox.app, .mounts))
    }

    @Test(
        "in a Flatpak sandbox is identified by the file in it, or by its mounts if the file is not in memory",
        .enabled(if: canSandbox, "bubblewrap makes the sandbox"),
        arguments: [
            (["--ro-bind-data", "9"], .info(instance: "42")),
            // A file of the kernel is on no disk, but on no memory file system either.
            (["--ro-bind", "/proc/version"], .mounts),
        ] as [([String], AppAttribution.FlatpakEvidence)]
    )
    func sandboxed(file: [String], evidence: AppAttribution.FlatpakEvidence) async throws {
        let visitor = try await Visitor { try Sandbox.command($0, info: file) }
        #expect(PeerIdentity().attribution(of: visitor.peer) == .flatpak(Sandbox.app, evidence))
    }

    @Test(
        "in a Flatpak sandbox is identified by its mounts if the daemon may not read the file",
        .enabled(if: isRoot && canSandbox, "root gives up its rights, and bubblewrap makes the sandbox")
    )
    func sandboxedForOthers() async {
        await #expect(processExitsWith: .success) {
            let visitor = try await Visitor { try Sandbox.command($0) }
            // Drop privileges only temporarily: they are needed to end the visitor.
            try #require(setegid(65_534) == 0 && seteuid(65_534) == 0)
            let attribution = PeerIdentity().attribution(of: visitor.peer)
            try #require(seteuid(0) == 0)
            try #require(attribution == .flatpak(Sandbox.app, .mounts))
        }
    }
}

/// The relevant part of the command with which Flatpak starts bubblewrap.
enum Sandbox {
    static let app = AppIdentifier("org.example.Sandboxed")

    /// Returns it; `source` is what is mounted at the place of the file.
    static func command(_ folder: String, info source: [String] = ["--ro-bind-data", "9"]) throws -> [String]
    {
        let info = folder + "/info"
        let files = folder + "/app/org.example.Sandboxed/x86_64/stable/4c01db/files"
        let text = "[Application]\nname=org.example.Sandboxed\n\n[Instance]\ninstance-id=42\n"
        let script = #"mkdir -p "$1"; printf '%s' "$2" >"$0"; exec 9<"$0"; shift 2; exec "$@""#
        return [
            "/bin/sh", "-c", script, info, files, text,
            "bwrap", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin",
            "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
            "--proc", "/proc", "--bind", folder, folder, "--ro-bind", files, "/app",
        ] + source + ["/.flatpak-info"]
    }
}

private func unit(_ name: String) -> UnitName {
    guard let unit = UnitName(name) else { preconditionFailure(name) }
    return unit
}
