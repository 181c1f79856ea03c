// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The values of a publisher as an asynchronous sequence, which subscribes for each iteration.
public struct AsyncPublisher<Source: Publisher>: AsyncSequence where Source.Failure == Never {
    private let source: Source

    public init(_ publisher: Source) { source = publisher }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var iterator: AsyncStream<Unchecked<Source.Output>>.AsyncIterator

        public mutating func next() async -> Source.Output? {
            await iterator.next(isolation: #isolation)?.value
        }
    }

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
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
