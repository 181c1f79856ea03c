// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LinuxSystem

// Operators on one publisher.
extension Publisher {
    /// Returns a publisher that answers each event with others; an end among them ends the subscription.
    private func answering<Result, Other: Error>(
        _ answers: @escaping (Subscribers.Event<Output, Failure>) -> [Subscribers.Event<Result, Other>]
    ) -> AnyPublisher<Result, Other> {
        joined { event, joint in for answer in answers(event) { joint.tell(answer) } }
    }

    /// Returns a publisher that answers each value, and `nil` before it finishes, with a state for each subscription.
    private func answering<State, Result>(
        with initial: State,
        _ answers: @escaping (inout State, Output?) -> [Subscribers.Event<Result, Failure>]
    ) -> AnyPublisher<Result, Failure> {
        AnyPublisher { receive in
            let state = Guarded(Unchecked(initial))
            func answer(_ value: Output?) -> [Subscribers.Event<Result, Failure>] {
                state.withLock { answers(&$0.value, value) }
            }
            return self.answering { event in
                switch event {
                case .value(let value): answer(value)
                case .completion(.finished): answer(nil) + [.completion(.finished)]
                case .completion(let failure): [.completion(failure)]
                }
            }.attach(receive)
        }
    }

    public func map<Result>(_ transform: @escaping (Output) -> Result) -> AnyPublisher<Result, Failure> {
        compactMap { transform($0) }
    }

    public func compactMap<Result>(
        _ transform: @escaping (Output) -> Result?
    ) -> AnyPublisher<Result, Failure> {
        answering { event in
            switch event {
            case .value(let value): transform(value).map { [.value($0)] } ?? []
            case .completion(let completion): [.completion(completion)]
            }
        }
    }

    public func tryMap<Result>(
        _ transform: @escaping (Output) throws -> Result
    ) -> AnyPublisher<Result, any Error> {
        answering { event in
            switch event {
            case .value(let value):
                do { return [.value(try transform(value))] } catch { return [.completion(.failure(error))] }
            case .completion(.failure(let error)): return [.completion(.failure(error))]
            case .completion(.finished): return [.completion(.finished)]
            }
        }
    }

    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    public func replaceNil<Value>(with value: Value) -> AnyPublisher<Value, Failure>
    where Output == Value? {
        map { $0 ?? value }
    }

    public func prepend(_ values: Output...) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in
            for value in values { receive(.value(value)) }
            return self.attach(receive)
        }
    }

    public func removeDuplicates(
        by isSame: @escaping (Output, Output) -> Bool
    ) -> AnyPublisher<Output, Failure> {
        answering(with: Output?.none) { latest, value in
            guard let value else { return [] }
            defer { latest = value }
            return latest.map { isSame($0, value) } ?? false ? [] : [.value(value)]
        }
    }

    public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

    public func first(where isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        filter(isIncluded).prefix(1)
    }

    public func prefix(_ count: Int) -> AnyPublisher<Output, Failure> {
        answering(with: count) { left, value in
            guard let value, left > 0 else { return [.completion(.finished)] }
            left -= 1
            return [.value(value)] + (left == 0 ? [.completion(.finished)] : [])
        }
    }

    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        answering(with: count) { left, value in
            guard let value else { return [] }
            defer { left = max(left - 1, 0) }
            return left > 0 ? [] : [.value(value)]
        }
    }

    public func scan<Result>(
        _ initial: Result,
        _ next: @escaping (Result, Output) -> Result
    ) -> AnyPublisher<Result, Failure> {
        answering(with: initial) { result, value in
            guard let value else { return [] }
            result = next(result, value)
            return [.value(result)]
        }
    }

    public func collect() -> AnyPublisher<[Output], Failure> {
        answering(with: [Output]()) { values, value in
            guard let value else { return [.value(values)] }
            values.append(value)
            return []
        }
    }

    public func mapError<Other: Error>(
        _ transform: @escaping (Failure) -> Other
    ) -> AnyPublisher<Output, Other> {
        answering { event in
            switch event {
            case .value(let value): [.value(value)]
            case .completion(.finished): [.completion(.finished)]
            case .completion(.failure(let error)): [.completion(.failure(transform(error)))]
            }
        }
    }

    public func handleEvents(
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in
            let isOver = Guarded(false)
            let subscription = self.attach { event in
                switch event {
                case .value(let value): receiveOutput?(value)
                case .completion(let completion):
                    isOver.withLock { $0 = true }
                    receiveCompletion?(completion)
                }
                receive(event)
            }
            return AnyCancellable {
                subscription.cancel()
                if !isOver.withLock({ $0 }) { receiveCancel?() }
            }
        }
    }

    public func share() -> AnyPublisher<Output, Failure> {
        let subject = PassthroughSubject<Output, Failure>()
        let shared = Guarded((count: 0, subscription: AnyCancellable?.none))
        return AnyPublisher { receive in
            let subscription = subject.attach(receive)
            let isFirst = shared.withLock { shared in
                shared.count += 1
                return shared.count == 1
            }
            if isFirst {
                let upstream = self.attach { subject.send($0) }
                shared.withLock { if $0.count > 0 { $0.subscription = upstream } }
            }
            return AnyCancellable {
                subscription.cancel()
                // It ends outside of the lock.
                _ = shared.withLock { shared in
                    shared.count -= 1
                    return shared.count == 0 ? shared.subscription.take() : nil
                }
            }
        }
    }
}

extension Publisher where Output: Equatable {
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

extension Publisher where Failure == Never {
    public func setFailureType<Other: Error>(to type: Other.Type) -> AnyPublisher<Output, Other> {
        answering { if case .value(let value) = $0 { [.value(value)] } else { [.completion(.finished)] } }
    }

    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>,
        on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }
}
