import Glibc
import LocationModel
import TestSupport

/// Runs one receiver in real time, as the daemon's event loop does.
struct EventLoop {
    let receiver: any Receiver
    private(set) var reports: [ReceiverReport] = []

    /// The number of times the receiver was woken up.
    private(set) var turns = 0

    init(_ receiver: any Receiver) {
        self.receiver = receiver
        receiver.start(at: Self.now)
    }

    static var now: Moment { Moment(instant: .now, utc: UTCInstant(secondsSince1970: 0)) }

    /// Advances until the reports so far satisfy `condition`, and returns whether they did in time.
    mutating func run(
        for limit: Duration = .seconds(20),
        until condition: ([ReceiverReport]) throws -> Bool
    ) rethrows -> Bool {
        let end = MonotonicInstant.now + limit
        while try !condition(reports) {
            let now = MonotonicInstant.now
            guard now < end else { return false }
            let wake = min(end, receiver.nextDeadline ?? end)
            var waiting = pollfd(fd: receiver.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            let milliseconds = max(0, (wake - now).wholeNanoseconds / 1_000_000 + 1)
            poll(&waiting, 1, wake <= now ? 0 : Int32(milliseconds))
            reports += receiver.advance(at: Self.now)
            turns += 1
        }
        return true
    }

    mutating func forget() { reports = [] }
}

extension ReceiverState {
    var isLost: Bool { if case .lost = self { true } else { false } }
}

extension [ReceiverReport] {
    var headings: [Heading] {
        compactMap { if case .heading(let heading, _) = $0 { heading } else { nil } }
    }

    var absences: [(problem: ReceiverProblem, retryAt: MonotonicInstant?)] {
        states.compactMap {
            if case .absent(let problem, let retryAt) = $0 { (problem, retryAt) } else { nil }
        }
    }
}
