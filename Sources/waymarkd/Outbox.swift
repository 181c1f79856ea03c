import LocationModel
import WaymarkEngine

/// The effects of a turn and those of earlier turns that are not yet durable.
///
/// No effect that reveals a change leaves before the change is durable, except for changes that nobody was promised:
/// whoever waits for a location does not wait for the disk. While the store is full, all such effects wait here. Calls
/// are refused instead, because their callers wait for an answer. Effects that reveal nothing do not wait.
struct Outbox {
    /// The interval between retries after the store failed.
    static let retryInterval: Duration = .seconds(5)

    private(set) var changes: [StateChange] = []
    private(set) var effects: [Effect] = []

    /// The time of the next retry of the store.
    private(set) var retryAt: MonotonicInstant?

    mutating func add(_ new: [Effect]) {
        for effect in new {
            if case .commit(let change) = effect { changes.append(change) } else { effects.append(effect) }
        }
    }

    /// Whether effects can be carried out now.
    func isReady(at now: MonotonicInstant) -> Bool {
        !(effects.isEmpty && changes.isEmpty) && (retryAt.map { $0 <= now } ?? true || hasCalls)
    }

    /// Removes and returns the effects that reveal nothing and need not wait.
    mutating func removeSilent() -> [Effect] {
        let silent = effects.filter(\.revealsNothing)
        if !silent.isEmpty { effects.removeAll(where: \.revealsNothing) }
        return silent
    }

    /// Removes and returns all effects if none needs to wait for the store.
    ///
    /// Answers to calls wait, and while the store does not work everything does.
    mutating func removeHurried() -> [Effect] {
        guard retryAt == nil, !hasCalls, changes.allSatisfy(\.mayFollowItsEvents) else { return [] }
        defer { effects = [] }
        return effects
    }

    /// Removes and returns all effects, once they are durable.
    mutating func removeAllEffects() -> [Effect] {
        defer { self = Outbox() }
        return effects
    }

    /// Holds all effects until the store works, except the answers to calls, which it removes and returns.
    mutating func hold(at now: MonotonicInstant) -> [CallIdentifier] {
        var calls: [CallIdentifier] = []
        effects.removeAll { effect in
            switch effect {
            case .reply(let call, _), .refuse(let call, _):
                calls.append(call)
                return true
            default: return false
            }
        }
        retryAt = now + Self.retryInterval
        return calls
    }

    private var hasCalls: Bool {
        effects.contains { effect in
            switch effect {
            case .reply, .refuse: true
            default: false
            }
        }
    }
}

extension Effect {
    /// Whether the effect reveals no decision about anybody.
    fileprivate var revealsNothing: Bool {
        switch self {
        case .startReceivers, .stopReceivers: true
        default: false
        }
    }
}
