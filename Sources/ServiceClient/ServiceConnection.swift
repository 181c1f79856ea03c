import LinuxSystem
import Varlink
package import VarlinkSocket
package import WaymarkInterfaces

/// A connection to the service that blocks its caller.
///
/// It carries either calls, one after the other, or one stream. One thread at a time may use it; any thread may end that
/// with ``close()``.
package struct ServiceConnection: Sendable {
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

    /// The length of a message around the name of the method and the parameters, rounded up.
    private static let envelopeLength = 64

    package let path: String

    private let client: VarlinkClient

    package init(to path: String) throws(ClientError) {
        self.path = path
        do throws(ClientFailure) {
            client = try VarlinkClient(connectingTo: path)
        } catch { throw ClientError(error, calling: "connect", at: path, isAnswered: false) }
    }

    /// The socket's number, for a loop that waits for the replies of a stream among other things.
    package var descriptor: CInt { client.descriptor }

    package func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = patience
    ) throws(ClientError) -> Reply<Parameters.Reply> {
        let bytes = try Self.encode(parameters)
        let reply: JSONObject
        do throws(ClientFailure) {
            reply = try client.call(Parameters.method, bytes, timeout: limit)
        } catch { throw failed(error, calling: Parameters.method) }
        return try Self.decode(reply, from: Parameters.self)
    }

    /// Calls a method that lists something until its last page, and returns all pages as one.
    ///
    /// - Parameters:
    ///   - parameters: The call for the first page.
    ///   - limit: The most elements; no further page is asked for once there are as many.
    ///   - patience: The time limit of the call for one page.
    /// - Returns: The first reply, with the elements of all pages.
    /// - Throws: ``ClientError``.
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
        // What the service sent may have members that this version does not know.
        if all == first.value, all.next == nil, all.elements.count <= limit { return first }
        all.elements = Array(all.elements.prefix(limit))
        all.next = nil
        return Reply(value: all, json: all.json)
    }

    /// Calls a method that sends replies until one side ends the stream.
    package func stream<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ClientError) -> ServiceStream<Parameters> {
        let bytes = try Self.encode(parameters)
        do throws(ClientFailure) {
            return ServiceStream(try client.stream(Parameters.method, bytes), on: self)
        } catch { throw failed(error, calling: Parameters.method) }
    }

    /// Ends the connection; whoever waits for a reply gets an error.
    package func close() { client.shutDown() }

    fileprivate func failed(_ failure: ClientFailure, calling method: String) -> ClientError {
        ClientError(failure, calling: method, at: path, isAnswered: client.isAnswered)
    }

    // MARK: Messages

    /// Whether a call with these parameters fits into one message.
    package static func fits(_ parameters: some MethodParameters) -> Bool {
        (try? encode(parameters)) != nil
    }

    private static func encode<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ClientError) -> [UInt8] {
        let bytes = parameters.json
        guard bytes.count + Parameters.method.utf8.count + envelopeLength <= messageLimit else {
            throw .tooLong(bytes: bytes.count, limit: messageLimit)
        }
        return bytes
    }

    fileprivate static func decode<Parameters: MethodParameters>(
        _ reply: JSONObject,
        from method: Parameters.Type
    ) throws(ClientError) -> Reply<Parameters.Reply> {
        do throws(ParameterProblem) {
            return Reply(value: try Parameters.Reply(reply), json: reply.bytes)
        } catch {
            throw .protocolViolation(
                "the reply to \(Parameters.method) has a wrong or missing '\(error.parameter)': the service is of another "
                    + "version; restart it after an upgrade"
            )
        }
    }
}

/// The replies to a streaming call, each read when it is asked for.
package struct ServiceStream<Parameters: MethodParameters> {
    package let connection: ServiceConnection
    package let replies: ReplyStream

    package init(_ replies: ReplyStream, on connection: ServiceConnection) {
        self.connection = connection
        self.replies = replies
    }

    /// Waits for the next reply.
    ///
    /// - Parameter timeout: How long to wait; with `.zero` it returns what has arrived already.
    /// - Returns: The reply, or `nil` if none has come in time.
    /// - Throws: ``ClientError``, which ends the stream.
    package func next(timeout: Duration?) throws(ClientError) -> ServiceConnection.Reply<Parameters.Reply>? {
        let reply: JSONObject?
        do throws(ClientFailure) {
            reply = try replies.next(timeout: timeout)
        } catch {
            if error == .timedOut { return nil }
            throw connection.failed(error, calling: Parameters.method)
        }
        // The service ends a stream by closing the connection, or by a last reply, which says nothing else.
        guard let reply else { throw .disconnected(path: connection.path) }
        return try ServiceConnection.decode(reply, from: Parameters.self)
    }

    package func next() throws(ClientError) -> ServiceConnection.Reply<Parameters.Reply> {
        while true {
            if let reply = try next(timeout: nil) { return reply }
        }
    }
}
