import MessageBus
import TestSupport
import Testing

@Suite(
    "A notification on a real session bus",
    .enabled(if: NotificationDesktop.obstacle == nil, "\(NotificationDesktop.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct NotificationServerTests {
    private static let content = NotificationContent(
        summary: "May A & B know?",
        paragraphs: ["<i>Weather</i> & \"tides\""],
        buttons: [("allow", "Allow"), ("deny", "Don't")],
        for: ["body-markup"]
    )

    /// A server's end on a bus, with what it has told and nobody has read.
    private final class Followed {
        let bus: MessageBus
        var events: [NotificationServer.Event] = []

        init(_ desktop: NotificationDesktop) throws { bus = try MessageBus(.at(desktop.address)) }

        func server() throws -> NotificationServer {
            try NotificationServer(on: bus) { [unowned self] in events.append($0) }
        }

        func event() async throws -> NotificationServer.Event {
            try await waiting(for: "an event") {
                while try bus.process() {}
                return events.isEmpty ? nil : events.removeFirst()
            }
        }
    }

    private func notifications() async throws -> (NotificationDesktop, Followed, NotificationServer) {
        let desktop = try await NotificationDesktop()
        try await desktop.startServer()
        let followed = try Followed(desktop)
        return (desktop, followed, try followed.server())
    }

    @Test("is shown as it was made, with its buttons, and stays; pressing one tells which")
    func pressed() async throws {
        let (desktop, followed, server) = try await notifications()
        #expect(try server.capabilities() == ["actions", "body", "body-markup"])
        let shown = try server.show(Self.content)
        #expect(shown == 1)
        let told = try await desktop.event("notify")
        #expect(told.contains(#""summary": "May A & B know?""#))
        #expect(told.contains(#""body": "&lt;i&gt;Weather&lt;/i&gt; &amp; &quot;tides&quot;""#))
        #expect(told.contains(#""actions": ["allow", "Allow", "deny", "Don't"]"#))
        #expect(told.contains(#""urgency": 2"#) && told.contains(#""timeout": 0"#))
        try desktop.person("press 1 deny")
        #expect(try await followed.event() == .pressed(shown, key: "deny"))
    }

    @Test("tells that it was closed, for whatever reason")
    func closed() async throws {
        let (desktop, followed, server) = try await notifications()
        for reason in [2, 77] {
            let shown = try server.show(Self.content)
            try desktop.person("close \(shown) \(reason)")
            #expect(try await followed.event() == .closed(shown))
        }
    }

    @Test("is withdrawn, also when it has gone, and can be changed in its place")
    func withdrawn() async throws {
        let (desktop, followed, server) = try await notifications()
        let first = try server.show(Self.content)
        #expect(try server.show(Self.content) != first)
        #expect(try server.show(Self.content, replacing: first) == first)
        server.withdraw(first)
        #expect(try await followed.event() == .closed(first))
        server.withdraw(first)
        #expect(try server.show(Self.content, replacing: first) != first)
        withExtendedLifetime(desktop) {}
    }

    @Test("needs a server, which may go and come again")
    func serverGone() async throws {
        let desktop = try await NotificationDesktop()
        let followed = try Followed(desktop)
        let server = try followed.server()
        #expect(throws: BusError.self) { try server.capabilities() }
        #expect(throws: BusError.self) { try server.show(Self.content) }
        try await desktop.startServer()
        #expect(try await followed.event() == .serverChanged(isThere: true))
        #expect(try server.show(Self.content) == 1)
        desktop.killServer()
        #expect(try await followed.event() == .serverChanged(isThere: false))
        #expect(throws: BusError.self) { try server.show(Self.content) }
    }

    @Test("believes in buttons that the server presses, and in nobody else's")
    func forged() async throws {
        let (desktop, followed, server) = try await notifications()
        let shown = try server.show(Self.content)
        // Another program of the session, which sends the signal to everybody.
        let forger = try RunningProgram([
            "dbus-send", "--bus=\(desktop.address)", "--type=signal", "/org/freedesktop/Notifications",
            "org.freedesktop.Notifications.ActionInvoked", "uint32:1", "string:allow",
        ])
        #expect(try await forger.end() == .status(0))
        try desktop.person("press 1 deny")
        #expect(try await followed.event() == .pressed(shown, key: "deny"))
    }
}

@Suite("The text of a notification")
struct NotificationContentTests {
    @Test(
        "loses what moves the cursor, breaks the line, turns the direction of writing, or is seen by nobody",
        arguments: [
            ("a\u{1B}[31m\nb\u{202E}c", "a [31m bc"), ("x\u{2028}y\u{7}", "x y "), ("<z>", "<z>"),
            ("a\u{AD}b\u{200B}c\u{200E}d\u{2060}e\u{FEFF}f\u{061C}g\u{206A}h\u{E0041}i", "abcdefghi"),
            // Words that need it.
            ("\u{645}\u{6CC}\u{200C}\u{62E}", "\u{645}\u{6CC}\u{200C}\u{62E}"),
            ("\u{915}\u{94D}\u{200D}\u{937}", "\u{915}\u{94D}\u{200D}\u{937}"),
        ]
    )
    func plain(text: String, shown: String) {
        let content = NotificationContent(summary: text, paragraphs: [text, text], buttons: [], for: [])
        #expect(content.summary == shown && content.body == "\(shown)\n\(shown)")
    }
}
