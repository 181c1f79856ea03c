import Glibc
import LinuxSystem

/// A kernel in memory, on which time passes only as far as a test lets it.
final class MemoryKernel: Kernel {
    /// How many bytes wait for a peer at most, as in a socket's buffer.
    static let bufferSize = 208 << 10

    private(set) var now = ContinuousClock().systemEpoch + .seconds(1000)

    /// How far the wall clock is ahead of ``now``, in nanoseconds: it was 2026 when the clock of deadlines had 0.
    var wallClockOffset: Int64 = 1_767_225_600_000_000_000

    /// The time at which a wait ends although nothing has happened.
    var horizon: ContinuousClock.Instant

    /// Whether the latest wait had nothing to wait for before ``horizon``.
    private(set) var isAtRest = false

    /// How often the service has waited.
    private(set) var waitCount = 0

    /// What the service will notice next.
    var notices: [KernelNotice] = []

    /// The contents of files, by path.
    var files: [String: String] = [:]

    private var watched: [Poller.Token: (number: CInt, interest: Poller.Interest)] = [:]
    private var lastToken: UInt64 = 0
    private var randomState: UInt64 = 1
    private var ends: [CInt: Weak<MemoryStream>] = [:]
    private var listeners: [CInt: Weak<MemoryListener>] = [:]

    // Above the numbers of the files that the store has open.
    private var lastNumber: CInt = 1 << 20

    init() { horizon = now }

    var nanosecondsSince1970: Int64 {
        let (seconds, attoseconds) = (now - ContinuousClock().systemEpoch).components
        return wallClockOffset + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    func randomNumber() -> UInt64 {
        randomState = randomState &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return randomState
    }

    func watch(_ descriptor: CInt, for interest: Poller.Interest) throws(SystemError) -> Poller.Token {
        lastToken += 1
        let token = Poller.Token(rawValue: lastToken)
        watched[token] = (descriptor, interest)
        return token
    }

    func change(_ token: Poller.Token, to interest: Poller.Interest) throws(SystemError) {
        watched[token]?.interest = interest
    }

    func unwatch(_ token: Poller.Token) { watched[token] = nil }

    func wait(until deadline: ContinuousClock.Instant?) throws(SystemError) -> [Poller.Readiness] {
        waitCount += 1
        let ready = watched.sorted { $0.value.number < $1.value.number }
            .compactMap { token, watch in readiness(token, watch.number, watch.interest) }
        isAtRest = ready.isEmpty && notices.isEmpty && deadline.map { $0 > horizon } ?? true
        if ready.isEmpty, notices.isEmpty { now = max(now, min(deadline ?? horizon, horizon)) }
        return ready
    }

    func removeNotices() throws(SystemError) -> [KernelNotice] {
        defer { notices = [] }
        return notices
    }

    private func readiness(_ token: Poller.Token, _ number: CInt, _ interest: Poller.Interest)
        -> Poller.Readiness?
    {
        var ready: Poller.Interest = []
        var isHangup = false
        if let listener = listeners[number]?.value {
            if !listener.waiting.isEmpty { ready.insert(.readable) }
        } else if let stream = ends[number]?.value {
            let isEnded = stream.inbox.isClosed
            if isEnded || !stream.inbox.bytes.isEmpty { ready.insert(.readable) }
            if isEnded { ready.insert(.endOfInput) }
            if stream.outbox.room > 0 { ready.insert(.writable) }
            isHangup = isEnded && stream.outbox.isClosed
        }
        ready.formIntersection(interest)
        return ready.isEmpty && !isHangup ? nil : Poller.Readiness(token, ready, isHangup: isHangup)
    }

    func listen(at path: String, permissions: UInt32) throws(ListenFailure) -> any LocalListener {
        if listener(at: path) != nil { throw .alreadyServed(path) }
        let listener = MemoryListener(path, nextNumber())
        listeners[listener.number] = Weak(listener)
        return listener
    }

    func connect(to path: String) throws(SystemError) -> any LocalStream {
        try connect(to: path, as: PeerCredentials(userID: 0, groupID: 0, processID: 1))
    }

    /// Connects as a certain program.
    func connect(to path: String, as peer: PeerCredentials) throws(SystemError) -> MemoryStream {
        guard let listener = listener(at: path) else { throw SystemError("connect", on: path, code: ENOENT) }
        let (there, back) = (MemoryStream.Buffer(), MemoryStream.Buffer())
        let server = MemoryStream(nextNumber(), inbox: there, outbox: back, peer)
        let client = MemoryStream(nextNumber(), inbox: back, outbox: there, peer)
        listener.waiting.append(server)
        for end in [server, client] { ends[end.number] = Weak(end) }
        return client
    }

    private func listener(at path: String) -> MemoryListener? {
        listeners.values.lazy.compactMap(\.value).first { $0.path == path }
    }

    private func nextNumber() -> CInt {
        lastNumber += 1
        return lastNumber
    }

    func contents(ofFile path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
        guard let text = files[path] else { throw SystemError("open", on: path, code: ENOENT) }
        guard text.utf8.count <= limit else { throw SystemError("read", on: path, code: EFBIG) }
        return Array(text.utf8)
    }
}

/// What another object owns.
struct Weak<Object: AnyObject> {
    private(set) weak var value: Object?

    init(_ value: Object) { self.value = value }
}

/// One end of a connection in memory.
final class MemoryStream: LocalStream {
    /// What was sent in one direction.
    final class Buffer {
        var bytes: [UInt8] = []
        var isClosed = false

        var room: Int { isClosed ? 0 : MemoryKernel.bufferSize - bytes.count }
    }

    let number: CInt
    fileprivate let inbox: Buffer
    fileprivate let outbox: Buffer
    private let credentials: PeerCredentials

    fileprivate init(_ number: CInt, inbox: Buffer, outbox: Buffer, _ credentials: PeerCredentials) {
        self.number = number
        self.inbox = inbox
        self.outbox = outbox
        self.credentials = credentials
    }

    deinit { shutDown() }

    func peer() throws(SystemError) -> PeerCredentials { credentials }

    func receive(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
        guard !inbox.bytes.isEmpty else { return inbox.isClosed ? .end : .nothing }
        let count = min(buffer.count, inbox.bytes.count)
        buffer.replaceSubrange(..<count, with: inbox.bytes[..<count])
        inbox.bytes.removeFirst(count)
        return .bytes(count)
    }

    func send(_ bytes: [UInt8], from offset: Int) throws(SystemError) -> Int {
        if outbox.isClosed { throw SystemError("send", code: EPIPE) }
        let count = min(outbox.room, bytes.count - offset)
        outbox.bytes += bytes[offset..<offset + count]
        return count
    }

    func shutDown() { (inbox.isClosed, outbox.isClosed) = (true, true) }
}

/// A listening socket in memory.
final class MemoryListener: LocalListener {
    let path: String
    let number: CInt
    fileprivate var waiting: [MemoryStream] = []

    fileprivate init(_ path: String, _ number: CInt) { (self.path, self.number) = (path, number) }

    func accept() throws(SystemError) -> AcceptedConnection {
        waiting.isEmpty ? .nothing : .connection(waiting.removeFirst())
    }
}
