package import Varlink

/// The replies to one call, received one at a time.
///
/// It belongs to one thread. Releasing it before the last reply ends its connection, as the protocol requires.
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
    /// - Parameter timeout: The longest wait; unlimited if `nil`. With `.zero` it returns only replies that have
    ///   already arrived; a loop repeats that until ``ClientFailure/timedOut``.
    /// - Returns: The parameters of the reply; `nil` after the last reply.
    /// - Throws: ``ClientFailure``. The stream remains usable after ``ClientFailure/timedOut``; any other failure ends
    ///   it.
    package func next(timeout: Duration? = nil) throws(ClientFailure) -> JSONObject? {
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
