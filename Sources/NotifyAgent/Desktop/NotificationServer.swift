import CNotifications
import Glibc

/// The desktop's notification server, as the session's bus leads to it.
///
/// It belongs to one thread. Calls wait for the server, up to 10 s.
@safe final class NotificationServer {
    /// Why a call came to nothing.
    struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was tried.
        let call: String

        /// What the bus or the system says.
        let reason: String

        /// What failed and why, for a person.
        var description: String { "\(call): \(reason)" }
    }

    /// Names a notification on this server.
    struct Identifier: Hashable, Sendable {
        let rawValue: UInt32
    }

    /// Why a notification is not there any more.
    enum Closing: Hashable, Sendable {
        /// The server took it away after a time.
        case expired

        /// The person closed it.
        case dismissed

        /// It was withdrawn.
        case withdrawn

        /// The server does not say.
        case unknown
    }

    /// What happened on the desktop.
    enum Event: Hashable, Sendable {
        /// A server came or went; nothing that was shown is there any more.
        case serverChanged(isThere: Bool)

        /// The person pressed a button.
        case pressed(Identifier, key: String)

        /// A notification is not there any more.
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

    /// What to watch.
    var descriptor: CInt { unsafe cnotifications_descriptor(connection) }

    /// Whether to watch the descriptor for room to write, besides something to read.
    var wantsToWrite: Bool { unsafe cnotifications_interest(connection) & 2 > 0 }

    /// Takes the next thing that happened, or `nil` if there is nothing more for now.
    ///
    /// To be called until then before waiting, also after any other call, during which more may have come.
    ///
    /// - Throws: ``Failure`` when the connection to the bus is over.
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

    /// Returns what the server can do, such as `actions` and `body-markup`.
    ///
    /// Where there is no server, and the desktop has one to be started, it is.
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
    ///   - content: What it says.
    ///   - replaced: The one to change, where it is still there.
    /// - Returns: What names it.
    /// - Throws: ``Failure`` if there is no server, or it would not.
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

    /// Takes a notification away; one that has gone is no matter.
    func withdraw(_ notification: Identifier) {
        // When the bus has gone, reading from it says so.
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

    /// Room for a text from C.
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
