import LinuxSystem
import LocationModel
import OwnTracks
import ServiceClient
import SystemdService
import WaymarkInterfaces

/// Gives the service the positions of a phone that come by the broker, by the rules of `waymark-phone`.
final class PhoneFeed {
    /// A name for the one phone that there is.
    private static let name = "phone"

    private let log: Log
    private let socket: String
    private let link: ServiceLink<FeedInterface.Open>
    private var receiver = PhoneReceiver()

    /// The session of the open stream; `nil` while there is none.
    private var session: String?

    /// The connection for positions, kept from one to the next.
    private var connection: ServiceConnection?
    private var complaint: String?

    init(_ phone: RelayConfiguration.Phone, key: PhoneKey, to socket: String, _ poller: Poller, _ log: Log) {
        (self.socket, self.log) = (socket, log)
        link = ServiceLink(FeedInterface.Open(feed: phone.feed), to: socket, poller) { log.warning($0) }
        var paired = PairedPhone(name: Self.name, key: key)
        (paired.isCarried, paired.mayBePlain) = (phone.isCarried, phone.mayBePlain)
        perform(.paired([paired]))
    }

    var deadline: ContinuousClock.Instant? {
        let due = receiver.nextDeadline.map { ContinuousClock.Instant($0) }
        return [link.deadline, due].compactMap(\.self).min()
    }

    func open() { link.open() }

    /// Takes a message of the phone.
    func take(_ payload: [UInt8]) {
        perform(.received(payload, user: Self.name, from: "the broker", isNear: false))
    }

    /// Does what is due.
    func process() {
        while let step = link.next() {
            switch step {
            case .reply(let reply):
                if let session = reply.value.session {
                    self.session = session
                    perform(.connected(true))
                }
                if reply.value.event == .wanted { perform(.wanted(true)) }
                if reply.value.event == .unwanted { perform(.wanted(false)) }
            case .lost:
                (session, connection) = (nil, nil)
                perform(.connected(false))
            case .unopened: break
            }
        }
        perform(.deadlineReached)
    }

    private func perform(_ event: PhoneReceiver.Event) {
        let utc = UTCInstant(nanosecondsSince1970: WallClock.nanosecondsSinceEpoch)
        for effect in receiver.handle(event, at: Moment(instant: MonotonicInstant(.now), utc: utc)) {
            switch effect {
            case .answer: break
            case .send(let fix): call { FeedInterface.SendFix(session: $0, fix: fix) }
            case .tell(let state, let reason):
                call { FeedInterface.SendState(session: $0, state: state, reason: reason) }
            case .warn(let text): log.warning(text)
            }
        }
    }

    private func call(_ make: (_ session: String) -> some MethodParameters) {
        guard let session else { return }
        do throws(ClientError) {
            let connection = if let connection { connection } else { try ServiceConnection(to: socket) }
            self.connection = connection
            _ = try connection.call(make(session))
            complaint = nil
        } catch {
            connection = nil
            if complaint != "\(error)" { log.warning("the service did not take what a phone sent: \(error)") }
            complaint = "\(error)"
        }
    }
}
