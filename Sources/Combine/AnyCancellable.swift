// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import LinuxSystem

public protocol Cancellable {
    func cancel()
}

public final class AnyCancellable: Cancellable, Hashable {
    private let canceller = Guarded<(() -> Void)?>(nil)

    public init(_ cancel: @escaping () -> Void) { canceller.withLock { $0 = cancel } }
    public convenience init(_ subscription: some Cancellable) { self.init { subscription.cancel() } }

    deinit { cancel() }

    public func cancel() {
        // Outside of the lock, because it may come back here.
        canceller.withLock { $0.take() }?()
    }

    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
        collection.append(self)
    }

    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A subscription that may end while it begins.
final class Subscription: Sendable {
    private let state = Guarded((isLive: true, held: AnyCancellable?.none))

    var isLive: Bool { state.withLock { $0.isLive } }

    /// Keeps the subscription below, unless this one has ended.
    func hold(_ subscription: AnyCancellable) {
        let isKept = state.withLock { state in
            if state.isLive { state.held = subscription }
            return state.isLive
        }
        if !isKept { subscription.cancel() }
    }

    /// Returns whether it had not ended yet.
    @discardableResult
    func end() -> Bool {
        let before = state.withLock { state in
            defer { state = (false, nil) }
            return state
        }
        before.held?.cancel()
        return before.isLive
    }
}
