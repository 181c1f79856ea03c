import LinuxSystem
package import Varlink

/// A blocking connection to a Varlink service.
///
/// One thread at a time may use it; any other gets ``ClientFailure/busy``. Any thread may end that use with
/// ``shutDown()``. It is `Sendable` because the descriptor stays open and unchanged until the last reference is
/// released, and because a lock gives the received bytes to the thread that has claimed the connection.
package final class VarlinkClient: Sendable {
    private enum Use {
        /// Unclaimed, with the bytes received after the last reply.
        case free(MessageSplitter)
        case claimed
        case over
    }

    private let stream: UnixStream
    private let use: Guarded<Use>
    private let answered = Guarded(false)

    /// Connects to the service at `path`, and waits that long while many others are connecting.
    package init(
        connectingTo path: String,
        patience: Duration = .seconds(5),
        replyLimit: Int = 16 << 20
    ) throws(ClientFailure) {
        do throws(SystemError) {
            stream = try UnixStream(connectingTo: path, patience: patience)
        } catch { throw .cannotConnect(path: path, error) }
        use = Guarded(.free(MessageSplitter(limit: replyLimit)))
    }

    /// The socket's descriptor, for a loop that polls a ``ReplyStream`` among others.
    package var descriptor: CInt { stream.descriptor.rawValue }

    /// Whether the service has replied to anything: one that turns a connection away never does.
    package var isAnswered: Bool { answered.withLock { $0 } }

    /// Calls a method and waits for its only reply.
    ///
    /// After a timeout the connection is unusable. Empty parameters stand for none.
    package func call(
        _ method: String,
        _ parameters: [UInt8] = [],
        timeout: Duration? = nil
    ) throws(ClientFailure) -> JSONObject {
        let call = try makeCall(method, .single, parameters)
        let deadline = timeout.map { ContinuousClock.now + $0 }
        var splitter = try claim()
        do throws(ClientFailure) {
            try send(call, until: deadline)
            let reply = try receive(&splitter, until: deadline)
            // The call did not ask for further replies, so the service may not announce any.
            if reply.outcome == .success(continues: true) {
                throw .protocolViolated(.unexpectedContinues)
            }
            release(splitter)
            return try reply.successfulParameters()
        } catch {
            if case .failed = error { throw error }
            shutDown()
            throw error
        }
    }

    /// Calls a method that sends any number of replies.
    ///
    /// The stream owns the connection until its last reply is received. Releasing the stream earlier ends the
    /// connection.
    package func stream(
        _ method: String,
        _ parameters: [UInt8] = []
    ) throws(ClientFailure) -> ReplyStream {
        let call = try makeCall(method, .more, parameters)
        let splitter = try claim()
        do throws(ClientFailure) {
            try send(call, until: nil)
        } catch {
            shutDown()
            throw error
        }
        return ReplyStream(of: self, splitter)
    }

    /// Ends the connection.
    ///
    /// A thread waiting for a reply gets ``ClientFailure/connectionClosed``.
    package func shutDown() {
        use.withLock { $0 = .over }
        stream.shutDown()
    }

    // MARK: What a stream shares with a call

    func release(_ splitter: MessageSplitter) {
        use.withLock { use in
            if case .claimed = use { use = .free(splitter) }
        }
    }

    func receive(
        _ splitter: inout MessageSplitter,
        until deadline: ContinuousClock.Instant?
    ) throws(ClientFailure) -> ReceivedReply {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            if let message = splitter.next() {
                do throws(CallError) {
                    let reply = try ReceivedReply(parsing: message)
                    answered.withLock { $0 = true }
                    return reply
                } catch { throw .protocolViolated(error) }
            }
            if splitter.hasOverflowed { throw .replyTooLong }
            switch try attempt({ () throws(SystemError) in try stream.receive(into: &buffer) }) {
            case .bytes(let count): splitter.append(buffer[..<count])
            case .end: throw .connectionClosed
            case .nothing: try wait(toSend: false, until: deadline)
            }
        }
    }

    // MARK: Claiming and sending

    private func claim() throws(ClientFailure) -> MessageSplitter {
        try use.withLock { use throws(ClientFailure) in
            switch use {
            case .free(let splitter):
                use = .claimed
                return splitter
            case .claimed: throw .busy
            case .over: throw .connectionClosed
            }
        }
    }

    private func makeCall(
        _ method: String,
        _ mode: Call.Mode,
        _ parameters: [UInt8]
    ) throws(ClientFailure) -> Call {
        do throws(JSONError) {
            let object = parameters.isEmpty ? .empty : try JSONObject(parameters)
            return Call(method: method, mode: mode, parameters: object)
        } catch { throw .invalidParameters(error) }
    }

    private func send(_ call: Call, until deadline: ContinuousClock.Instant?) throws(ClientFailure) {
        let message = call.message
        var sent = 0
        while sent < message.count {
            let count = try attempt { () throws(SystemError) in try stream.send(message, from: sent) }
            if count == 0 { try wait(toSend: true, until: deadline) }
            sent += count
        }
    }

    private func wait(toSend: Bool, until deadline: ContinuousClock.Instant?) throws(ClientFailure) {
        let isReady = try attempt { () throws(SystemError) in
            try stream.wait(toSend: toSend, until: deadline)
        }
        guard isReady else { throw .timedOut }
    }

    private func attempt<Result>(_ action: () throws(SystemError) -> Result) throws(ClientFailure) -> Result {
        do throws(SystemError) {
            return try action()
        } catch {
            throw error.isDisconnection ? .connectionClosed : .system(error)
        }
    }
}

extension ReceivedReply {
    func successfulParameters() throws(ClientFailure) -> JSONObject {
        if case .failure(let error) = outcome { throw .failed(error: error, parameters: parameters.bytes) }
        return parameters
    }
}
