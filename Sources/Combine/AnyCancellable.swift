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
