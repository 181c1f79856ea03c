import LocationModel
import WaymarkEngine

/// The effects of a turn, and those of earlier turns that could not be made durable yet.
///
/// Nothing that a change reveals leaves before the change is durable. While the store is full, events wait here;
/// calls are refused, since their callers wait for an answer. What reveals nothing to anybody does not wait.
struct Outbox {
    /// How often a store that failed is tried again.
    static let retryInterval: Duration = .seconds(5)

    private(set) var changes: [StateChange] = []
    private(set) var effects: [Effect] = []

    /// When the store is tried again.
    private(set) var retryAt: MonotonicInstant?

    mutating func add(_ new: [Effect]) {
        for effect in new {
            if case .commit(let change) = effect { changes.append(change) } else { effects.append(effect) }
        }
    }

    /// Whether there is something to do now.
    func isReady(at now: MonotonicInstant) -> Bool {
        !(effects.isEmpty && changes.isEmpty) && (retryAt.map { $0 <= now } ?? true || hasCalls)
    }

    /// Takes out the effects that reveal nothing, which need not wait.
    mutating func removeSilent() -> [Effect] {
        let silent = effects.filter(\.revealsNothing)
        if !silent.isEmpty { effects.removeAll(where: \.revealsNothing) }
        return silent
    }

    /// Takes out everything, since it is durable.
    mutating func removeAllEffects() -> [Effect] {
        defer { self = Outbox() }
        return effects
    }

    /// Keeps everything but the answers to calls, which are returned, until the store works.
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
    /// Whether nobody can tell from it what was decided about anybody.
    fileprivate var revealsNothing: Bool { self == .startReceivers || self == .stopReceivers }
}
