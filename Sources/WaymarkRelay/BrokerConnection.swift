import CMosquitto
import Glibc
import LinuxSystem
import Relay
import UserInput

/// One connection to the broker: MQTT 3.1.1 with libmosquitto, in the program's own loop.
///
/// A connection that is lost is not used again, so that nothing but the outbox decides what is sent anew.
@safe final class BrokerConnection {
    enum Event {
        case connected

        /// The broker has a message with this number.
        case acknowledged(CInt)
        case received(RelayMessage)

        /// The connection cannot be made, or is lost.
        case ended(String)
    }

    /// What C calls back with.
    private final class Inbox {
        var events: [Event] = []

        /// What libmosquitto last complained about, such as a certificate.
        var complaint: String?
    }

    /// The codes of the library and of the system.
    private typealias Attempt = (code: CInt, systemCode: CInt)

    /// A pointer that one thread after the other uses.
    @safe private struct Handed: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// The longest message that is read; what is longer is not for this program.
    static let messageLimit = 1 << 20

    private let poller: Poller
    private let keepAlive: Duration
    private let mosquitto: OpaquePointer
    private let inbox = Inbox()
    private var task: SideTask<Attempt>?
    private var token: Poller.Token?
    private var isWatchingWrites = false
    private var hasEnded = false

    /// When the library next looks whether to send a sign of life.
    private(set) var deadline: ContinuousClock.Instant?

    /// Begins to connect as a client whose name is the same at each connection; throws ``OwnersProblem`` if the owner must
    /// change something.
    init(
        _ broker: RelayConfiguration.Broker,
        as name: String,
        password: String?,
        will: RelayMessage?,
        _ poller: Poller
    ) throws {
        self.poller = poller
        keepAlive = broker.keepAlive
        _ = mosquitto_lib_init()
        let inbox = unsafe Unmanaged.passUnretained(inbox).toOpaque()
        guard let created = unsafe mosquitto_new(name, true, inbox) else {
            throw SystemError("mosquitto_new", on: name)
        }
        unsafe mosquitto = created
        setCallbacks()
        if let user = broker.user {
            try check(unsafe mosquitto_username_pw_set(created, user, password), "User= or the password")
        }
        if broker.usesTLS {
            let (file, folder) = (broker.authority, broker.authority == nil ? "/etc/ssl/certs" : nil)
            let (certificate, key) = (broker.certificate, broker.key)
            let code = unsafe mosquitto_tls_set(created, file, folder, certificate, key, nil)
            try check(code, "Authority=, Certificate= or Key=")
        }
        if let will {
            let (bytes, count) = (will.payload, CInt(will.payload.count))
            let code = unsafe mosquitto_will_set(created, will.topic, count, bytes, 1, will.isRetained)
            try check(code, "the topic \(will.topic)")
        }
        guard let address = broker.address else { throw OwnersProblem("no broker is configured") }
        let (host, port) = (address.host, CInt(address.port))
        let seconds = CInt(clamping: keepAlive.components.seconds)
        let handed = unsafe Handed(pointer: created)
        // It looks names up and waits for the network, for minutes perhaps.
        let task = try SideTask(named: "broker") {
            let code = unsafe mosquitto_connect(handed.pointer, host, port, seconds)
            return Attempt(code, errno)
        }
        self.task = task
        token = try poller.watch(task.descriptor, for: .readable)
    }

    deinit {
        if let token { poller.unwatch(token) }
        // A thread that still connects has the use of both; the few bytes are the price of not waiting.
        if task == nil {
            unsafe mosquitto_destroy(mosquitto)
        } else {
            unsafe _ = Unmanaged.passRetained(inbox)
        }
    }

    private func check(_ code: CInt, _ what: String) throws {
        guard code != MOSQ_ERR_SUCCESS.code else { return }
        throw OwnersProblem("\(what) in [Broker] cannot be used: \(inbox.complaint ?? Self.text(code))")
    }

    private func setCallbacks() {
        unsafe mosquitto_connect_callback_set(mosquitto) { _, object, code in
            guard let inbox = unsafe BrokerConnection.inbox(object) else { return }
            let reason = unsafe String(cString: mosquitto_connack_string(code))
            inbox.events.append(code == 0 ? .connected : .ended("the broker refuses: \(reason)"))
        }
        unsafe mosquitto_publish_callback_set(mosquitto) { _, object, number in
            unsafe BrokerConnection.inbox(object)?.events.append(.acknowledged(number))
        }
        unsafe mosquitto_message_callback_set(mosquitto) { _, object, message in
            guard let inbox = unsafe BrokerConnection.inbox(object), let message = unsafe message?.pointee,
                let topic = unsafe message.topic
            else { return }
            let count = unsafe Int(message.payloadlen)
            guard count <= BrokerConnection.messageLimit else { return }
            var received = RelayMessage(topic: unsafe String(cString: topic), payload: [], isRetained: false)
            received.payload = unsafe Array(UnsafeRawBufferPointer(start: message.payload, count: count))
            received.isRetained = unsafe message.retain
            inbox.events.append(.received(received))
        }
        unsafe mosquitto_log_callback_set(mosquitto) { _, object, level, text in
            guard level == MOSQ_LOG_ERR, let text = unsafe text else { return }
            unsafe BrokerConnection.inbox(object)?.complaint = unsafe String(cString: text)
        }
    }

    private static func inbox(_ object: UnsafeMutableRawPointer?) -> Inbox? {
        unsafe object.map { unsafe Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Reads and writes what can be, and returns what has happened.
    func process(_ ready: [Poller.Readiness]) -> [Event] {
        guard !hasEnded else { return [] }
        if task != nil { return connect() }
        let own = ready.first { $0.token == token }
        var code = MOSQ_ERR_SUCCESS.code
        if own?.isReadable == true || own?.isHangup == true {
            code = unsafe mosquitto_loop_read(mosquitto, 1)
        }
        if code == MOSQ_ERR_SUCCESS.code, unsafe mosquitto_want_write(mosquitto) {
            code = unsafe mosquitto_loop_write(mosquitto, 1)
        }
        if code == MOSQ_ERR_SUCCESS.code, deadline.map({ $0 <= .now }) ?? false {
            code = unsafe mosquitto_loop_misc(mosquitto)
            // A sign of life may be late by half of its interval.
            deadline = .now + keepAlive / 4
        }
        let systemCode = errno
        defer { inbox.events = [] }
        if code != MOSQ_ERR_SUCCESS.code, !inbox.events.contains(where: \.isEnd) {
            inbox.events.append(.ended(reason(code, systemCode)))
        }
        if inbox.events.contains(where: \.isEnd) { end() } else { watchWrites() }
        return inbox.events
    }

    private func connect() -> [Event] {
        guard let attempt = task?.removeResult() else { return [] }
        task = nil
        if let token { poller.unwatch(token) }
        token = nil
        guard attempt.code == MOSQ_ERR_SUCCESS.code else {
            hasEnded = true
            return [.ended(reason(attempt.code, attempt.systemCode))]
        }
        do throws(SystemError) {
            token = try poller.watch(unsafe mosquitto_socket(mosquitto), for: .readable)
        } catch {
            hasEnded = true
            return [.ended("\(error)")]
        }
        deadline = .now + keepAlive / 4
        watchWrites()
        return []
    }

    private func watchWrites() {
        let isWanted = unsafe mosquitto_want_write(mosquitto)
        guard isWanted != isWatchingWrites, let token else { return }
        isWatchingWrites = isWanted
        try? poller.change(token, to: Poller.Interest(readable: true, writable: isWanted, endOfInput: false))
    }

    private func end() {
        hasEnded = true
        deadline = nil
        if let token { poller.unwatch(token) }
        token = nil
    }

    private func reason(_ code: CInt, _ systemCode: CInt) -> String {
        if let complaint = inbox.complaint, code == MOSQ_ERR_TLS.code { return complaint }
        // The unit limits what the library, which takes messages of any length, may use.
        if code == MOSQ_ERR_NOMEM.code { return "there is no memory for the message that the broker sent" }
        return code == MOSQ_ERR_ERRNO.code ? unsafe String(cString: strerror(systemCode)) : Self.text(code)
    }

    private static func text(_ code: CInt) -> String { unsafe String(cString: mosquitto_strerror(code)) }

    /// Sends a message with QoS 1, and returns the number by which it is acknowledged; `nil` if it cannot be sent.
    func publish(_ message: RelayMessage) -> CInt? {
        let (topic, bytes, count) = (message.topic, message.payload, CInt(message.payload.count))
        var number: CInt = 0
        let code = unsafe mosquitto_publish(mosquitto, &number, topic, count, bytes, 1, message.isRetained)
        watchWrites()
        return code == MOSQ_ERR_SUCCESS.code ? number : nil
    }

    /// Asks for the messages of a topic.
    func subscribe(to topic: String) {
        unsafe _ = mosquitto_subscribe(mosquitto, nil, topic, 1)
        watchWrites()
    }

    /// Ends the connection so that the broker sends no will.
    func disconnect() {
        guard task == nil, !hasEnded else { return }
        unsafe _ = mosquitto_disconnect(mosquitto)
        // The socket takes these two bytes at once, or the broker finds out by itself.
        unsafe _ = mosquitto_loop_write(mosquitto, 1)
        end()
    }
}

extension BrokerConnection.Event {
    fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }
}

extension mosq_err_t {
    fileprivate var code: CInt { CInt(rawValue) }
}
