import Glibc
import LinuxSystem

/// A thread of its own for what blocks, joined when its owner goes away.
///
/// Not a task: on a machine of two cores two blocked tests would hold every thread that tasks run on.
package final class TestThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var thread = pthread_t()

    /// Starts to run `body`.
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
