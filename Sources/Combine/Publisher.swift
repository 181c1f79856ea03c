/// A source of values over time.
///
/// This module has what code about the location uses of Apple's Combine: subjects, `@Published` and `ObservableObject`, and the
/// common operators, which return an ``AnyPublisher``. There is no demand: subscribers get every value. What it lacks does not
/// compile. All of it may be used on any thread.
public protocol Publisher<Output, Failure> {
    /// The type of the values.
    associatedtype Output

    /// The type of the error that may end them.
    associatedtype Failure: Error

    /// Calls `receive` for each value and the end, until the subscription that it returns is cancelled.
    ///
    /// Call `sink` instead.
    ///
    /// - Parameter receive: The closure to call, on the thread that sends.
    /// - Returns: The subscription.
    func attach(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable
}

/// The names of what subscribers receive.
public enum Subscribers {
    /// The end of a publisher's values.
    public enum Completion<Failure: Error> {
        /// There are no more values.
        case finished

        /// An error ended the values.
        case failure(Failure)
    }

    /// A value or the end.
    public enum Event<Output, Failure: Error> {
        /// A value.
        case value(Output)

        /// The end, after which nothing follows.
        case completion(Completion<Failure>)
    }
}

extension Subscribers.Completion {
    var isFailure: Bool { if case .failure = self { true } else { false } }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Publisher {
    /// Receives the values and the end.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Is called once, at the end.
    ///   - receiveValue: Is called for each value.
    /// - Returns: The subscription, which ends when nothing refers to it any more.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        attach { event in
            switch event {
            case .value(let value): receiveValue(value)
            case .completion(let completion): receiveCompletion(completion)
            }
        }
    }

    /// Returns a publisher that hides the type of this one.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
    /// Receives the values of a publisher that cannot fail.
    ///
    /// - Parameter receiveValue: Is called for each value.
    /// - Returns: The subscription, which ends when nothing refers to it any more.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

/// A publisher of any type.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let attaching: (@escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable

    /// Hides the type of a publisher.
    public init(_ publisher: some Publisher<Output, Failure>) { attaching = publisher.attach }

    init(
        _ attaching: @escaping (@escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable
    ) {
        self.attaching = attaching
    }

    /// Calls `receive` for each value and the end.
    public func attach(
        _ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void
    ) -> AnyCancellable {
        attaching(receive)
    }
}
