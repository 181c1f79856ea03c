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
    private let audience = Audience<Output, Failure>()
    private let latest: Guarded<Unchecked<Output>>

    /// Creates a subject with its first value.
    public init(_ value: Output) { latest = Guarded(Unchecked(value)) }

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
        if !audience.hasEnded { receive(.value(value)) }
        return audience.admit(receive)
    }
}

final class Audience<Output, Failure: Error>: @unchecked Sendable {
    typealias Receiver = (Subscribers.Event<Output, Failure>) -> Void

    private struct State: @unchecked Sendable {
        var receivers: [(number: UInt64, receive: Receiver)] = []
        var lastNumber: UInt64 = 0
        var completion: Subscribers.Completion<Failure>?
    }

    private let state = Guarded(State())

    var hasEnded: Bool { state.withLock { $0.completion != nil } }

    /// Adds a subscriber, which is told the end at once if that has come.
    func admit(_ receive: @escaping Receiver) -> AnyCancellable {
        let admitted = state.withLock { state in
            state.lastNumber += 1
            if state.completion == nil { state.receivers.append((state.lastNumber, receive)) }
            return Unchecked((number: state.lastNumber, completion: state.completion))
        }.value
        if let completion = admitted.completion { receive(.completion(completion)) }
        return AnyCancellable { [weak self, number = admitted.number] in
            self?.state.withLock { state in state.receivers.removeAll { $0.number == number } }
        }
    }

    /// Tells a value to everyone, in the order of their subscriptions.
    func tell(_ value: Output) {
        // Outside of the lock: a subscriber may cancel its subscription, or send another value.
        for each in state.withLock({ Unchecked($0.receivers) }).value { each.receive(.value(value)) }
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
