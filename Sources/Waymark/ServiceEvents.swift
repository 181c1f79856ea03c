/// An asynchronous sequence of the service's reports, in most cases endless.
///
/// Nothing happens until it is iterated; each iteration is a client of its own. An iteration ends without an error when its
/// task is cancelled. It throws `ClientError` if the service is not there at the start, refuses the app, or breaks the protocol.
public struct ServiceEvents<Element>: AsyncSequence, Sendable {
    /// The error that ends an iteration.
    public typealias Failure = ClientError

    typealias Next = () async throws(ClientError) -> Element?

    let begin: @Sendable () -> Next

    /// Returns an iterator; releasing it ends its connection.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(advance: begin()) }

    /// An iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let advance: Next

        /// Waits for the next element; `nil` once the task is cancelled.
        public mutating func next() async throws(ClientError) -> Element? { try await advance() }

        /// Waits for the next element; `nil` once the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> Element? {
            try await advance()
        }
    }
}
