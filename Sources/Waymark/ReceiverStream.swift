import MessageCoding
import VarlinkSocket
import WaymarkInterfaces

/// The stream of how receivers are doing.
actor ReceiverStream: CancellableStream {
    private nonisolated let service: WaymarkService
    private nonisolated let client: VarlinkClient
    private nonisolated let thread: BlockingThread
    private var replies: ReplyStream?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(to service: WaymarkService) throws(ClientError) {
        self.service = service
        client = try connect(to: service)
        thread = try BlockingThread(named: "waymark-watch")
    }

    /// Waits for receivers that changed; the first are all.
    func next() throws(ClientError) -> [ReceiverStatus] {
        let method = InspectInterface.WatchReceivers.method
        while true {
            let isFirst = replies == nil
            let bytes: [UInt8]?
            do throws(ClientFailure) {
                if isFirst {
                    replies = try client.stream(
                        method,
                        MessageCoding.encode(InspectInterface.WatchReceivers())
                    )
                }
                bytes = try replies?.next()
            } catch { throw ClientError(error, calling: method, at: service) }
            guard let bytes else { throw .disconnected(path: service.socketPath) }
            let reply = try MessageCoding.reply(
                InspectInterface.WatchReceivers.Reply.self,
                from: bytes,
                to: method
            )
            var receivers: [ReceiverStatus] = []
            for receiver in reply.receivers { receivers.append(try ReceiverStatus(receiver)) }
            // Later, one without receivers is a sign of life.
            if isFirst || !receivers.isEmpty { return receivers }
        }
    }

    /// Ends the stream.
    nonisolated func close() { client.shutDown() }
}
