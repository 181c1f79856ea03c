import Glibc
import LinuxSystem
import VarlinkSocket
import WaymarkInterfaces

/// The replies of a streaming method, until somebody has had enough.
final class EventStream<Parameters: MethodParameters> {
    private let client: VarlinkClient
    private let replies: ReplyStream
    private let path: String

    init(client: VarlinkClient, replies: ReplyStream, path: String) {
        self.client = client
        self.replies = replies
        self.path = path
    }

    /// Waits for one reply.
    func next() throws(Failure) -> Service.Answer<Parameters.Reply> {
        while true {
            if let reply = try next(timeout: nil) { return reply }
        }
    }

    /// Hands over each reply as it comes, until the process is asked to end or nobody reads its output any more.
    func deliver(to body: (Service.Answer<Parameters.Reply>) throws(Failure) -> Void) throws(Failure) {
        let patience: Patience
        do throws(SystemError) {
            patience = try Patience(for: client.descriptor)
        } catch { throw Failure(error) }
        repeat {
            while let reply = try next(timeout: .zero) { try body(reply) }
        } while try patience.wait()
    }

    /// What to watch: readable when there may be a reply, after all that there were have been taken.
    var descriptor: CInt { client.descriptor }

    /// Takes the next reply; `nil` if none has come in time.
    func next(timeout: Duration?) throws(Failure) -> Service.Answer<Parameters.Reply>? {
        let json: [UInt8]?
        do throws(ClientFailure) {
            json = try replies.next(timeout: timeout)
        } catch {
            if error == .timedOut { return nil }
            throw Failure(error, at: path)
        }
        guard let json else { throw Failure(.connectionClosed, at: path) }
        return try Service.Answer(json, of: Parameters.method)
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
