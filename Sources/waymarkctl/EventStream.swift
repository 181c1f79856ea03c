import Glibc
import LinuxSystem
import Waymark

extension ServiceStream {
    /// Waits for one reply.
    func reply() throws(Failure) -> ServiceConnection.Reply<Parameters.Reply> {
        while true {
            if let reply = try reply(within: nil) { return reply }
        }
    }

    /// Waits for one reply; `nil` if none arrived in time.
    func reply(within timeout: Duration?) throws(Failure) -> ServiceConnection.Reply<Parameters.Reply>? {
        do throws(ServiceError) {
            return try next(timeout: timeout)
        } catch { throw Failure(error) }
    }

    /// Calls `body` with each reply, until the process receives a signal or the reader of its output is gone.
    func deliver(
        to body: (ServiceConnection.Reply<Parameters.Reply>) throws(Failure) -> Void
    ) throws(Failure) {
        let patience: Patience
        do throws(SystemError) {
            patience = try Patience(for: connection.descriptor)
        } catch { throw Failure(error) }
        repeat {
            while let reply = try reply(within: .zero) { try body(reply) }
        } while try patience.wait()
    }
}

/// Waits for a stream, for a signal, or for the end of the output's reader.
private final class Patience {
    private let signals: Signals
    private let poller: Poller
    private let ends: [Poller.Token]

    init(for stream: CInt) throws(SystemError) {
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        poller = try Poller()
        _ = try poller.watch(stream, for: .readable)
        let signal = try poller.watch(signals.descriptor.rawValue, for: .readable)
        // A regular file cannot be watched, and its reader does not go away.
        let output = try? poller.watch(STDOUT_FILENO, for: [])
        ends = [signal] + (output.map { [$0] } ?? [])
    }

    /// Returns `true` when the stream may have a reply, `false` when the process must end.
    func wait() throws(Failure) -> Bool {
        do throws(SystemError) {
            return try !poller.wait(until: nil).contains { ends.contains($0.token) }
        } catch { throw Failure(error) }
    }
}
