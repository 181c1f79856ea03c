import LinuxSystem

/// A publisher whose values come from outside.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to all subscribers.
    func send(_ value: Output)

    /// Ends the values.
    func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
    /// Sends the one value there is.
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

/// A subject that tells the values sent after a subscription began.
public final class PassthroughSubject<Output, Failure: Error>: Subject, Sendable {
    private let audience = Audience<Output, Failure>()

    /// Creates a subject.
    public init() {}

    /// Sends a value to all subscribers.
    public func send(_ value: Output) { audience.tell(value) }

    /// Ends the values.
    public func send(completion: Subscribers.Completion<Failure>) { audience.end(completion) }

    /// Calls `receive` for each value and the end.
    public func attach(
        _ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void
    ) -> AnyCancellable {
        audience.admit(receive)
    }
}

/// A subject that also tells its latest value when a subscription begins.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, Sendable {
    private let audience: Audience<Output, Failure>
    private let latest: Guarded<Unchecked<Output>>

    /// Creates a subject with its first value.
    public init(_ value: Output) {
        audience = Audience(latest: value)
        latest = Guarded(Unchecked(value))
    }

    /// The latest value; to set it sends it.
    public var value: Output {
        get { latest.withLock { $0 }.value }
        set { send(newValue) }
    }

    /// Sends a value to all subscribers.
    public func send(_ value: Output) {
        latest.withLock { [new = Unchecked(value)] in $0 = new }
        audience.tell(value)
    }

    /// Ends the values.
    public func send(completion: Subscribers.Completion<Failure>) { audience.end(completion) }

    /// Calls `receive` for the latest value, each further one and the end.
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

        /// The value told last, where one is there from the beginning.
        var latest: Output?
        var toldCount: UInt64 = 0
    }

    private let state: Guarded<State>

    /// Creates an audience, whose later subscribers are told the latest value if there is one.
    init(latest: Output? = nil) { state = Guarded(State(latest: latest)) }

    /// Adds a subscriber, which is told the latest value first.
    func admitWithLatest(_ receive: @escaping Receiver) -> AnyCancellable {
        while true {
            let (latest, count) = state.withLock { state in
                Unchecked((state.completion == nil ? state.latest : nil, state.toldCount))
            }.value
            if let latest { receive(.value(latest)) }
            // A value that is told meanwhile must not be missed: no other may follow, and who awaits it would wait for ever.
            if let subscription = admit(receive, ifTold: count) { return subscription }
        }
    }

    /// Adds a subscriber, which is told the end at once if that has come.
    func admit(_ receive: @escaping Receiver) -> AnyCancellable {
        admit(receive, ifTold: nil) ?? AnyCancellable {}
    }

    /// Adds a subscriber, unless another number of values has been told.
    private func admit(_ receive: @escaping Receiver, ifTold count: UInt64?) -> AnyCancellable? {
        let admitted = state.withLock { state in
            guard count == nil || count == state.toldCount else {
                return Unchecked((number: UInt64, completion: Subscribers.Completion<Failure>?)?.none)
            }
            state.lastNumber += 1
            if state.completion == nil { state.receivers.append((state.lastNumber, receive)) }
            return Unchecked((number: state.lastNumber, completion: state.completion))
        }.value
        guard let admitted else { return nil }
        if let completion = admitted.completion { receive(.completion(completion)) }
        return AnyCancellable { [weak self, number = admitted.number] in
            self?.state.withLock { state in state.receivers.removeAll { $0.number == number } }
        }
    }

    /// Tells a value to everyone, in the order of their subscriptions.
    func tell(_ value: Output) {
        // Outside of the lock: a subscriber may cancel its subscription, or send another value.
        let receivers = state.withLock { [new = Unchecked(value)] state in
            if state.latest != nil { state.latest = new.value }
            state.toldCount += 1
            return Unchecked(state.receivers)
        }.value
        for each in receivers { each.receive(.value(value)) }
    }

    /// Tells the end to everyone, once.
    func end(_ completion: Subscribers.Completion<Failure>) {
        let receivers = state.withLock { state in
            guard state.completion == nil else { return Unchecked([(number: UInt64, receive: Receiver)]()) }
            state.completion = completion
            defer { state.receivers = [] }
            return Unchecked(state.receivers)
        }.value
        for each in receivers { each.receive(.completion(completion)) }
    }
}
