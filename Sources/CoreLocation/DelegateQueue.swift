import Dispatch

/// Where a manager calls its delegate: where the manager was created, as its documentation promises.
struct DelegateQueue: Sendable {
    /// A run loop, which other threads may only give work to.
    private struct Loop: @unchecked Sendable {
        let loop: RunLoop
    }

    private let loop: Loop?

    /// Remembers the present thread, if it is another than the main one and runs its loop.
    init() {
        let isMain = Thread.isMainThread || RunLoop.current.currentMode == nil
        loop = isMain ? nil : Loop(loop: .current)
    }

    /// Calls `body` there, and does not wait for it.
    func call(_ body: @escaping @Sendable () -> Void) {
        guard let loop else { return DispatchQueue.main.async(execute: body) }
        loop.loop.perform(body)
    }

    /// Calls `body` there, and returns when it has returned.
    func callAndWait(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            call {
                body()
                continuation.resume()
            }
        }
    }
}
