import VarlinkSocket
import WaymarkInterfaces

/// The stream of how receivers are doing.
actor ReceiverStream: CancellableStream {
    private nonisolated let service: WaymarkService
    private nonisolated let client: VarlinkClient
    private nonisolated let thread: BlockingThread
    private var replies: StreamedReplies<InspectInterface.WatchReceivers>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(to service: WaymarkService) throws(ClientError) {
        self.service = service
        client = try connect(to: service)
        thread = try BlockingThread(named: "waymark-watch")
    }

    /// Waits for receivers that changed; the first are all.
    func next() throws(ClientError) -> [ReceiverStatus] {
        guard let replies else { return try begin() }
        while true {
            let receivers = try replies.next().receivers.map { ReceiverStatus($0) }
            // One without receivers is a sign of life.
            if !receivers.isEmpty { return receivers }
        }
    }

    private func begin() throws(ClientError) -> [ReceiverStatus] {
        let replies = try StreamedReplies(to: InspectInterface.WatchReceivers(), from: client, at: service)
        self.replies = replies
        return try replies.next().receivers.map { ReceiverStatus($0) }
    }

    /// Ends the stream.
    nonisolated func close() { client.shutDown() }
}
