import Glibc
import LinuxSystem
import LocationModel
import Waymark
import WaymarkInterfaces

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
        try deliver(with: Patience(), to: body)
    }

    fileprivate func deliver(
        with patience: Patience,
        to body: (ServiceConnection.Reply<Parameters.Reply>) throws(Failure) -> Void
    ) throws(Failure) {
        repeat {
            while let reply = try reply(within: .zero) { try body(reply) }
        } while try patience.wait(for: connection.descriptor)
    }
}

extension Service {
    /// Calls `body` with each reply to a streaming call, through restarts of the service.
    ///
    /// It returns when the process receives a signal or the reader of its output is gone.
    func follow<Parameters: MethodParameters>(
        _ parameters: Parameters,
        to body: (ServiceConnection.Reply<Parameters.Reply>) throws(Failure) -> Void
    ) throws(Failure) {
        let patience = try Patience()
        var backOff = Self.reconnecting
        var stream = try stream(parameters)
        while true {
            do throws(Failure) {
                return try stream.deliver(with: patience) { (reply) throws(Failure) in
                    backOff = Self.reconnecting
                    try body(reply)
                }
            } catch {
                guard case .unreachable(let text) = error else { throw error }
                Output.complain("waymarkctl: \(text); waiting for the service")
            }
            while true {
                guard try patience.wait(atMost: backOff.next()) else { return }
                do throws(Failure) {
                    stream = try self.stream(parameters)
                    break
                } catch { guard case .unreachable = error else { throw error } }
            }
        }
    }

    /// A restart of the service takes a fraction of a second, so the first tries come quickly.
    private static var reconnecting: BackOff { BackOff(first: .milliseconds(100)) }
}

/// Waits for a stream, for a signal, or for the end of the output's reader.
private final class Patience {
    private let signals: Signals
    private let poller: Poller
    private let ends: [Poller.Token]

    init() throws(Failure) {
        do throws(SystemError) {
            signals = try Signals([SIGINT, SIGTERM, SIGHUP])
            poller = try Poller()
            let signal = try poller.watch(signals.descriptor.rawValue, for: .readable)
            // A regular file cannot be watched, and its reader does not go away.
            let output = try? poller.watch(STDOUT_FILENO, for: [])
            ends = [signal] + (output.map { [$0] } ?? [])
        } catch { throw Failure(error) }
    }

    /// Waits for a stream.
    ///
    /// Returns `true` when the stream may have a reply, `false` when the process must end.
    func wait(for stream: CInt) throws(Failure) -> Bool {
        do throws(SystemError) {
            let token = try poller.watch(stream, for: .readable)
            defer { poller.unwatch(token) }
            return try wait(until: nil)
        } catch { throw Failure(error) }
    }

    /// Returns `true` after a time, `false` when the process must end earlier.
    func wait(atMost duration: Duration) throws(Failure) -> Bool {
        do throws(SystemError) { return try wait(until: .now + duration) } catch { throw Failure(error) }
    }

    private func wait(until deadline: ContinuousClock.Instant?) throws(SystemError) -> Bool {
        try !poller.wait(until: deadline).contains { ends.contains($0.token) }
    }
}
