import CLinux
import Glibc

/// Threads of the system's own, for what blocks.
package enum Thread {
    /// Starts a thread that runs `body` and ends; it gets no signals.
    ///
    /// - Parameters:
    ///   - name: What the system's tools show, at most 15 bytes.
    ///   - body: What it does.
    /// - Throws: ``SystemError`` when the system has no room for another.
    package static func start(
        named name: String,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let start = unsafe Unmanaged.passRetained(Body(run: body))
        let code = unsafe waymark_start_thread(name, runBody, start.toOpaque())
        guard code == 0 else {
            unsafe start.release()
            throw SystemError("pthread_create", code: code)
        }
    }

    fileprivate final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<Thread.Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
