package import LinuxSystem
import LocationModel
import ServiceClient
import WaymarkInterfaces

/// Sends the positions of the followed phone to the service.
package final class PhoneLink {
    private let link: FeedLink
    private let warn: (String) -> Void
    private var receiver = PhoneReceiver()

    /// Creates a link that is not open yet; the parameters are those of ``FeedLink``.
    package init(_ feed: String, to path: String, _ poller: Poller, warn: @escaping (String) -> Void) {
        self.warn = warn
        link = FeedLink(feed, to: path, poller, warn: warn)
    }

    /// The time at which ``process()`` has something to do; `nil` while there is none.
    package var deadline: ContinuousClock.Instant? {
        let due = receiver.nextDeadline.map { ContinuousClock.Instant($0) }
        return [link.deadline, due].compactMap(\.self).min()
    }

    package func open() { link.open() }

    package func process() {
        while let demand = link.next() { handle(.service(demand)) }
        handle(.deadlineReached)
    }

    /// Handles an event; `answer` gets the status of a request.
    package func handle(_ event: PhoneReceiver.Event, _ answer: (Int) -> Void = { _ in }) {
        for effect in receiver.handle(event, at: .now) {
            switch effect {
            case .answer(let status): answer(status)
            case .send(let fix): link.send { FeedInterface.SendFix(session: $0, fix: fix) }
            case .tell(let state, let reason): link.tell(state, reason)
            case .warn(let text): warn(text)
            }
        }
    }
}
