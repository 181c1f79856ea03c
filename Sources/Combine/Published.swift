import LinuxSystem

/// An object that tells before it changes.
public protocol ObservableObject: AnyObject {
    /// The type of the publisher.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Tells that the object is about to change.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Tells that a property with ``Published`` is about to change.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.of(self) }
}

/// The publisher of an ``ObservableObject``.
public final class ObservableObjectPublisher: Publisher {
    /// It only tells that something changes.
    public typealias Output = Void

    /// It never fails.
    public typealias Failure = Never

    private let audience = Audience<Void, Never>()

    /// Creates a publisher.
    public init() {}

    /// Tells that the object is about to change.
    public func send() { audience.tell(()) }

    /// Calls `receive` before each change.
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
        let object = Unchecked(object)
        return entries.withLock { entries in
            let key = ObjectIdentifier(object.value)
            // Another object may have had this address before.
            if let entry = entries[key], entry.object === object.value { return Unchecked(entry.publisher) }
            if entries.count == entries.capacity { entries = entries.filter { $0.value.object != nil } }
            let entry = Entry(object: object.value)
            entries[key] = entry
            return Unchecked(entry.publisher)
        }.value
    }
}

/// A property whose values are published: `$name` is the publisher, which tells each value before it is set.
@propertyWrapper public struct Published<Value> {
    /// The values: the present one, then each new one.
    public final class Publisher: Combine.Publisher {
        /// The values of the property.
        public typealias Output = Value

        /// It never fails.
        public typealias Failure = Never

        private let audience: Audience<Value, Never>
        private let present: Guarded<Unchecked<Value>>
        fileprivate let assigned = Guarded(Unchecked([AnyCancellable]()))

        fileprivate init(_ value: Value) {
            audience = Audience(latest: value)
            present = Guarded(Unchecked(value))
        }

        fileprivate var value: Value {
            get { present.withLock { $0 }.value }
            set {
                audience.tell(newValue)
                present.withLock { [new = Unchecked(newValue)] in $0 = new }
            }
        }

        /// Calls `receive` with the present value and each new one.
        public func attach(_ receive: @escaping (Subscribers.Event<Value, Never>) -> Void) -> AnyCancellable {
            audience.admitWithLatest(receive)
        }
    }

    private var publisher: Publisher

    /// Creates a property.
    public init(wrappedValue: Value) { publisher = Publisher(wrappedValue) }

    /// Creates a property.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// The value, where the property is not of a class.
    public var wrappedValue: Value {
        get { publisher.value }
        nonmutating set { publisher.value = newValue }
    }

    /// The publisher.
    public var projectedValue: Publisher {
        get { publisher }
        set { publisher = newValue }
    }

    /// The value of the property of an object, which tells before it changes.
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
    /// Sets a property to each value, as long as the property is there.
    public func assign(to published: inout Published<Output>.Publisher) {
        let subscription = Unchecked(sink { [weak published] in published?.value = $0 })
        published.assigned.withLock { $0.value.append(subscription.value) }
    }
}
