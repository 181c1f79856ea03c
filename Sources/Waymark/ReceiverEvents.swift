/// How the service's receivers are doing, as an endless sequence: all of them at first, and all again whenever one
/// changes its state or another one is followed.
///
/// It ends when the task that iterates is cancelled, and throws ``ClientError`` when the service is not there, goes
/// away, or breaks the protocol.
public struct ReceiverEvents: AsyncSequence, Sendable {
    /// Every receiver, in the order of the service's configuration.
    public typealias Element = [ReceiverStatus]

    /// Why it cannot go on.
    public typealias Failure = ClientError

    let service: WaymarkService

    /// Returns an iterator, which has a connection of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(service) }

    /// One connection; letting go of it ends it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State {
            case unconnected(WaymarkService)
            case connected(ReceiverStream)
            case over
        }

        private var state: State
        private var receivers: [Int: ReceiverStatus] = [:]

        fileprivate init(_ service: WaymarkService) { state = .unconnected(service) }

        /// Waits for the next change.
        ///
        /// - Returns: Every receiver, or `nil` once the task is cancelled.
        /// - Throws: ``ClientError``, after which there is nothing more.
        public mutating func next() async throws(ClientError) -> [ReceiverStatus]? {
            try await next(isolation: nil)
        }

        /// Waits for the next change.
        ///
        /// - Parameter actor: Where the caller runs.
        /// - Returns: Every receiver, or `nil` once the task is cancelled.
        /// - Throws: ``ClientError``, after which there is nothing more.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> [ReceiverStatus]? {
            do throws(ClientError) {
                guard let stream = try connection() else { return nil }
                let changed = try await cancellable(stream, isolation: actor) {
                    () async throws(ClientError) in
                    try await stream.next()
                }
                if !Task.isCancelled {
                    for receiver in changed { receivers[receiver.id] = receiver }
                    return receivers.values.sorted { $0.id < $1.id }
                }
            } catch {
                end()
                // What a cancellation tore apart is no failure of the service.
                if Task.isCancelled { return nil }
                throw error
            }
            end()
            return nil
        }

        private mutating func connection() throws(ClientError) -> ReceiverStream? {
            switch state {
            case .over: return nil
            case .connected(let stream): return stream
            case .unconnected(let service):
                let stream = try ReceiverStream(to: service)
                state = .connected(stream)
                return stream
            }
        }

        private mutating func end() {
            if case .connected(let stream) = state { stream.close() }
            state = .over
        }
    }
}
