import MessageBus
import TestSupport
import Testing

/// Stands in for logind on a bus of the test's own; `scripts/check-session` tries the real one in a container.
private final class SessionManager {
    static let manager = BusInterface<SessionManager>(
        "org.freedesktop.login1.Manager",
        [
            .method("GetSession", in: "s", out: "o") { manager, call throws(BusError) in
                guard manager.hasSession else {
                    throw BusError(name: "org.freedesktop.login1.NoSessionForPID", "no session")
                }
                call.reply(.path(sessionPath))
            },
            .signal("SessionRemoved", "so"),
        ]
    )
    static let session = BusInterface<SessionManager>(
        "org.freedesktop.login1.Session",
        ["Active", "LockedHint", "IdleHint"].map { name in
            .property(name, "b") { .boolean($0.properties[name] ?? false) }
        }
    )
    static let managerPath = "/org/freedesktop/login1"
    static let sessionPath = "/org/freedesktop/login1/session/_31"

    var hasSession = true
    var properties = ["Active": true, "LockedHint": false, "IdleHint": false]
}

@Suite(
    "A bar that cannot tell whether it is seen",
    .enabled(if: PrivateBus.obstacle == nil, "\(PrivateBus.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct SessionPresenceTests {
    private let bus: PrivateBus
    private let connection: MessageBus
    private let manager = SessionManager()
    private let exports: [BusSubscription]

    init() async throws {
        bus = try await PrivateBus()
        connection = try MessageBus(.at(bus.address))
        exports = [
            try connection.export(manager, at: SessionManager.managerPath, as: SessionManager.manager),
            try connection.export(manager, at: SessionManager.sessionPath, as: SessionManager.session),
        ]
        try connection.requestName("org.freedesktop.login1")
    }

    private func change(_ name: String, to value: Bool) throws {
        manager.properties[name] = value
        try connection.announce(
            [name: .boolean(value)],
            of: "org.freedesktop.login1.Session",
            at: SessionManager.sessionPath
        )
    }

    /// Runs the stand-in until the one widget is in view, or is not.
    private func wait(_ daemon: DaemonProcess, until visible: Bool) async throws {
        try await waiting(until: visible ? "it is in view" : "it is out of view") {
            while try connection.process() {}
            // The tool does not use the bus, so it ends without the stand-in.
            return try await Tool(daemon).widgets().map { $0["visible"].bool } == [visible]
        }
    }

    @Test(
        "has its widgets in view while somebody is at the session, and none once that has ended",
        arguments: [("LockedHint", true), ("IdleHint", true), ("Active", false)]
    )
    func presence(_ property: String, away: Bool) async throws {
        manager.properties[property] = away
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon)
        let bar = try Tool(daemon).start(
            ["watch", "--format", "line", "--place", "org.example.app/where"],
            ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
        )
        try await wait(daemon, until: false)
        for _ in 1...2 {
            try change(property, to: !away)
            try await wait(daemon, until: true)
            try change(property, to: away)
            try await wait(daemon, until: false)
        }
        try change(property, to: !away)
        try await wait(daemon, until: true)
        manager.hasSession = false
        try connection.emit(
            "SessionRemoved",
            of: "org.freedesktop.login1.Manager",
            at: SessionManager.managerPath,
            [.string("1"), .path(SessionManager.sessionPath)]
        )
        try await wait(daemon, until: false)
        withExtendedLifetime((provider, bar)) {}
    }
}
