import LinuxSystem

/// A call of a delegate that somebody waits for: it is made once, or given up.
///
/// It is given up where nothing may ever make it: with the manager, with the thread that would, and with the task that waits.
final class DelegateCall: Sendable {
    private struct State {
        /// What is called; `nil` once it is, or is given up.
        var body: (@Sendable () -> Void)?
        var waiter: CheckedContinuation<Bool, Never>?

        /// Whether the call was made; `nil` until it was, or is given up.
        var isMade: Bool?
    }

    private let state: Guarded<State>

    init(_ body: @escaping @Sendable () -> Void) { state = Guarded(State(body: body)) }

    /// Returns whether the call was made, once it was, or is given up, as it is when the task is cancelled.
    func wait() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: CheckedContinuation<Bool, Never>) in
                let isMade = state.withLock { state in
                    if state.isMade == nil { state.waiter = waiter }
                    return state.isMade
                }
                if let isMade { waiter.resume(returning: isMade) }
            }
        } onCancel: {
            giveUp()
        }
    }

    /// Makes the call, unless it is given up.
    func make() {
        guard let body = state.withLock({ $0.body.take() }) else { return }
        body()
        end(isMade: true)
    }

    /// Gives the call up, unless it is being made.
    func giveUp() {
        guard state.withLock({ $0.body.take() }) != nil else { return }
        end(isMade: false)
    }

    private func end(isMade: Bool) {
        let waiter = state.withLock { state in
            state.isMade = isMade
            return state.waiter.take()
        }
        waiter?.resume(returning: isMade)
    }
}

/// The calls that are waited for, until all are given up.
final class DelegateCalls: Sendable {
    /// `nil` once no call is made any more.
    private let calls = Guarded<[ObjectIdentifier: DelegateCall]?>([:])

    /// Adds a call, and returns whether it can still be made.
    func add(_ call: DelegateCall) -> Bool {
        calls.withLock { calls in
            calls?[ObjectIdentifier(call)] = call
            return calls != nil
        }
    }

    func remove(_ call: DelegateCall) {
        calls.withLock { calls in _ = calls?.removeValue(forKey: ObjectIdentifier(call)) }
    }

    func giveUp() {
        let left = calls.withLock { $0.take() } ?? [:]
        for call in left.values { call.giveUp() }
    }
}
