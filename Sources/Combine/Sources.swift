import LinuxSystem

/// A publisher of one value.
public struct Just<Output>: Publisher {
    /// It never fails.
    public typealias Failure = Never

    private let value: Output

    /// Creates a publisher of one value.
    public init(_ value: Output) { self.value = value }

    /// Calls `receive` with the value and the end.
    public func attach(_ receive: @escaping (Subscribers.Event<Output, Never>) -> Void) -> AnyCancellable {
        receive(.value(value))
        receive(.completion(.finished))
        return AnyCancellable {}
    }
}

/// A publisher that is made for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    private let createPublisher: () -> DeferredPublisher

    /// Creates a publisher that makes another for each subscriber.
    public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

    /// Calls `receive` with the values and the end of the publisher that it makes.
    public func attach(
        _ receive: @escaping (Subscribers.Event<DeferredPublisher.Output, DeferredPublisher.Failure>) -> Void
    ) -> AnyCancellable {
        createPublisher().attach(receive)
    }
}

/// A publisher of an error.
public struct Fail<Output, Failure: Error>: Publisher {
    private let error: Failure

    /// Creates a publisher of an error.
    public init(error: Failure) { self.error = error }

    /// Calls `receive` with the error.
    public func attach(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable {
        receive(.completion(.failure(error)))
        return AnyCancellable {}
    }
}

/// A publisher without values.
public struct Empty<Output, Failure: Error>: Publisher {
    private let endsAtOnce: Bool

    /// Creates a publisher without values.
    ///
    /// - Parameter completeImmediately: Whether it ends at once.
    public init(completeImmediately: Bool = true) { endsAtOnce = completeImmediately }

    /// Calls `receive` with the end, if there is one.
    public func attach(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable {
        if endsAtOnce { receive(.completion(.finished)) }
        return AnyCancellable {}
    }
}

/// A publisher of one value that is known later, for all subscribers.
public final class Future<Output, Failure: Error>: Publisher {
    /// The closure that takes the value or the error.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    private let subject = CurrentValueSubject<Output?, Failure>(nil)
    private let isKept = Guarded(false)

    /// Creates a publisher, and calls `attemptToFulfill` at once.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [subject, isKept] result in
            let isFirst = isKept.withLock { isKept in
                defer { isKept = true }
                return !isKept
            }
            guard isFirst else { return }
            switch result {
            case .success(let value): subject.send(value)
            case .failure(let error): subject.send(completion: .failure(error))
            }
        }
    }

    /// Calls `receive` with the value and the end, as soon as it is known.
    public func attach(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable {
        subject.compactMap { $0 }.prefix(1).attach(receive)
    }
}

extension Future where Failure == Never {
    /// The value, as soon as it is known.
    public var value: Output {
        get async {
            await withCheckedContinuation { continuation in
                let subscription = Subscription()
                subscription.hold(
                    attach { event in
                        guard case .value(let value) = event, subscription.end() else { return }
                        continuation.resume(returning: Unchecked(value))
                    }
                )
            }.value
        }
    }
}
