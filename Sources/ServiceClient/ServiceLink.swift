package import LinuxSystem
import LocationModel
package import WaymarkInterfaces

/// A stream of the service in a program's own loop, which is opened again whenever it ends, as long as it is wanted.
///
/// While the service is away, its socket is watched.
package final class ServiceLink<Method: MethodParameters> {
    package enum Step {
        case reply(ServiceConnection.Reply<Method.Reply>)

        /// The open stream ended; it is opened again.
        case lost(ClientError)

        /// The stream could not be opened; it is tried again.
        case unopened(ClientError)
    }

    package let path: String

    private let poller: Poller
    private let warn: (String) -> Void
    private let method: () throws(ClientError) -> Method

    private var stream: (stream: ServiceStream<Method>, token: Poller.Token)?
    private var watch: (watch: PathWatch, token: Poller.Token?)?
    private var reconnection = Reconnection()
    private var complaint: String?

    /// Creates a link that is not open yet.
    ///
    /// `method` is evaluated at each attempt. The poller wakes the loop when ``next()`` has something to do.
    /// `warn` gets a warning for the log; the same reason is reported once.
    package init(
        _ method: @autoclosure @escaping () throws(ClientError) -> Method,
        to path: String,
        _ poller: Poller,
        warn: @escaping (String) -> Void = { _ in }
    ) {
        self.method = method
        self.path = path
        self.poller = poller
        self.warn = warn
    }

    deinit { close() }

    /// The time of the next attempt to open the stream; `nil` while none is due.
    package var deadline: ContinuousClock.Instant? { reconnection.attemptAt }

    /// Returns whether ``next()`` may have something to do.
    package func isDue(_ ready: Set<Poller.Token>, at now: ContinuousClock.Instant) -> Bool {
        let isReady = [stream?.token, watch?.token].contains { $0.map(ready.contains) ?? false }
        return isReady || deadline.map { $0 <= now } ?? false
    }

    /// Makes ``next()`` open the stream, unless it is open or waited for.
    package func open() { reconnection.begin(at: .now) }

    /// Opens the stream now; after a failure it is tried again unless the link is closed.
    package func connect() throws(ClientError) {
        endStream()
        do throws(ClientError) {
            let opened = try ServiceConnection(to: path).stream(method())
            do throws(SystemError) {
                stream = (opened, try poller.watch(opened.connection.descriptor, for: .readable))
            } catch { throw .outOfResources("\(path): \(error)") }
        } catch {
            reopen(after: "\(error)")
            throw error
        }
        endWatch()
        reconnection.opened()
    }

    /// Ends the stream, and opens it no more.
    package func close() {
        endStream()
        endWatch()
        reconnection.end()
    }

    /// Ends the stream, and opens it again at once.
    package func reopen() {
        close()
        open()
    }

    /// Returns what has happened next; `nil` if nothing more has.
    package func next() -> Step? {
        if stream == nil {
            if watch?.watch.readEvents() == true { reconnection.socketAppeared(at: .now) }
            guard let attemptAt = reconnection.attemptAt, attemptAt <= .now else { return nil }
            do throws(ClientError) { try connect() } catch { return .unopened(error) }
        }
        do throws(ClientError) {
            guard let reply = try stream?.stream.next(timeout: .zero) else { return nil }
            reconnection.answered()
            complaint = nil
            return .reply(reply)
        } catch {
            reopen(after: "\(error)")
            return .lost(error)
        }
    }

    /// Makes a call on a connection of its own, because one with a stream can carry none.
    package func call<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ClientError) -> Parameters.Reply {
        try ServiceConnection(to: path).call(parameters).value
    }

    /// Ends the stream, and opens it again after a pause.
    ///
    /// - Parameter problem: The reason for the log: an error, or a disagreement of this program and the
    ///   service.
    package func reopen(after problem: String) {
        if complaint != problem { warn("\(problem); tries again") }
        complaint = problem
        endStream()
        if watch == nil, let new = try? PathWatch(Environment.absolute(path)) {
            watch = (new, try? poller.watch(new.descriptor.rawValue, for: .readable))
        }
        let isWatched = watch.map { $0.watch.isComplete && $0.token != nil } ?? false
        reconnection.failed(at: .now, isWatched: isWatched)
    }

    private func endStream() {
        if let token = stream?.token { poller.unwatch(token) }
        stream = nil
    }

    private func endWatch() {
        if let token = watch?.token { poller.unwatch(token) }
        watch = nil
    }
}
