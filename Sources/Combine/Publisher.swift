// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A source of values over time.
///
/// This module has the part of Apple's Combine that code about the location uses: subjects, `@Published` and
/// `ObservableObject`, and the common operators, which return an ``AnyPublisher``. There is no demand:
/// subscribers get every value. Other parts do not compile. All of it may be used on any thread.
public protocol Publisher<Output, Failure> {
    associatedtype Output

    associatedtype Failure: Error

    /// Calls `receive` on the thread that sends, until the subscription that it returns is cancelled; apps call `sink` instead.
    func attach(_ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable
}

public enum Subscribers {
    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }

    public enum Event<Output, Failure: Error> {
        case value(Output)
        case completion(Completion<Failure>)
    }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Publisher {
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

    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let attaching: (@escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable

    /// Hides the type of a publisher.
    public init(_ publisher: some Publisher<Output, Failure>) { attaching = publisher.attach }

    init(
        _ attaching: @escaping (@escaping (Subscribers.Event<Output, Failure>) -> Void) -> AnyCancellable
    ) {
        self.attaching = attaching
    }

    public func attach(
        _ receive: @escaping (Subscribers.Event<Output, Failure>) -> Void
    ) -> AnyCancellable {
        attaching(receive)
    }
}
