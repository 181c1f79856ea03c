import LinuxSystem

// Operators on one publisher.
extension Publisher {
    /// Returns a publisher that answers each event with others; an end among them ends the subscription.
    private func answering<Result, Other: Error>(
        _ answers: @escaping (Subscribers.Event<Output, Failure>) -> [Subscribers.Event<Result, Other>]
    ) -> AnyPublisher<Result, Other> {
        AnyPublisher { receive in
            let subscription = Subscription()
            subscription.hold(
                self.attach { event in
                    guard subscription.isLive else { return }
                    for event in answers(event) where subscription.isLive {
                        if case .completion = event { subscription.end() }
                        receive(event)
                    }
                }
            )
            return AnyCancellable { subscription.end() }
        }
    }

    /// Returns a publisher that answers each value, and `nil` before it finishes, with a state for each subscription.
    private func answering<State, Result>(
        with initial: State,
        _ answers: @escaping (inout State, Output?) -> [Subscribers.Event<Result, Failure>]
    ) -> AnyPublisher<Result, Failure> {
        AnyPublisher { receive in
            let state = Guarded(Unchecked(initial))
            func answer(_ value: Output?) -> [Subscribers.Event<Result, Failure>] {
                state.withLock { [value = Unchecked(value)] state in
                    Unchecked(answers(&state.value, value.value))
                }.value
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

    /// Returns a publisher of transformed values.
    public func map<Result>(_ transform: @escaping (Output) -> Result) -> AnyPublisher<Result, Failure> {
        compactMap { transform($0) }
    }

    /// Returns a publisher of the transformed values that are not `nil`.
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

    /// Returns a publisher of transformed values, which an error of `transform` ends.
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

    /// Returns a publisher of the values that satisfy a condition.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    /// Returns a publisher with a value in place of each `nil`.
    public func replaceNil<Value>(with value: Value) -> AnyPublisher<Value, Failure>
    where Output == Value? {
        map { $0 ?? value }
    }

    /// Returns a publisher that begins with other values.
    public func prepend(_ values: Output...) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in
            for value in values { receive(.value(value)) }
            return self.attach(receive)
        }
    }

    /// Returns a publisher of the values that differ from the one before.
    public func removeDuplicates(
        by isSame: @escaping (Output, Output) -> Bool
    ) -> AnyPublisher<Output, Failure> {
        answering(with: Output?.none) { latest, value in
            guard let value else { return [] }
            defer { latest = value }
            return latest.map { isSame($0, value) } ?? false ? [] : [.value(value)]
        }
    }

    /// Returns a publisher of the first value alone.
    public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

    /// Returns a publisher of the first value that satisfies a condition.
    public func first(where isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        filter(isIncluded).prefix(1)
    }

    /// Returns a publisher of the first values.
    public func prefix(_ count: Int) -> AnyPublisher<Output, Failure> {
        answering(with: count) { left, value in
            guard let value, left > 0 else { return [.completion(.finished)] }
            left -= 1
            return [.value(value)] + (left == 0 ? [.completion(.finished)] : [])
        }
    }

    /// Returns a publisher of all but the first values.
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        answering(with: count) { left, value in
            guard let value else { return [] }
            defer { left = max(left - 1, 0) }
            return left > 0 ? [] : [.value(value)]
        }
    }

    /// Returns a publisher of what `next` makes of the result before and each value.
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

    /// Returns a publisher of one array of all values, told at the end.
    public func collect() -> AnyPublisher<[Output], Failure> {
        answering(with: [Output]()) { values, value in
            guard let value else { return [.value(values)] }
            values.append(value)
            return []
        }
    }

    /// Returns a publisher with another type of error.
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

    /// Returns a publisher that calls closures on the way, the last one when a subscription is cancelled before the end.
    public func handleEvents(
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receive in
            let subscription = Subscription()
            subscription.hold(
                self.attach { event in
                    switch event {
                    case .value(let value): receiveOutput?(value)
                    case .completion(let completion):
                        subscription.end()
                        receiveCompletion?(completion)
                    }
                    receive(event)
                }
            )
            return AnyCancellable { if subscription.end() { receiveCancel?() } }
        }
    }

    /// Returns a publisher that is subscribed to once for all of its own subscribers.
    public func share() -> AnyPublisher<Output, Failure> {
        let subject = PassthroughSubject<Output, Failure>()
        let shared = Guarded(Unchecked((count: 0, subscription: AnyCancellable?.none)))
        return AnyPublisher { receive in
            let subscription = subject.attach(receive)
            let isFirst = shared.withLock { shared in
                shared.value.count += 1
                return shared.value.count == 1
            }
            if isFirst {
                let upstream = Unchecked(self.attach { subject.send($0) })
                shared.withLock { if $0.value.count > 0 { $0.value.subscription = upstream.value } }
            }
            return AnyCancellable {
                subscription.cancel()
                // It ends outside of the lock.
                _ = shared.withLock { shared in
                    shared.value.count -= 1
                    defer { if shared.value.count == 0 { shared.value.subscription = nil } }
                    return Unchecked(shared.value.subscription)
                }
            }
        }
    }
}

extension Publisher where Output: Equatable {
    /// Returns a publisher of the values that differ from the one before.
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

extension Publisher where Failure == Never {
    /// Returns a publisher with another type of error, which it never tells.
    public func setFailureType<Other: Error>(to type: Other.Type) -> AnyPublisher<Output, Other> {
        answering { if case .value(let value) = $0 { [.value(value)] } else { [.completion(.finished)] } }
    }

    /// Sets a property of an object to each value; the subscription keeps the object alive.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>,
        on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }
}
