import Varlink
import VarlinkSocket
import WaymarkInterfaces

/// The replies to one call of a method that streams, read when they are asked for.
struct StreamedReplies<Parameters: MethodParameters> {
    private let service: WaymarkService
    private let replies: ReplyStream

    /// Calls the method.
    init(
        to parameters: Parameters,
        from client: VarlinkClient,
        at service: WaymarkService
    ) throws(ClientError) {
        self.service = service
        do throws(ClientFailure) {
            replies = try client.stream(Parameters.method, parameters.json)
        } catch { throw ClientError(error, calling: Parameters.method, at: service) }
    }

    /// Waits for the next one.
    func next() throws(ClientError) -> Parameters.Reply {
        let bytes: [UInt8]?
        do throws(ClientFailure) {
            bytes = try replies.next()
        } catch { throw ClientError(error, calling: Parameters.method, at: service) }
        // The service ends a stream by closing the connection, or by a last reply, which says nothing else.
        guard let bytes else { throw .disconnected(path: service.socketPath) }
        return try Parameters.Reply(json: bytes, answering: Parameters.method)
    }
}
