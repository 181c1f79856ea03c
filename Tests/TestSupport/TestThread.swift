import Glibc
import LinuxSystem

/// A thread for a blocking function, joined at the end of its lifetime.
///
/// It is not a task, because on a machine with two cores two blocked tests would occupy all threads of tasks.
package final class TestThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var thread = pthread_t()

    /// Starts running `body`.
    package init(_ body: @escaping @Sendable () -> Void) throws {
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            argument
        )
        guard code == 0 else { throw SystemError("pthread_create", code: code) }
    }

    deinit { pthread_join(thread, nil) }
}
