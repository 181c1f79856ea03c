import Glibc
import LinuxSystem
import LocationModel
import Receivers
import TestSupport

/// Runs one receiver in real time, as the daemon's event loop does.
struct Listening {
    let receiver: any Receiver
    private(set) var reports: [ReceiverReport] = []

    /// The number of times the receiver was woken up.
    private(set) var turns = 0

    init(_ receiver: any Receiver) {
        self.receiver = receiver
        receiver.start(at: Self.now)
    }

    static var now: Moment { Moment(instant: .now, utc: UTCInstant(secondsSince1970: 1_778_567_400)) }

    /// Advances the receiver, and runs `meanwhile` on each turn, until the reports so far satisfy `condition`.
    mutating func run(
        for limit: Duration = .seconds(20),
        meanwhile: () throws -> Void = {},
        until condition: ([ReceiverReport]) throws -> Bool
    ) throws {
        let end = MonotonicInstant.now + limit
        while try !condition(reports) {
            let now = MonotonicInstant.now
            guard now < end else { throw Overdue("what was expected; there were \(reports)") }
            try meanwhile()
            // Wakes up from time to time anyway, because `meanwhile` may have more to do.
            let wake = min(now + .milliseconds(20), receiver.nextDeadline ?? end)
            var waiting = pollfd(fd: receiver.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            let isReady = poll(&waiting, 1, wake <= now ? 0 : 20) == 1
            guard isReady || receiver.nextDeadline.map({ $0 <= .now }) ?? false else { continue }
            reports += receiver.advance(at: Self.now)
            turns += 1
        }
    }

    /// Advances the receiver until the reports so far satisfy `condition`, and returns whether they did in time.
    mutating func sees(
        within limit: Duration = .seconds(20),
        _ condition: ([ReceiverReport]) -> Bool
    ) -> Bool {
        (try? run(for: limit, until: condition)) != nil
    }

    mutating func forget() { reports = [] }
}

extension LiveReceiver {
    convenience init(
        gpsdAt host: String,
        port: String,
        device: String? = nil,
        trusted: TrustedUsers = TrustedUsers(and: ["gpsd"])
    ) {
        self.init(
            name: "gpsd",
            source: GPSDSource(host: host, port: port, device: device, trusted: trusted)
        )
    }
}

extension [ReceiverReport] {
    var fixes: [Fix] { compactMap { if case .epoch(.fix(let fix), _) = $0 { fix } else { nil } } }

    /// The times of the fixes, in seconds after 06:30:00.
    var seconds: [Int] { fixes.compactMap { $0.time.map { Int($0.secondsSince1970 - 1_778_567_400) } } }

    var states: [ReceiverState] { compactMap { if case .state(let state) = $0 { state } else { nil } } }

    var problems: [String] {
        states.compactMap { if case .absent(let problem, _) = $0 { problem.description } else { nil } }
    }

    var headings: [Heading] { compactMap { if case .heading(let heading, _) = $0 { heading } else { nil } } }

    var absences: [(problem: ReceiverProblem, retryAt: MonotonicInstant?)] {
        states.compactMap {
            if case .absent(let problem, let retryAt) = $0 { (problem, retryAt) } else { nil }
        }
    }

    /// Whether the receiver is absent and waits for a change at its path rather than for a time.
    var isWaitingForPath: Bool { if case .absent(_, nil) = states.last { true } else { false } }
}
