// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LinuxSystem

public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.of(self) }
}

public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    private let audience = Audience<Void, Never>()

    public init() {}

    public func send() { audience.tell(.value(())) }

    public func attach(_ receive: @escaping (Subscribers.Event<Void, Never>) -> Void) -> AnyCancellable {
        audience.admit(receive)
    }

    private struct Entry: @unchecked Sendable {
        weak var object: AnyObject?
        let publisher = ObservableObjectPublisher()
    }

    private static let entries = Guarded([ObjectIdentifier: Entry]())

    /// Returns the publisher of an object that has not made its own.
    fileprivate static func of(_ object: AnyObject) -> ObservableObjectPublisher {
        entries.withLock { entries in
            let key = ObjectIdentifier(object)
            // Another object may have had this address before.
            if let entry = entries[key], entry.object === object { return entry.publisher }
            if entries.count == entries.capacity { entries = entries.filter { $0.value.object != nil } }
            let entry = Entry(object: object)
            entries[key] = entry
            return entry.publisher
        }
    }
}

/// A property whose values are published: `$name` is the publisher, which emits each value before it is set.
@propertyWrapper public struct Published<Value> {
    public final class Publisher: Combine.Publisher {
        public typealias Output = Value
        public typealias Failure = Never

        private let audience: Audience<Value, Never>
        private let present: Guarded<Unchecked<Value>>
        fileprivate let assigned = Guarded([AnyCancellable]())

        fileprivate init(_ value: Value) {
            audience = Audience(latest: value)
            present = Guarded(Unchecked(value))
        }

        fileprivate var value: Value {
            get { present.withLock { $0.value } }
            set {
                audience.tell(.value(newValue))
                present.withLock { $0.value = newValue }
            }
        }

        public func attach(_ receive: @escaping (Subscribers.Event<Value, Never>) -> Void) -> AnyCancellable {
            audience.admitWithLatest(receive)
        }
    }

    private var publisher: Publisher

    public init(wrappedValue: Value) { publisher = Publisher(wrappedValue) }
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    public var wrappedValue: Value {
        get { publisher.value }
        nonmutating set { publisher.value = newValue }
    }

    public var projectedValue: Publisher {
        get { publisher }
        set { publisher = newValue }
    }

    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object,
        wrapped _: ReferenceWritableKeyPath<Object, Value>,
        storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { object[keyPath: storage].publisher.value }
        set {
            if let observable = object as? any ObservableObject {
                (observable.objectWillChange as? ObservableObjectPublisher)?.send()
            }
            object[keyPath: storage].publisher.value = newValue
        }
    }
}

extension Publisher where Failure == Never {
    public func assign(to published: inout Published<Output>.Publisher) {
        let subscription = sink { [weak published] in published?.value = $0 }
        published.assigned.withLock { $0.append(subscription) }
    }
}
