import CMosquitto
import LinuxSystem
import Relay
import UserInput

/// One connection to the broker: MQTT 3.1.1 with libmosquitto, in the program's own loop.
///
/// An ended connection is not reused, so that only the outbox decides what is sent again.
@safe final class BrokerConnection {
    enum Event {
        case connected

        /// The broker has a message with this number.
        case acknowledged(CInt)

        /// The broker has answered whether it sends the messages of a topic.
        case subscribed(to: String, isGranted: Bool)
        case received(RelayMessage)

        /// The connection cannot be made, or is lost.
        case ended(String)
    }

    /// The context of libmosquitto's callbacks.
    private final class Inbox {
        var events: [Event] = []
        var isConnected = false

        /// The topics whose subscription the broker has not answered yet, by the numbers of the requests.
        var subscriptions: [CInt: String] = [:]

        /// The reason why the connection is over.
        var end: String?

        /// The last error that libmosquitto logged, such as about a certificate.
        var complaint: String?
    }

    /// The longest message that is read; longer ones are not meant for this program.
    static let messageLimit = 1 << 20

    private let poller: Poller
    private let keepAlive: Duration
    private let mosquitto: OpaquePointer
    private let inbox = Inbox()
    private var task: SideTask<(CInt, String)>?
    private var token: Poller.Token?
    private var isWatchingWrites = false

    /// When the library next checks whether to send a keep-alive, which may be late by half of its interval.
    var deadline: ContinuousClock.Instant? { task == nil ? .now + keepAlive / 4 : nil }

    /// Begins to connect as a client whose name is the same at each connection; throws ``OwnersProblem`` if the owner must
    /// change something.
    init(_ configuration: RelayConfiguration, password: String?, _ poller: Poller) throws {
        let (broker, settings) = (configuration.broker, configuration.settings)
        let (name, will) = ("waymark-\(settings.user)-\(settings.device)", settings.will)
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
        let (bytes, count) = (will.payload, CInt(will.payload.count))
        let code = unsafe mosquitto_will_set(created, will.topic, count, bytes, 1, will.isRetained)
        try check(code, "the topic \(will.topic)")
        guard let address = broker.address else { throw OwnersProblem("no broker is configured") }
        let (host, port) = (address.host, CInt(address.port))
        let seconds = CInt(clamping: keepAlive.components.seconds)
        // Only one thread uses it at a time.
        nonisolated(unsafe) let handed = unsafe created
        // It looks names up and waits for the network, for minutes perhaps.
        let task = try SideTask(named: "broker") {
            let code = unsafe mosquitto_connect(handed, host, port, seconds)
            return (code, Self.text(code))
        }
        self.task = task
        token = try poller.watch(task.descriptor, for: .readable)
    }

    deinit {
        if let token { poller.unwatch(token) }
        // A thread that still connects uses both; leaking these few bytes is the price of not waiting.
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
            let reason = unsafe BrokerConnection.words(mosquitto_connack_string(code))
            if inbox.isConnected {
                // Each time, everything that follows a connection would be sent again.
                inbox.end = "the broker answers one connection twice"
            } else if code == 0 {
                inbox.isConnected = true
                inbox.events.append(.connected)
            } else {
                // A wrong name or password, or one that may not connect.
                let hint = code == 4 || code == 5 ? "; see User= and PasswordFile= in [Broker]" : ""
                inbox.end = "the broker refuses: \(reason)\(hint)"
            }
        }
        unsafe mosquitto_publish_callback_set(mosquitto) { _, object, number in
            unsafe BrokerConnection.inbox(object)?.events.append(.acknowledged(number))
        }
        unsafe mosquitto_subscribe_callback_set(mosquitto) { _, object, number, count, granted in
            guard let inbox = unsafe BrokerConnection.inbox(object),
                let topic = inbox.subscriptions.removeValue(forKey: number)
            else { return }
            var isGranted = false
            // A value that is no quality of service is a refusal.
            if count > 0, let answer = unsafe granted?.pointee { isGranted = (0...2).contains(answer) }
            inbox.events.append(.subscribed(to: topic, isGranted: isGranted))
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

    /// Reads and writes as far as possible without waiting, and returns the events.
    func process(_ ready: [Poller.Readiness]) -> [Event] {
        if let task {
            guard let (code, text) = task.removeResult() else { return [] }
            connected(code, text)
        } else {
            exchange(ready)
        }
        defer { inbox.events = [] }
        guard let reason = inbox.end else {
            watchWrites()
            return inbox.events
        }
        // Before another descriptor gets the number of its socket.
        if let token { poller.unwatch(token) }
        return inbox.events + [.ended(reason)]
    }

    private func connected(_ code: CInt, _ text: String) {
        task = nil
        if let token { poller.unwatch(token) }
        guard code == MOSQ_ERR_SUCCESS.code else {
            inbox.end = reason(code, text)
            return
        }
        do throws(SystemError) {
            token = try poller.watch(unsafe mosquitto_socket(mosquitto), for: .readable)
        } catch { inbox.end = "\(error)" }
    }

    private func exchange(_ ready: [Poller.Readiness]) {
        let own = ready.first { $0.token == token }
        var code = MOSQ_ERR_SUCCESS.code
        if own?.isReadable == true || own?.isHangup == true {
            code = unsafe mosquitto_loop_read(mosquitto, 1)
        }
        if code == MOSQ_ERR_SUCCESS.code, unsafe mosquitto_want_write(mosquitto) {
            code = unsafe mosquitto_loop_write(mosquitto, 1)
        }
        if code == MOSQ_ERR_SUCCESS.code { code = unsafe mosquitto_loop_misc(mosquitto) }
        if code != MOSQ_ERR_SUCCESS.code, inbox.end == nil { inbox.end = reason(code, Self.text(code)) }
    }

    private func watchWrites() {
        let isWanted = unsafe mosquitto_want_write(mosquitto)
        guard isWanted != isWatchingWrites, let token else { return }
        isWatchingWrites = isWanted
        try? poller.change(token, to: isWanted ? [.readable, .writable] : .readable)
    }

    private func reason(_ code: CInt, _ text: String) -> String {
        if let complaint = inbox.complaint, code == MOSQ_ERR_TLS.code {
            return "\(complaint); see TLS= and Authority= in [Broker]"
        }
        if code == MOSQ_ERR_EAI.code { return "no address is known for its name" }
        // The unit limits the memory of the library, which accepts messages of any length.
        return code == MOSQ_ERR_NOMEM.code ? "there is no memory for the message that the broker sent" : text
    }

    /// Returns the words for a code, which may be those for the thread's `errno`.
    private static func text(_ code: CInt) -> String { unsafe words(mosquitto_strerror(code)) }

    /// Returns the library's words without the dot at their end.
    private static func words(_ text: UnsafePointer<CChar>) -> String {
        let words = unsafe String(cString: text)
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    /// Sends a message with QoS 1, and returns the number by which it is acknowledged; `nil` if it cannot be sent.
    func publish(_ message: RelayMessage) -> CInt? {
        let (topic, bytes, count) = (message.topic, message.payload, CInt(message.payload.count))
        var number: CInt = 0
        let code = unsafe mosquitto_publish(mosquitto, &number, topic, count, bytes, 1, message.isRetained)
        watchWrites()
        return code == MOSQ_ERR_SUCCESS.code ? number : nil
    }

    func subscribe(to topic: String) {
        var number: CInt = 0
        let code = unsafe mosquitto_subscribe(mosquitto, &number, topic, 1)
        // Otherwise the connection is over.
        if code == MOSQ_ERR_SUCCESS.code { inbox.subscriptions[number] = topic }
        watchWrites()
    }

    /// Ends the connection so that the broker sends no will.
    func disconnect() {
        unsafe _ = mosquitto_disconnect(mosquitto)
        // The socket takes these two bytes at once, or the broker finds out by itself.
        unsafe _ = mosquitto_loop_write(mosquitto, 1)
    }
}

extension mosq_err_t {
    fileprivate var code: CInt { CInt(rawValue) }
}
