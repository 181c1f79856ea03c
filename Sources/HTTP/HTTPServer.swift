import CMicroHTTPD
import Glibc
package import LinuxSystem

/// An HTTP server on libmicrohttpd, for a program with one loop.
///
/// It has no thread. The loop watches ``descriptor``, waits no longer than ``nextDeadline``, and then calls ``next()``
/// until it returns `nil`. Each request waits until it is answered with ``answer(_:_:)`` or ``startStream(_:headers:)``.
/// It is safe because a pointer to a part of a request is used only until its event is returned.
@safe package final class HTTPServer {
    /// The identity of a request with its response.
    package struct Exchange: Hashable, Sendable {
        fileprivate let number: UInt64

        package init(number: UInt64) { self.number = number }
    }

    package enum Event {
        case request(Exchange, HTTPRequest)

        /// A stream has sent all its bytes, and accepts more.
        case drained(Exchange)
        case ended(Exchange)
    }

    // The limits that keep a client from occupying the server.

    /// The most connections at a time; further ones wait in the kernel.
    private static let connectionLimit = 128

    /// The most connections of one user of this machine, or of one other machine, without those for which
    /// ``trust(_:)`` was called; the oldest in excess are closed.
    private static let strangerLimit = 8

    /// The time after which a connection without progress is closed, in seconds.
    private static let timeoutSeconds: CUnsignedInt = 20

    /// The longest body of a request, in bytes.
    private static let bodyLimit = 16_384

    private let listener: TCPListener

    // It watches the library's descriptor, and the listening sockets while there is room for a connection.
    private let poller: Poller
    private var listening: [Poller.Token] = []

    private let server: OpaquePointer
    private let headers: [String]

    /// Starts serving; of a request's headers, only `headers` are read.
    package init(_ listener: TCPListener, headers: [String]) throws(SystemError) {
        self.listener = listener
        self.headers = headers
        poller = try Poller()
        var server: OpaquePointer?
        let limit = CUnsignedInt(Self.connectionLimit)
        let code = unsafe chttp_open(limit, Self.timeoutSeconds, Self.bodyLimit, &server)
        guard code == 0, let server = unsafe server else { throw SystemError("MHD_start_daemon", code: code) }
        unsafe self.server = server
        _ = try poller.watch(unsafe chttp_descriptor(server), for: .readable)
        try listen(while: true)
    }

    deinit { unsafe chttp_close(server) }

    /// A descriptor that is readable when there is something to do.
    package var descriptor: CInt { poller.descriptor }

    /// The time at which ``next()`` must be called even if the descriptor is not readable.
    package var nextDeadline: ContinuousClock.Instant? {
        let milliseconds = unsafe chttp_timeout(server)
        return milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
    }

    /// Reads and writes what is possible; returns what happened, or `nil` if nothing is left to do now.
    package func next() -> Event? {
        var event = unsafe chttp_event()
        if unsafe chttp_next(server, &event) == 0 {
            acceptConnections()
            unsafe chttp_run(server)
            // What cannot be watched now is tried again at the next turn.
            try? listen(while: unsafe chttp_connections(server) < Self.connectionLimit)
            guard unsafe chttp_next(server, &event) != 0 else { return nil }
        }
        let exchange = Exchange(number: unsafe event.exchange)
        switch unsafe event.kind {
        case CInt(CHTTP_REQUEST): return .request(exchange, unsafe request(of: event))
        case CInt(CHTTP_DRAINED): return .drained(exchange)
        default: return .ended(exchange)
        }
    }

    /// Watches the listening sockets, or without room waits for the end of a connection first.
    private func listen(while hasRoom: Bool) throws(SystemError) {
        if !hasRoom {
            for token in listening { poller.unwatch(token) }
            listening = []
        } else if listening.isEmpty {
            for descriptor in listener.descriptors {
                listening.append(try poller.watch(descriptor, for: .readable))
            }
        }
    }

    /// Accepts waiting connections; a client with too many loses its oldest ones, which a browser no longer
    /// uses.
    private func acceptConnections() {
        var accepted: [CInt] = []
        let room = Self.connectionLimit - (unsafe chttp_connections(server))
        while accepted.count < room, let connection = listener.accept() {
            accepted.append(connection.release())
        }
        guard !accepted.isEmpty else { return }
        var strangers = [CInt](repeating: -1, count: Self.connectionLimit)
        let strangerCount = unsafe chttp_strangers(server, &strangers, strangers.count)
        strangers.removeLast(strangers.count - strangerCount)
        // Nobody can have more than there are.
        if accepted.count + strangers.count > Self.strangerLimit {
            let users = ConnectionUsers()
            var counts: [Peer: Int] = [:]
            let hasRoom = { (socket: CInt) in
                let peer = Peer(of: socket, among: users)
                counts[peer, default: 0] += 1
                return counts[peer, default: 0] <= Self.strangerLimit
            }
            // The newest first.
            for index in accepted.indices.reversed() where !hasRoom(accepted[index]) {
                close(accepted[index])
                accepted.remove(at: index)
            }
            for socket in strangers where !hasRoom(socket) { shutdown(socket, CInt(SHUT_RDWR)) }
        }
        for socket in accepted { unsafe chttp_add(server, socket) }
    }

    /// Notes that whoever made a request may have as many connections as there are.
    package func trust(_ exchange: Exchange) { unsafe chttp_trust(server, exchange.number) }

    package func answer(_ exchange: Exchange, _ response: HTTPResponse) {
        let (status, body) = (CUnsignedInt(response.status), response.body)
        unsafe withStrings(response.headers) {
            unsafe chttp_answer(server, exchange.number, status, $0.baseAddress, $0.count, body, body.count)
        }
    }

    /// Answers a request with a stream, which has no bytes at first.
    package func startStream(_ exchange: Exchange, headers: [String]) {
        unsafe withStrings(headers) {
            unsafe chttp_start_stream(server, exchange.number, $0.baseAddress, $0.count)
        }
    }

    /// Sends bytes on a stream that is drained.
    package func send(_ bytes: [UInt8], on exchange: Exchange) {
        unsafe chttp_send(server, exchange.number, bytes, bytes.count)
    }

    /// Breaks an exchange off; ``Event/ended(_:)`` follows.
    package func abort(_ exchange: Exchange) { unsafe chttp_abort(server, exchange.number) }

    /// Returns the socket of an exchange, to watch for the end of its peer, which a stream at rest does not notice.
    package func socket(of exchange: Exchange) -> CInt? {
        let socket = unsafe chttp_socket(server, exchange.number)
        return socket < 0 ? nil : socket
    }

    private func request(of event: chttp_event) -> HTTPRequest {
        var found: [String: String] = [:]
        for name in headers {
            if let value = unsafe chttp_header(server, event.exchange, name) {
                found[name] = unsafe String(cString: value)
            }
        }
        let bytes = unsafe UnsafeBufferPointer(start: event.body, count: event.body_length)
        return HTTPRequest(
            method: unsafe String(cString: event.method),
            path: unsafe String(cString: event.path),
            headers: found,
            body: unsafe event.body_is_too_long != 0 ? nil : Array(bytes)
        )
    }

    private func withStrings(
        _ texts: [String],
        _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Void
    ) {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { for index in texts.indices { unsafe free(copies[index]) } }
        unsafe copies.map { unsafe UnsafePointer($0) }.withUnsafeBufferPointer { unsafe body($0) }
    }
}

/// The other end of a connection, as far as it can be known.
private enum Peer: Hashable {
    case user(UInt32)

    /// Another machine, by its address; `nil` if the connection is gone.
    case machine(SocketAddress?)

    init(of socket: CInt, among users: ConnectionUsers) {
        self =
            users.peerUser(of: socket).map { .user($0) } ?? .machine(ConnectionEnds(of: socket)?.peer.address)
    }
}

package struct HTTPRequest: Sendable {
    package var method: String

    /// The path, percent-decoded, without the query.
    package var path: String

    /// The headers that ``HTTPServer`` was told to read, by their names.
    package var headers: [String: String] = [:]

    /// The body; `nil` if it was longer than the server permits.
    package var body: [UInt8]? = []
}

package struct HTTPResponse: Hashable, Sendable {
    /// The status code, such as 200.
    package var status: Int

    /// The headers, alternating names and values.
    package var headers: [String]

    package var body: [UInt8]

    package init(status: Int, headers: [String] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
