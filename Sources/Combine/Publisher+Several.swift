// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LinuxSystem

// Operators on several publishers.
extension Publisher {
    public func flatMap<Other: Publisher<Result, Failure>, Result>(
        _ transform: @escaping (Output) -> Other
    ) -> AnyPublisher<Result, Failure> {
        joined { event, joint in
            switch event {
            case .value(let value): joint.add(transform(value))
            case .completion(.failure(let error)): joint.tell(.completion(.failure(error)))
            case .completion(.finished): break
            }
        }
    }

    public func `catch`<Other: Publisher>(
        _ handler: @escaping (Failure) -> Other
    ) -> AnyPublisher<Output, Other.Failure> where Other.Output == Output {
        joined { event, joint in
            switch event {
            case .value(let value): joint.tell(.value(value))
            case .completion(.failure(let error)): joint.add(handler(error))
            case .completion(.finished): break
            }
        }
    }

    public func replaceError(with value: Output) -> AnyPublisher<Output, Never> {
        `catch` { _ in Just(value) }
    }

    public func merge(with other: some Publisher<Output, Failure>) -> AnyPublisher<Output, Failure> {
        AnyPublisher(Publishers.Merge(self, other))
    }

    public func merge(
        with second: some Publisher<Output, Failure>,
        _ third: some Publisher<Output, Failure>
    ) -> AnyPublisher<Output, Failure> {
        merge(with: second).merge(with: third)
    }

    public func combineLatest<Other>(
        _ other: some Publisher<Other, Failure>
    ) -> AnyPublisher<(Output, Other), Failure> {
        AnyPublisher { receive in
            let latest = Guarded((Output?.none, Other?.none))
            func pair(_ first: Output?, _ second: Other?) -> (Output, Other)? {
                latest.withLock { latest in
                    latest = (first ?? latest.0, second ?? latest.1)
                    guard let first = latest.0, let second = latest.1 else { return nil }
                    return (first, second)
                }
            }
            return Joint.subscription(receive) { joint in
                joint.add(self.compactMap { pair($0, nil) })
                joint.add(other.compactMap { pair(nil, $0) })
            }
        }
    }

    public func combineLatest<Second, Third>(
        _ second: some Publisher<Second, Failure>,
        _ third: some Publisher<Third, Failure>
    ) -> AnyPublisher<(Output, Second, Third), Failure> {
        combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
    }

    /// Returns a publisher of the events that `handle` sends to a joint, until this one and those that it
    /// added have ended.
    func joined<Result, Other: Error>(
        _ handle: @escaping (Subscribers.Event<Output, Failure>, Joint<Result, Other>) -> Void
    ) -> AnyPublisher<Result, Other> {
        AnyPublisher { receive in
            Joint.subscription(receive) { joint in
                joint.add { done in
                    self.attach { event in
                        guard joint.isLive else { return }
                        handle(event, joint)
                        if case .completion = event { done() }
                    }
                }
            }
        }
    }
}

/// The publishers that join several others.
public enum Publishers {
    public struct Merge<A: Publisher, B: Publisher<A.Output, A.Failure>>: Publisher {
        private let publishers: (A, B)

        public init(_ a: A, _ b: B) { publishers = (a, b) }

        public func attach(
            _ receive: @escaping (Subscribers.Event<A.Output, A.Failure>) -> Void
        ) -> AnyCancellable {
            Joint.subscription(receive) { joint in
                joint.add(publishers.0)
                joint.add(publishers.1)
            }
        }
    }

    public struct MergeMany<Upstream: Publisher>: Publisher {
        private let publishers: [Upstream]

        public init(_ upstream: Upstream...) { publishers = upstream }
        public init(_ upstream: some Sequence<Upstream>) { publishers = Array(upstream) }

        public func attach(
            _ receive: @escaping (Subscribers.Event<Upstream.Output, Upstream.Failure>) -> Void
        ) -> AnyCancellable {
            Joint.subscription(receive) { joint in for publisher in publishers { joint.add(publisher) } }
        }
    }

    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where B.Failure == A.Failure {
        private let publishers: (A, B)

        public init(_ a: A, _ b: B) { publishers = (a, b) }

        public func attach(
            _ receive: @escaping (Subscribers.Event<(A.Output, B.Output), A.Failure>) -> Void
        ) -> AnyCancellable {
            publishers.0.combineLatest(publishers.1).attach(receive)
        }
    }

    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where B.Failure == A.Failure, C.Failure == A.Failure {
        private let publishers: (A, B, C)

        public init(_ a: A, _ b: B, _ c: C) { publishers = (a, b, c) }

        public func attach(
            _ receive: @escaping (Subscribers.Event<(A.Output, B.Output, C.Output), A.Failure>) -> Void
        ) -> AnyCancellable {
            publishers.0.combineLatest(publishers.1, publishers.2).attach(receive)
        }
    }
}

/// The junction of the events of several publishers, which ends when all have ended or one has failed.
final class Joint<Output, Failure: Error> {
    private struct State {
        /// The receiver; `nil` once it has ended, because a subscription that is kept need not keep its
        /// receiver.
        var receive: ((Subscribers.Event<Output, Failure>) -> Void)?
        var lastNumber = 0
        var open: [Int: AnyCancellable?] = [:]
    }

    private let state = Guarded(State())

    var isLive: Bool { state.withLock { $0.receive != nil } }

    private init(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) {
        state.withLock { $0.receive = receive }
    }

    /// Subscribes to the publishers that `add` adds; the joint does not finish before `add` returns.
    static func subscription(
        _ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void,
        _ add: (Joint) -> Void
    ) -> AnyCancellable {
        let joint = Joint(receive)
        joint.add { done in
            add(joint)
            done()
            return AnyCancellable {}
        }
        return AnyCancellable { joint.end() }
    }

    func add(_ publisher: some Publisher<Output, Failure>) {
        add { done in
            publisher.attach { event in
                if case .completion(.finished) = event { done() } else { self.tell(event) }
            }
        }
    }

    /// Adds a subscription, which calls `done` when it finishes.
    func add(_ attach: (_ done: @escaping () -> Void) -> AnyCancellable) {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.open[state.lastNumber] = .some(nil)
            return state.lastNumber
        }
        let subscription = attach { self.close(number) }
        let isOpen = state.withLock { state in
            guard state.receive != nil, state.open[number] != nil else { return false }
            state.open[number] = subscription
            return true
        }
        if !isOpen { subscription.cancel() }
    }

    func tell(_ event: Subscribers.Event<Output, Failure>) {
        guard let receive = state.withLock({ $0.receive }) else { return }
        if case .completion = event { end() }
        receive(event)
    }

    private func close(_ number: Int) {
        let isLast = state.withLock { state in
            state.open[number] = nil
            return state.open.isEmpty
        }
        if isLast { tell(.completion(.finished)) }
    }

    private func end() {
        let ended = state.withLock { state in
            defer { (state.receive, state.open) = (nil, [:]) }
            return state
        }
        for subscription in ended.open.values { subscription?.cancel() }
    }
}
