import Varlink

/// The replies to one call, taken one at a time.
///
/// It belongs to one thread. Given up before its last reply, it ends its connection, as the protocol wants it.
package final class ReplyStream {
    private let client: VarlinkClient
    private var splitter: MessageSplitter
    private var hasEnded = false

    init(of client: VarlinkClient, _ splitter: MessageSplitter) {
        self.client = client
        self.splitter = splitter
    }

    deinit {
        if !hasEnded { client.shutDown() }
    }

    /// Waits for the next reply.
    ///
    /// - Parameter timeout: How long to wait; for ever if `nil`. With `.zero` it takes what has arrived already,
    ///   which a loop does until ``ClientFailure/timedOut``.
    /// - Returns: Its parameters, a JSON object; `nil` after the last.
    /// - Throws: ``ClientFailure``. After ``ClientFailure/timedOut`` the stream goes on; any other ends it.
    package func next(timeout: Duration? = nil) throws(ClientFailure) -> [UInt8]? {
        if hasEnded { return nil }
        do throws(ClientFailure) {
            let deadline = timeout.map { ContinuousClock.now + $0 }
            let reply = try client.receive(&splitter, until: deadline)
            if reply.outcome != .success(continues: true) {
                hasEnded = true
                client.release(splitter)
            }
            return try reply.successfulParameters()
        } catch {
            if error != .timedOut, !hasEnded {
                hasEnded = true
                client.shutDown()
            }
            throw error
        }
    }
}
