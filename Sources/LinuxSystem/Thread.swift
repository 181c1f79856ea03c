import CLinux
import Glibc

package enum Thread {
    /// Starts a detached thread that runs `body` with all signals blocked.
    ///
    /// Its name has at most 15 bytes.
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
