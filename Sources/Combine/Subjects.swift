// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LinuxSystem

public protocol Subject<Output, Failure>: AnyObject, Publisher {
    func send(_ value: Output)

    func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
    public func send() { send(()) }
}

extension Subject {
    func send(_ event: Subscribers.Event<Output, Failure>) {
        switch event {
        case .value(let value): send(value)
        case .completion(let completion): send(completion: completion)
        }
    }
}

public final class PassthroughSubject<Output, Failure: Error>: Subject, Sendable {
    private let audience = Audience<Output, Failure>()

    public init() {}

    public func send(_ value: Output) { audience.tell(.value(value)) }
    public func send(completion: Subscribers.Completion<Failure>) { audience.tell(.completion(completion)) }

    public func attach(
        _ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void
    ) -> AnyCancellable {
        audience.admit(receive)
    }
}

public final class CurrentValueSubject<Output, Failure: Error>: Subject, Sendable {
    private let audience: Audience<Output, Failure>
    private let latest: Guarded<Unchecked<Output>>

    public init(_ value: Output) {
        audience = Audience(latest: value)
        latest = Guarded(Unchecked(value))
    }

    public var value: Output {
        get { latest.withLock { $0.value } }
        set { send(newValue) }
    }

    public func send(_ value: Output) {
        latest.withLock { $0.value = value }
        audience.tell(.value(value))
    }

    public func send(completion: Subscribers.Completion<Failure>) { audience.tell(.completion(completion)) }

    public func attach(
        _ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void
    ) -> AnyCancellable {
        audience.admitWithLatest(receive)
    }
}

final class Audience<Output, Failure: Error>: @unchecked Sendable {
    typealias Receiver = (Subscribers.Event<Output, Failure>) -> Void

    private struct State: @unchecked Sendable {
        var receivers: [(number: UInt64, receive: Receiver)] = []
        var lastNumber: UInt64 = 0
        var completion: Subscribers.Completion<Failure>?

        /// The latest value, if there was one from the beginning.
        var latest: Output?
        var toldCount: UInt64 = 0
    }

    private let state: Guarded<State>

    /// Creates an audience, whose later subscribers get the latest value if there is one.
    init(latest: Output? = nil) { state = Guarded(State(latest: latest)) }

    /// Adds a subscriber, which gets the latest value first.
    func admitWithLatest(_ receive: @escaping Receiver) -> AnyCancellable {
        while true {
            let (latest, count) = state.withLock { state in
                (state.completion == nil ? state.latest : nil, state.toldCount)
            }
            if let latest { receive(.value(latest)) }
            // A value sent meanwhile must not be missed: no other may follow, and a subscriber would wait for
            // ever.
            if let subscription = admit(receive, ifTold: count) { return subscription }
        }
    }

    /// Adds a subscriber, which gets the end at once if that has come.
    func admit(_ receive: @escaping Receiver) -> AnyCancellable {
        admit(receive, ifTold: nil) ?? AnyCancellable {}
    }

    /// Adds a subscriber, unless another number of values has been sent.
    private func admit(_ receive: @escaping Receiver, ifTold count: UInt64?) -> AnyCancellable? {
        let admitted: (number: UInt64, end: Subscribers.Completion<Failure>?)? = state.withLock { state in
            guard count == nil || count == state.toldCount else { return nil }
            state.lastNumber += 1
            if state.completion == nil { state.receivers.append((state.lastNumber, receive)) }
            return (state.lastNumber, state.completion)
        }
        guard let admitted else { return nil }
        if let end = admitted.end { receive(.completion(end)) }
        return AnyCancellable { [weak self] in
            self?.state.withLock { state in state.receivers.removeAll { $0.number == admitted.number } }
        }
    }

    /// Sends everyone a value or the end, in the order of their subscriptions; nothing follows the end.
    func tell(_ event: Subscribers.Event<Output, Failure>) {
        let receivers = state.withLock { state in
            switch event {
            case .value(let value):
                if state.latest != nil { state.latest = value }
                state.toldCount += 1
            case .completion(let completion): state.completion = state.completion ?? completion
            }
            defer { if state.completion != nil { state.receivers = [] } }
            return state.receivers
        }
        // Outside of the lock: a subscriber may cancel its subscription, or send another value.
        for each in receivers { each.receive(event) }
    }
}
