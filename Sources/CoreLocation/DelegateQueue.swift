import Dispatch
import LinuxSystem
import Waymark

import class Foundation.Thread

/// The place where a manager calls its delegate: the main queue, or the run loop of the thread that created
/// it.
final class DelegateQueue: Sendable {
    /// A run loop, which other threads may only give work to, and the thread that runs it.
    private struct Loop: @unchecked Sendable {
        let loop: RunLoop
        let thread: Thread
    }

    private let loop: Loop?
    private let isOver = Guarded(false)

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

    /// Calls `body` there, and returns its result; `false` if it is not called any more.
    ///
    /// A loop that does not run keeps its work. So `body` is given up when the task is cancelled, when the
    /// thread of the loop has ended, and with ``end()``.
    func callAndWait(_ body: @escaping @Sendable () -> Bool) async -> Bool {
        let isOpen = Guarded(true)
        @Sendable func take() -> Bool {
            isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
        }
        var watch: Task<Void, any Error>?
        defer { watch?.cancel() }
        let answer = try? await completion { done in
            call { if take() { done(body()) } }
            watch = Task {
                // Neither the manager nor the thread reports that it is gone.
                while !isGone { try await Task.sleep(for: .seconds(1)) }
                if take() { done(false) }
            }
        }
        if answer == nil { _ = take() }
        return answer ?? false
    }

    private var isGone: Bool { isOver.withLock { $0 } || loop?.thread.isFinished ?? false }

    /// Gives up all waiting calls, now and later, because the manager is gone.
    func end() { isOver.withLock { $0 = true } }
}
