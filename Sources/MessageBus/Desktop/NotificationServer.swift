/// The desktop's notification server, reached over the session's bus.
///
/// It belongs to the thread of its bus. Calls wait up to 10 s for the server.
package final class NotificationServer {
    /// The server's number for a notification.
    package typealias Identifier = UInt32

    package enum Event: Hashable, Sendable {
        /// A server started or stopped; all notifications are gone.
        case serverChanged(isThere: Bool)
        case pressed(Identifier, key: String)
        case closed(Identifier)
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let bus: MessageBus
    private let owner: NameOwner
    private let subscriptions: [BusSubscription]

    /// Follows the server, and calls `received` with each event.
    package init(on bus: MessageBus, _ received: @escaping (Event) -> Void) throws(BusError) {
        self.bus = bus
        owner = try NameOwner(of: Self.name, on: bus) { received(.serverChanged(isThere: $0 != nil)) }
        subscriptions = [
            try bus.subscribe(to: "ActionInvoked", of: Self.name, at: Self.path, from: Self.name) {
                guard let notification = $0.notification, let key = $0.arguments.last?.text else { return }
                received(.pressed(notification, key: key))
            },
            try bus.subscribe(to: "NotificationClosed", of: Self.name, at: Self.path, from: Self.name) {
                if let notification = $0.notification { received(.closed(notification)) }
            },
        ]
    }

    // MARK: Calls

    /// Returns the capabilities of the server, such as `actions` and `body-markup`.
    ///
    /// The bus starts a server if none runs and the desktop provides one.
    package func capabilities() throws(BusError) -> Set<String> {
        Set(try bus.call(method("GetCapabilities")).first?.elements?.compactMap(\.text) ?? [])
    }

    /// Shows a notification, or changes one; the icon is a name in the desktop's theme.
    package func show(
        _ content: NotificationContent,
        replacing replaced: Identifier? = nil,
        icon: String = "preferences-system-privacy"
    ) throws(BusError) -> Identifier {
        let reply = try bus.call(
            // A newly started server would not know the notification to replace, and is reported as a new
            // one.
            method("Notify", startsServer: false),
            [
                .string("Waymark"), .uint32(replaced ?? 0), .string(icon),
                .string(content.summary), .string(content.body),
                .array(of: "s", content.buttons.flatMap { [.string($0.key), .string($0.label)] }),
                // Urgency 2 and time 0 keep it on the screen until it is answered.
                .dictionary(["urgency": .byte(2)]), .int32(0),
            ]
        )
        guard case .uint32(let shown)? = reply.first else {
            throw BusError(.failed, "the notification server did not number the notification")
        }
        return shown
    }

    /// Withdraws a notification; one that is closed already is no error.
    package func withdraw(_ notification: Identifier) {
        // If the bus is gone, the next read reports it. Some servers report an error for one that is closed already.
        try? bus.send(method("CloseNotification", startsServer: false), [.uint32(notification)])
    }

    private func method(_ member: String, startsServer: Bool = true) -> MessageBus.Method {
        .init(member, of: Self.name, at: Self.path, of: Self.name, startsProgram: startsServer)
    }
}

extension BusMessage {
    fileprivate var notification: NotificationServer.Identifier? {
        guard case .uint32(let number)? = arguments.first else { return nil }
        return number
    }
}
