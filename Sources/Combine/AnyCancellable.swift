import LinuxSystem

/// A subscription that can be cancelled.
public protocol Cancellable {
    /// Ends the subscription.
    func cancel()
}

/// A subscription, which ends when nothing refers to it any more.
public final class AnyCancellable: Cancellable, Hashable {
    private let canceller: Guarded<Unchecked<(() -> Void)?>>

    /// Creates a subscription.
    ///
    /// - Parameter cancel: Is called once, when the subscription ends.
    public init(_ cancel: @escaping () -> Void) { canceller = Guarded(Unchecked(cancel)) }

    /// Holds another subscription.
    public convenience init(_ subscription: some Cancellable) { self.init { subscription.cancel() } }

    deinit { cancel() }

    /// Ends the subscription.
    public func cancel() {
        // Outside of the lock, because it may come back here.
        canceller.withLock { cancel in
            defer { cancel.value = nil }
            return cancel
        }.value?()
    }

    /// Keeps the subscription in a set.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    /// Keeps the subscription in a collection.
    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
        collection.append(self)
    }

    /// Compares identities.
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A subscription that may end while it begins.
final class Subscription: Sendable {
    private let state = Guarded(Unchecked((isLive: true, held: AnyCancellable?.none)))

    var isLive: Bool { state.withLock { $0.value.isLive } }

    /// Keeps the subscription below, unless this one has ended.
    func hold(_ subscription: AnyCancellable) {
        let isOver = state.withLock { state in
            if state.value.isLive { state.value.held = subscription }
            return !state.value.isLive
        }
        if isOver { subscription.cancel() }
    }

    /// Returns whether it had not ended yet.
    @discardableResult
    func end() -> Bool {
        let before = state.withLock { state in
            defer { state.value = (false, nil) }
            return state
        }
        before.value.held?.cancel()
        return before.value.isLive
    }
}
