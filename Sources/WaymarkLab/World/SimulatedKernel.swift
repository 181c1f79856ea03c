import Glibc
package import LinuxSystem

/// A kernel in memory: time passes only as far as its owner lets it, and calls fail as the owner says.
package final class SimulatedKernel: Kernel {
    /// The most bytes that wait for a peer, as in a socket's buffer.
    private let bufferSize: Int

    package private(set) var now = ContinuousClock().systemEpoch + .seconds(1000)

    /// The lead of the wall clock over ``now``, in nanoseconds: it was 2026 when the clock of deadlines had
    /// 0.
    package var wallClockOffset: Int64 = 1_767_225_600_000_000_000

    /// The time at which a wait ends although nothing has happened.
    package var horizon: ContinuousClock.Instant

    /// Whether the latest wait had nothing to wait for before ``horizon``.
    package private(set) var isAtRest = false
    package private(set) var waitCount = 0

    /// The notices that the service gets next.
    package var notices: [KernelNotice] = []
    package var files: [String: String] = [:]

    /// Asked before each call whether it fails, and told of each.
    package var fault: (Call) -> CallFault? = { _ in nil }

    /// Whether the process of the service was killed: what it still does is seen by nobody.
    package var isDead = false

    private struct Watch {
        let token: Poller.Token
        let number: CInt
        let stream: SimulatedStream?
        let listener: SimulatedListener?
        var interest: Poller.Interest {
            didSet { wantsRoom = interest.contains(.writable) }
        }

        /// Whether it waits for room to send.
        private(set) var wantsRoom = false
    }

    /// The watched descriptors, by their numbers, which give the order of reports.
    private var watched: [Watch] = []
    private var lastToken: UInt64 = 0
    private var randomState: UInt64
    private var ends: [CInt: Weak<SimulatedStream>] = [:]
    private var listeners: [CInt: Weak<SimulatedListener>] = [:]

    // Above the numbers of the files that the store has open.
    private var lastNumber: CInt = 1 << 20

    /// A call of the service that can fail, or be the one at which it is killed.
    package enum Call: Hashable, CaseIterable, Sendable { case accept, receive, send, watch }

    package enum CallFault: Sendable {
        /// Nothing is done now, as if a signal had come or a buffer were full.
        case nothing

        /// At most this many bytes are taken.
        case short(Int)

        case failure(CInt)
    }

    package init(seed: UInt64 = 1, bufferSize: Int = 208 << 10) {
        self.bufferSize = bufferSize
        randomState = seed
        horizon = now
    }

    package var nanosecondsSince1970: Int64 {
        let (seconds, attoseconds) = (now - ContinuousClock().systemEpoch).components
        return wallClockOffset + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    package func randomNumber() -> UInt64 {
        randomState = randomState &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return randomState
    }

    /// Lets time pass while the machine sleeps.
    package func sleep(for duration: Duration) {
        now += duration
        horizon = max(horizon, now)
    }

    package func watch(_ descriptor: CInt, for interest: Poller.Interest) throws(SystemError) -> Poller.Token
    {
        if case .failure(let code) = fault(.watch) { throw SystemError("epoll_ctl", code: code) }
        lastToken += 1
        let token = Poller.Token(rawValue: lastToken)
        var watch = Watch(
            token: token,
            number: descriptor,
            stream: ends[descriptor]?.value,
            listener: listeners[descriptor]?.value,
            interest: []
        )
        watch.interest = interest
        watched.insert(watch, at: watched.firstIndex { $0.number > descriptor } ?? watched.count)
        return token
    }

    package func change(_ token: Poller.Token, to interest: Poller.Interest) throws(SystemError) {
        guard let index = watched.firstIndex(where: { $0.token == token }) else { return }
        watched[index].interest = interest
    }

    package func unwatch(_ token: Poller.Token) { watched.removeAll { $0.token == token } }

    /// Closes everything that the service's process had open.
    package func endProcess() { watched = [] }

    package func wait(until deadline: ContinuousClock.Instant?) throws(SystemError) -> [Poller.Readiness] {
        waitCount += 1
        let ready = watched.compactMap(readiness)
        isAtRest = ready.isEmpty && notices.isEmpty && deadline.map { $0 > horizon } ?? true
        if ready.isEmpty, notices.isEmpty { now = max(now, min(deadline ?? horizon, horizon)) }
        return ready
    }

    package func notices(in ready: [Poller.Readiness]) throws(SystemError) -> [KernelNotice] {
        defer { notices = [] }
        return notices
    }

    private func readiness(_ watch: Watch) -> Poller.Readiness? {
        var ready: Poller.Interest
        var isHangup = false
        if let listener = watch.listener {
            if listener.waiting.isEmpty { return nil }
            ready = .readable
        } else if let stream = watch.stream {
            let isEnded = stream.inbox.isClosed
            // The common case, with nothing to report, first.
            if !isEnded, stream.inbox.bytes.isEmpty, !watch.wantsRoom { return nil }
            ready = isEnded || !stream.inbox.bytes.isEmpty ? .readable : []
            if isEnded { ready.insert(.endOfInput) }
            if stream.outbox.room > 0 { ready.insert(.writable) }
            isHangup = isEnded && stream.outbox.isClosed
        } else {
            return nil
        }
        ready.formIntersection(watch.interest)
        return ready.isEmpty && !isHangup ? nil : Poller.Readiness(watch.token, ready, isHangup: isHangup)
    }

    package func listen(at path: String, permissions: UInt32) throws(ListenFailure) -> any LocalListener {
        try listen(at: path)
    }

    /// Listens as a program of the machine.
    package func listen(at path: String) throws(ListenFailure) -> SimulatedListener {
        if listener(at: path) != nil { throw .alreadyServed(path) }
        let listener = SimulatedListener(path, nextNumber(), on: self)
        listeners = listeners.filter { $0.value.value != nil }
        listeners[listener.number] = Weak(listener)
        return listener
    }

    package func connect(to path: String) throws(SystemError) -> any LocalStream {
        try connect(to: path, as: PeerCredentials(userID: 0, groupID: 0, processID: 1), isService: true)
    }

    /// Connects as a certain program.
    package func connect(
        to path: String,
        as peer: PeerCredentials,
        isService: Bool = false
    ) throws(SystemError) -> SimulatedStream {
        guard let listener = listener(at: path) else { throw SystemError("connect", on: path, code: ENOENT) }
        let (there, back) = (SimulatedStream.Buffer(bufferSize), SimulatedStream.Buffer(bufferSize))
        let server = SimulatedStream(nextNumber(), inbox: there, outbox: back, peer, isService ? nil : self)
        let client = SimulatedStream(nextNumber(), inbox: back, outbox: there, peer, isService ? self : nil)
        listener.waiting.append(server)
        if ends.count > 512 { ends = ends.filter { $0.value.value != nil } }
        for end in [server, client] { ends[end.number] = Weak(end) }
        return client
    }

    private func listener(at path: String) -> SimulatedListener? {
        listeners.values.lazy.compactMap(\.value).first { $0.path == path }
    }

    private func nextNumber() -> CInt {
        lastNumber += 1
        return lastNumber
    }

    /// The identity of every process of the machine: this process, which runs as long as the service looks.
    package let process = PeerProcess(numbered: getpid())

    package func process(numbered number: Int32) -> PeerProcess? {
        files["/proc/\(number)/cgroup"].flatMap { _ in process }
    }

    package func contents(ofFile path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
        guard let text = files[path] else { throw SystemError("open", on: path, code: ENOENT) }
        guard text.utf8.count <= limit else { throw SystemError("read", on: path, code: EFBIG) }
        return Array(text.utf8)
    }
}

struct Weak<Object: AnyObject> {
    private(set) weak var value: Object?

    init(_ value: Object) { self.value = value }
}

/// One end of a connection in memory.
package final class SimulatedStream: LocalStream {
    final class Buffer {
        var bytes: [UInt8] = []
        var isClosed = false
        private let size: Int

        init(_ size: Int) { self.size = size }

        var room: Int { isClosed ? 0 : size - bytes.count }
    }

    package let number: CInt
    fileprivate let inbox: Buffer
    fileprivate let outbox: Buffer
    private let credentials: PeerCredentials

    /// The kernel whose faults this end meets; `nil` at the end of a program of the world.
    private let faulty: SimulatedKernel?

    fileprivate init(
        _ number: CInt,
        inbox: Buffer,
        outbox: Buffer,
        _ credentials: PeerCredentials,
        _ faulty: SimulatedKernel?
    ) {
        self.number = number
        self.inbox = inbox
        self.outbox = outbox
        self.credentials = credentials
        self.faulty = faulty
    }

    deinit { shutDown() }

    /// Whether there is something to receive, or the end.
    package var hasInput: Bool { isEnded || !inbox.bytes.isEmpty }
    package var isEnded: Bool { inbox.isClosed }

    /// Whether the other end can send no more until something is received.
    package var isFull: Bool { !inbox.isClosed && inbox.room == 0 }

    package func peer() throws(SystemError) -> PeerCredentials { credentials }

    /// Returns the most of `count` bytes that a call moves under its fault; `nil` if it moves none.
    private func limit(
        _ count: Int,
        of call: SimulatedKernel.Call,
        _ name: String
    ) throws(SystemError) -> Int? {
        switch faulty?.fault(call) {
        case .nothing: return nil
        case .short(let limit): return min(count, limit)
        case .failure(let code): throw SystemError(name, code: code)
        case nil: return count
        }
    }

    package func receive(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
        if faulty?.isDead == true { return .nothing }
        guard let limit = try limit(buffer.count, of: .receive, "recv") else { return .nothing }
        guard !inbox.bytes.isEmpty else { return inbox.isClosed ? .end : .nothing }
        let count = min(limit, inbox.bytes.count)
        buffer.replaceSubrange(..<count, with: inbox.bytes[..<count])
        inbox.bytes.removeFirst(count)
        return .bytes(count)
    }

    package func send(_ bytes: [UInt8], from offset: Int) throws(SystemError) -> Int {
        if faulty?.isDead == true { return bytes.count - offset }
        guard let limit = try limit(bytes.count - offset, of: .send, "send") else { return 0 }
        // The call may have been the one at which the service was killed.
        if faulty?.isDead == true { return limit }
        if outbox.isClosed { throw SystemError("send", code: EPIPE) }
        let count = min(outbox.room, limit)
        outbox.bytes += bytes[offset..<offset + count]
        return count
    }

    package func shutDown() { (inbox.isClosed, outbox.isClosed) = (true, true) }
}

package final class SimulatedListener: LocalListener {
    package let path: String
    package let number: CInt
    fileprivate var waiting: [SimulatedStream] = []
    private unowned let kernel: SimulatedKernel

    fileprivate init(_ path: String, _ number: CInt, on kernel: SimulatedKernel) {
        (self.path, self.number, self.kernel) = (path, number, kernel)
    }

    package func accept() throws(SystemError) -> AcceptedConnection {
        guard !waiting.isEmpty, !kernel.isDead else { return .nothing }
        switch kernel.fault(.accept) {
        case .nothing: return .nothing
        case .short:
            waiting.removeFirst()
            return .refused
        case .failure(let code): throw SystemError("accept4", code: code)
        case nil: return .connection(waiting.removeFirst())
        }
    }

    package func acceptNext() -> SimulatedStream? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
