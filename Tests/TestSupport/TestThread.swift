import Glibc
import LinuxSystem

/// A thread for a blocking function, joined at the end of its lifetime.
package final class TestThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    package init(_ body: @escaping @Sendable () -> Void) throws { thread = try Self.start(body) }

    deinit { pthread_join(thread, nil) }

    /// Starts running `body`, and does not wait for its end.
    package static func detach(_ body: @escaping @Sendable () -> Void) throws {
        pthread_detach(try start(body))
    }

    private static func start(_ body: @escaping @Sendable () -> Void) throws -> pthread_t {
        let argument = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            argument.toOpaque()
        )
        guard code == 0 else {
            argument.release()
            throw SystemError("pthread_create", code: code)
        }
        return thread
    }
}
