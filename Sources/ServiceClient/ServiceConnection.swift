import Glibc
import LinuxSystem
import Varlink
package import WaymarkInterfaces

/// A connection to the service that blocks its caller.
///
/// It carries either calls, one after the other, or one stream. One thread at a time may use it; any thread may end that
/// with ``close()``. It is `Sendable` because the descriptor stays open and unchanged until the last reference is
/// released, and because a lock gives the received bytes to the thread that uses the connection.
package final class ServiceConnection: Sendable {
    /// A reply: its value, and the JSON that the value was read from.
    package struct Reply<Value: Sendable>: Sendable {
        package let value: Value
        package let json: [UInt8]
    }

    /// The time limit of a call that the service answers at once.
    ///
    /// The service answers after one transaction of its store, which takes seconds on an old memory card.
    package static let patience: Duration = .seconds(30)

    /// The longest message that the service accepts, in bytes.
    package static let messageLimit = 65_536

    package let path: String
    private let socket: UnixStream

    /// The bytes received after the last reply; `nil` while the connection is used, and once it is over.
    private let unused: Guarded<MessageSplitter?>

    /// Whether the service has replied to anything: one that turns a connection away never does.
    private let isAnswered = Guarded(false)

    /// Connects to the service, and waits some seconds while many others are connecting.
    package init(to path: String, replyLimit: Int = 16 << 20) throws(ClientError) {
        self.path = path
        do throws(SystemError) {
            socket = try UnixStream(connectingTo: path, patience: .seconds(5))
        } catch {
            throw [EACCES, EPERM].contains(error.code)
                ? .notPermitted(path: path) : .cannotConnect(path: path, reason: error.reason)
        }
        unused = Guarded(MessageSplitter(limit: replyLimit))
    }

    /// The socket's number, for a loop that waits for the replies of a stream among other things.
    package var descriptor: CInt { socket.descriptor.rawValue }

    /// Calls a method and waits for its only reply.
    ///
    /// - Throws: ``ClientError``. The connection remains usable after an error that the service answered with; any other
    ///   failure ends it, because a reply that came later would be taken for that of the next call.
    package func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = patience
    ) throws(ClientError) -> Reply<Parameters.Reply> {
        let message = try Self.message(.single, parameters)
        let deadline = ContinuousClock.now + limit
        var splitter = try claim()
        let reply: ReceivedReply
        do throws(ClientError) {
            try send(message, until: deadline)
            reply = try receive(&splitter, until: deadline)
            // The call did not ask for further replies, so the service may not announce any.
            if reply.outcome == .success(continues: true) {
                throw Self.violation(CallError("it says that it continues, where one reply is wanted"))
            }
        } catch {
            close()
            throw error
        }
        unused.withLock { $0 = splitter }
        return try Self.decode(reply, from: Parameters.self)
    }

    /// Calls a method that lists something until its last page; returns the first reply, with the elements of all pages.
    ///
    /// It returns at most `limit` elements; `patience` is the time limit of the call of each page.
    package func callForAllPages<Parameters: PagedCall>(
        _ parameters: Parameters,
        limit: Int = .max,
        within patience: Duration = patience
    ) throws(ClientError) -> Reply<Parameters.Reply> {
        var parameters = parameters
        let first = try call(parameters, within: patience)
        var all = first.value
        while let next = all.next, all.elements.count < limit {
            parameters.after = next
            let page = try call(parameters, within: patience).value
            all.elements += page.elements
            all.next = page.next
        }
        // The JSON of the service may have members that this version does not know.
        if all == first.value, all.next == nil, all.elements.count <= limit { return first }
        all.elements = Array(all.elements.prefix(limit))
        all.next = nil
        return Reply(value: all, json: all.json)
    }

    /// Calls a method that sends replies until one side ends the stream.
    package func stream<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ClientError) -> ServiceStream<Parameters> {
        let message = try Self.message(.more, parameters)
        let splitter = try claim()
        try send(message, until: nil)
        return ServiceStream(on: self, splitter)
    }

    /// Ends the connection; a call that waits for a reply throws.
    package func close() { socket.shutDown() }

    /// Returns whether a call with these parameters fits into one message.
    package static func fits(_ parameters: some MethodParameters) -> Bool {
        (try? message(.single, parameters)) != nil
    }

    // MARK: Messages

    private static func message<Parameters: MethodParameters>(
        _ mode: Call.Mode,
        _ parameters: Parameters
    ) throws(ClientError) -> [UInt8] {
        let message = Call.message(Parameters.method, mode, parameters)
        guard message.count <= messageLimit else { throw .tooLong(bytes: message.count, limit: messageLimit) }
        return message
    }

    private func claim() throws(ClientError) -> MessageSplitter {
        guard let splitter = unused.withLock({ $0.take() }) else { throw .disconnected(path: path) }
        return splitter
    }

    private func send(_ message: [UInt8], until deadline: ContinuousClock.Instant?) throws(ClientError) {
        var sent = 0
        while sent < message.count {
            let count = try attempt { () throws(SystemError) in try socket.send(message, from: sent) }
            if count == 0 { try wait(toSend: true, until: deadline) }
            sent += count
        }
    }

    fileprivate func receive(
        _ splitter: inout MessageSplitter,
        until deadline: ContinuousClock.Instant?
    ) throws(ClientError) -> ReceivedReply {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            if let message = splitter.next() {
                isAnswered.withLock { $0 = true }
                do throws(CallError) {
                    return try ReceivedReply(parsing: message)
                } catch { throw Self.violation(error) }
            }
            if splitter.hasOverflowed {
                throw .protocolViolation("the service sent a reply that is too long")
            }
            switch try attempt({ () throws(SystemError) in try socket.receive(into: &buffer) }) {
            case .bytes(let count): splitter.append(buffer[..<count])
            case .end: throw closed
            case .nothing: try wait(toSend: false, until: deadline)
            }
        }
    }

    private func wait(toSend: Bool, until deadline: ContinuousClock.Instant?) throws(ClientError) {
        let isReady = try attempt { () throws(SystemError) in
            try socket.wait(toSend: toSend, until: deadline)
        }
        guard isReady else { throw .timedOut(path: path) }
    }

    private func attempt<Result>(_ action: () throws(SystemError) -> Result) throws(ClientError) -> Result {
        do throws(SystemError) {
            return try action()
        } catch {
            throw error.isDisconnection ? closed : .outOfResources("\(path): \(error)")
        }
    }

    private var closed: ClientError {
        isAnswered.withLock { $0 } ? .disconnected(path: path) : .closedUnanswered(path: path)
    }

    private static func violation(_ error: CallError) -> ClientError {
        .protocolViolation("the service sent something that is not a reply: \(error)")
    }

    fileprivate static func decode<Parameters: MethodParameters>(
        _ reply: ReceivedReply,
        from method: Parameters.Type
    ) throws(ClientError) -> Reply<Parameters.Reply> {
        let json = reply.parameters.bytes
        if case .failure(let error) = reply.outcome {
            throw .refused(ServiceRefusal(error, json), method: Parameters.method)
        }
        do throws(ParameterProblem) {
            return Reply(value: try Parameters.Reply(reply.parameters), json: json)
        } catch {
            throw .protocolViolation(
                "the reply to \(Parameters.method) has a wrong or missing '\(error.parameter)': the service is of another "
                    + "version; restart it after an upgrade"
            )
        }
    }
}

/// The replies to a streaming call, each read when it is asked for.
///
/// It belongs to one thread. Its connection ends with it.
package final class ServiceStream<Parameters: MethodParameters> {
    package let connection: ServiceConnection
    private var splitter: MessageSplitter

    fileprivate init(on connection: ServiceConnection, _ splitter: MessageSplitter) {
        self.connection = connection
        self.splitter = splitter
    }

    deinit { connection.close() }

    /// Waits for the next reply; returns `nil` if none has come in time, with `.zero` if none has arrived already.
    ///
    /// An error ends the stream.
    package func next(timeout: Duration?) throws(ClientError) -> ServiceConnection.Reply<Parameters.Reply>? {
        do throws(ClientError) {
            let reply = try connection.receive(&splitter, until: timeout.map { .now + $0 })
            if reply.outcome == .success(continues: false) { connection.close() }
            return try ServiceConnection.decode(reply, from: Parameters.self)
        } catch {
            if case .timedOut = error { return nil }
            connection.close()
            throw error
        }
    }

    package func next() throws(ClientError) -> ServiceConnection.Reply<Parameters.Reply> {
        while true {
            if let reply = try next(timeout: nil) { return reply }
        }
    }
}
