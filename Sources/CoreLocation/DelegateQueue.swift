import Dispatch

/// Where a manager calls its delegate: where the manager was created, as its documentation promises.
final class DelegateQueue: Sendable {
    /// A run loop, which other threads may only give work to, and the thread that runs it.
    private struct Loop: @unchecked Sendable {
        let loop: RunLoop
        let thread: Thread
    }

    private let loop: Loop?
    private let calls = DelegateCalls()

    /// Remembers the present thread, if it is another than the main one and runs its loop.
    init() {
        let isMain = Thread.isMainThread || RunLoop.current.currentMode == nil
        loop = isMain ? nil : Loop(loop: .current, thread: .current)
    }

    /// Calls `body` there, and does not wait for it.
    func call(_ body: @escaping @Sendable () -> Void) {
        guard let loop else { return DispatchQueue.main.async(execute: body) }
        loop.loop.perform(body)
    }

    /// Calls `body` there, and returns whether it was called, when it has returned or is not called any more.
    ///
    /// A loop that does not run keeps what it was given. So `body` is given up when the task is cancelled, when the thread of
    /// the loop has ended, and with ``end()``.
    func callAndWait(_ body: @escaping @Sendable () -> Void) async -> Bool {
        let call = DelegateCall(body)
        guard calls.add(call) else { return false }
        defer { calls.remove(call) }
        self.call { call.make() }
        let watch = loop.map { loop in
            Task {
                // The thread tells nobody that it ends.
                while !loop.thread.isFinished { try await Task.sleep(for: .seconds(1)) }
                call.giveUp()
            }
        }
        defer { watch?.cancel() }
        return await call.wait()
    }

    /// Gives up what is waited for, now and later, because the manager is gone.
    func end() { calls.giveUp() }
}
