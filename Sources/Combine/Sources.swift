// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LinuxSystem

public struct Just<Output>: Publisher {
    public typealias Failure = Never

    private let value: Output

    public init(_ value: Output) { self.value = value }

    public func attach(_ receive: @escaping (Subscribers.Event<Output, Never>) -> Void) -> AnyCancellable {
        receive(.value(value))
        receive(.completion(.finished))
        return AnyCancellable {}
    }
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    private let createPublisher: () -> DeferredPublisher

    public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

    public func attach(
        _ receive: @escaping (Subscribers.Event<DeferredPublisher.Output, DeferredPublisher.Failure>) -> Void
    ) -> AnyCancellable {
        createPublisher().attach(receive)
    }
}

public struct Fail<Output, Failure: Error>: Publisher {
    private let error: Failure

    public init(error: Failure) { self.error = error }

    public func attach(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable {
        receive(.completion(.failure(error)))
        return AnyCancellable {}
    }
}

public struct Empty<Output, Failure: Error>: Publisher {
    private let endsAtOnce: Bool

    public init(completeImmediately: Bool = true) { endsAtOnce = completeImmediately }

    public func attach(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable {
        if endsAtOnce { receive(.completion(.finished)) }
        return AnyCancellable {}
    }
}

public final class Future<Output, Failure: Error>: Publisher {
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    private let subject = CurrentValueSubject<Output?, Failure>(nil)
    private let isKept = Guarded(false)

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

    public func attach(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable {
        subject.compactMap { $0 }.prefix(1).attach(receive)
    }
}

extension Future where Failure == Never {
    public var value: Output {
        get async {
            await withCheckedContinuation { continuation in
                // The subscription lives until it has delivered the one value.
                let held = Guarded(AnyCancellable?.none)
                let subscription = attach { event in
                    guard case .value(let value) = event else { return }
                    continuation.resume(returning: Unchecked(value))
                    _ = held.withLock { $0.take() }
                }
                held.withLock { $0 = subscription }
            }.value
        }
    }
}
