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

    /// Waits for one reply; `nil` if none has come in time.
    func reply(within timeout: Duration?) throws(Failure) -> ServiceConnection.Reply<Parameters.Reply>? {
        do throws(ServiceError) {
            return try next(timeout: timeout)
        } catch { throw Failure(error) }
    }

    /// Hands over each reply as it comes, until the process is asked to end or nobody reads its output any more.
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

/// The waiting for a stream, which ends early when the process is to end.
private final class Patience {
    private let signals: Signals
    private let poller: Poller
    private let ends: [Poller.Token]

    init(for stream: CInt) throws(SystemError) {
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        poller = try Poller()
        _ = try poller.watch(stream, for: .readable)
        let signal = try poller.watch(signals.descriptor.rawValue, for: .readable)
        // A file cannot be watched, and never goes away either.
        let output = try? poller.watch(STDOUT_FILENO, for: [])
        ends = [signal] + (output.map { [$0] } ?? [])
    }

    /// Returns whether the stream may have something; `false` when it is time to end.
    func wait() throws(Failure) -> Bool {
        do throws(SystemError) {
            return try !poller.wait(until: nil).contains { ends.contains($0.token) }
        } catch { throw Failure(error) }
    }
}
