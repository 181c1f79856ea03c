import CNotifications
import Glibc

/// The desktop's notification server, reached over the session's bus.
///
/// It is for one thread only. Calls wait up to 10 s for the server.
@safe final class NotificationServer {
    /// A call that failed.
    struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The purpose of the call.
        let call: String

        /// The reason, from the bus or the system.
        let reason: String

        /// The call and the reason, for a person.
        var description: String { "\(call): \(reason)" }
    }

    /// The number of a notification on this server.
    struct Identifier: Hashable, Sendable {
        let rawValue: UInt32
    }

    /// The reason why a notification was closed.
    enum Closing: Hashable, Sendable {
        /// The notification expired.
        case expired

        /// The person closed it.
        case dismissed

        /// A call withdrew it.
        case withdrawn

        /// The server gives no reason.
        case unknown
    }

    /// An event on the desktop.
    enum Event: Hashable, Sendable {
        /// A server started or stopped; all notifications are gone.
        case serverChanged(isThere: Bool)

        /// The person pressed a button.
        case pressed(Identifier, key: String)

        /// A notification was closed.
        case closed(Identifier, Closing)
    }

    private static let textSize = 512

    private let connection: OpaquePointer

    /// Connects to the bus.
    ///
    /// - Parameter address: The bus; `nil` for that of this session.
    /// - Throws: ``Failure`` if there is none.
    init(address: String? = nil) throws(Failure) {
        var opened: OpaquePointer?
        let code = unsafe cnotifications_open(address, &opened)
        guard code >= 0, let opened = unsafe opened else {
            throw Failure(call: "connect to the session bus", reason: Self.reason(code))
        }
        unsafe connection = opened
    }

    deinit { unsafe cnotifications_close(connection) }

    // MARK: Waiting

    /// The descriptor to watch.
    var descriptor: CInt { unsafe cnotifications_descriptor(connection) }

    /// Whether to watch the descriptor for space to write, in addition to input.
    var wantsToWrite: Bool { unsafe cnotifications_interest(connection) & 2 > 0 }

    /// Returns the next event, or `nil` when there is none for now.
    ///
    /// Call it until it returns `nil` before waiting, and after every other call, during which events may have arrived.
    ///
    /// - Throws: ``Failure`` when the connection to the bus has ended.
    func next() throws(Failure) -> Event? {
        while true {
            var event = cnotifications_event()
            let code = unsafe cnotifications_next(connection, &event)
            guard code >= 0 else {
                throw Failure(call: "read from the session bus", reason: Self.reason(code))
            }
            guard code > 0 else { return nil }
            switch Int(event.kind) {
            case Int(CNOTIFICATIONS_SERVER_CHANGED): return .serverChanged(isThere: event.has_server != 0)
            case Int(CNOTIFICATIONS_PRESSED):
                return .pressed(Identifier(rawValue: event.notification), key: Self.text(event.key))
            case Int(CNOTIFICATIONS_CLOSED):
                return .closed(Identifier(rawValue: event.notification), Self.closing(event.reason))
            default: continue
            }
        }
    }

    // MARK: Calls

    /// Returns the capabilities of the server, such as `actions` and `body-markup`.
    ///
    /// The bus starts a server if none runs and the desktop provides one.
    func capabilities() throws(Failure) -> Set<String> {
        let text = Buffer()
        let problem = Buffer()
        let code = unsafe cnotifications_capabilities(connection, text.bytes, problem.bytes)
        guard code >= 0 else { throw Failure(call: "ask the notification server", reason: problem.string) }
        return Set(text.string.split(separator: "\n").map(String.init))
    }

    /// Shows a notification, or changes one.
    ///
    /// - Parameters:
    ///   - content: The texts and buttons.
    ///   - replaced: The notification to change, if it is still shown.
    /// - Returns: The number of the notification.
    /// - Throws: ``Failure`` if there is no server, or it refuses.
    func show(
        _ content: NotificationContent,
        replacing replaced: Identifier? = nil
    ) throws(Failure) -> Identifier {
        let texts: [String] = content.buttons.flatMap { [$0.key, $0.label] }
        let strings: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
        defer { for index in texts.indices { unsafe free(strings[index]) } }
        let pointers: [UnsafePointer<CChar>?] = unsafe strings.map { unsafe UnsafePointer($0) }
        let problem = Buffer()
        var shown: UInt32 = 0
        let code = unsafe cnotifications_show(
            connection,
            replaced?.rawValue ?? 0,
            content.summary,
            content.body,
            pointers,
            CInt(pointers.count),
            &shown,
            problem.bytes
        )
        guard code >= 0 else { throw Failure(call: "show a notification", reason: problem.string) }
        return Identifier(rawValue: shown)
    }

    /// Withdraws a notification; one that is closed already is no error.
    func withdraw(_ notification: Identifier) {
        // If the bus is gone, the next read reports it.
        _ = unsafe cnotifications_withdraw(connection, notification.rawValue)
    }

    // MARK: C

    private static func reason(_ code: CInt) -> String {
        unsafe String(cString: cnotifications_reason(code))
    }

    private static func closing(_ reason: UInt32) -> Closing {
        switch reason {
        case 1: .expired
        case 2: .dismissed
        case 3: .withdrawn
        default: .unknown
        }
    }

    private static func text<Characters>(_ characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// A buffer for a text from C.
    @safe private final class Buffer {
        let bytes: UnsafeMutablePointer<CChar>

        init() {
            unsafe bytes = .allocate(capacity: NotificationServer.textSize)
            unsafe bytes.initialize(repeating: 0, count: NotificationServer.textSize)
        }

        var string: String { unsafe String(cString: bytes) }

        deinit { unsafe bytes.deallocate() }
    }
}
