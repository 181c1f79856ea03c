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
    private let link: FeedLink
    private var receiver = PhoneReceiver()

    init(_ phone: RelayConfiguration.Phone, key: PhoneKey, to socket: String, _ poller: Poller, _ log: Log) {
        self.log = log
        link = FeedLink(phone.feed, to: socket, poller) { log.warning($0) }
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
            case .opened: perform(.connected(true))
            case .wanted: perform(.wanted(true))
            case .unwanted: perform(.wanted(false))
            case .lost: perform(.connected(false))
            case .unopened: break
            }
        }
        perform(.deadlineReached)
    }

    private func perform(_ event: PhoneReceiver.Event) {
        for effect in receiver.handle(event, at: RelayService.now) {
            switch effect {
            case .answer: break
            case .send(let fix): link.send { FeedInterface.SendFix(session: $0, fix: fix) }
            case .tell(let state, let reason): link.tell(state, reason)
            case .warn(let text): log.warning(text)
            }
        }
    }
}
