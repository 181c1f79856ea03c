package import LinuxSystem
package import LocationModel
package import WaymarkInterfaces

/// A feed that a program brings: the stream that tells whether positions are wanted, and a connection for
/// calls.
package final class FeedLink {
    private let link: ServiceLink<FeedInterface.Open>
    private let warn: (String) -> Void

    /// The session of the open stream; `nil` while there is none.
    private var session: String?

    /// The connection for calls, kept from one call to the next.
    private var calls: ServiceConnection?

    /// The reason why the stream ended or could not be opened; it is opened again.
    package private(set) var failure: ClientError?

    /// The reason why the service refused the last call, which is logged once.
    private var complaint: String?

    /// Creates a link that is not open yet; the parameters are those of ``ServiceLink``.
    package init(
        _ feed: String,
        to path: String,
        _ poller: Poller,
        warn: @escaping (String) -> Void = { _ in }
    ) {
        self.warn = warn
        link = ServiceLink(FeedInterface.Open(feed: feed), to: path, poller, warn: warn)
    }

    /// The time of the next attempt to open the stream; `nil` while none is due.
    package var deadline: ContinuousClock.Instant? { link.deadline }

    package func open() { link.open() }

    /// Opens the stream now; it is tried again after a failure.
    package func connect() throws(ClientError) { try link.connect() }

    /// Returns the demand if it has changed; `nil` once nothing more has.
    package func next() -> FeedDemand? {
        while let step = link.next() {
            switch step {
            case .reply(let reply):
                switch reply.value.event {
                // The demand comes next.
                case .opened: session = reply.value.session
                case .wanted:
                    let seconds = reply.value.intervalSeconds.map { min(max($0, 0), 86_400) }
                    return .wanted(interval: seconds.map { .seconds($0) })
                case .unwanted: return .unwanted
                case .keepAlive: break
                }
            case .lost(let error), .unopened(let error):
                (session, calls, failure) = (nil, nil, error)
                return .away
            }
        }
        return nil
    }

    /// Makes a call in the session of the open stream, and warns if the service refuses it.
    package func send(_ parameters: (_ session: String) -> some MethodParameters) {
        guard let session else { return }
        do throws(ClientError) {
            let connection = if let calls { calls } else { try ServiceConnection(to: link.path) }
            calls = connection
            _ = try connection.call(parameters(session))
            complaint = nil
        } catch {
            calls = nil
            if complaint != "\(error)" { warn("the service did not take what was sent: \(error)") }
            complaint = "\(error)"
        }
    }

    /// Reports the state of a device without a position; a reason that is too long is cut.
    package func tell(_ state: FeedInterface.SendState.State, _ reason: String? = nil) {
        // The service accepts 200 bytes; a character that is cut becomes one of three.
        let short = reason.map { String(decoding: $0.utf8.prefix(197), as: UTF8.self) }
        send { FeedInterface.SendState(session: $0, state: state, reason: short) }
    }
}
