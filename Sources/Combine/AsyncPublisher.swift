/// The values of a publisher as an asynchronous sequence, which subscribes for each iteration.
public struct AsyncPublisher<Source: Publisher>: AsyncSequence where Source.Failure == Never {
    private let source: Source

    /// Creates a sequence.
    public init(_ publisher: Source) { source = publisher }

    /// An iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var iterator: AsyncStream<Unchecked<Source.Output>>.AsyncIterator

        /// Returns the next value; `nil` at the end, or when the task is cancelled.
        public mutating func next() async -> Source.Output? {
            await iterator.next(isolation: #isolation)?.value
        }
    }

    /// Subscribes.
    public func makeAsyncIterator() -> AsyncIterator {
        let stream = AsyncStream<Unchecked<Source.Output>> { continuation in
            let subscription = Unchecked(
                source.sink { _ in
                    continuation.finish()
                } receiveValue: {
                    continuation.yield(Unchecked($0))
                }
            )
            continuation.onTermination = { _ in subscription.value.cancel() }
        }
        return AsyncIterator(iterator: stream.makeAsyncIterator())
    }
}

extension Publisher where Failure == Never {
    /// The values as an asynchronous sequence.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
