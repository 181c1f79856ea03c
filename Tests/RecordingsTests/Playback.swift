import LocationModel
import TestSupport

/// Plays a recording in virtual time, stopping at every deadline on the way.
struct Playback {
    let receiver: any Receiver
    private(set) var now: Moment
    private(set) var played: [(at: Duration, report: ReceiverReport)] = []

    /// The number of reports of each call.
    private(set) var batches: [Int] = []

    static let start = Moment(
        instant: MonotonicInstant.systemEpoch + .seconds(1000),
        utc: UTCInstant(secondsSince1970: 1_800_000_000)
    )

    init(_ receiver: any Receiver) {
        self.receiver = receiver
        now = Self.start
        receiver.start(at: now)
    }

    /// Advances by `duration`, calling the receiver at each of its deadlines.
    mutating func advance(by duration: Duration) {
        let end = now.instant + duration
        var calls = 0
        while let deadline = receiver.nextDeadline, deadline <= end, calls < 100_000 {
            calls += 1
            if deadline > now.instant { now = now.advanced(by: deadline - now.instant) }
            record(receiver.advance(at: now))
        }
        if end > now.instant { now = now.advanced(by: end - now.instant) }
    }

    mutating func callOnce() { record(receiver.advance(at: now)) }

    mutating func restart() {
        receiver.stop()
        receiver.start(at: now)
    }

    var reports: [ReceiverReport] { played.map(\.report) }

    var states: [ReceiverState] {
        reports.compactMap { if case .state(let state) = $0 { state } else { nil } }
    }

    var epochs: [(at: Duration, epoch: Epoch, observedAt: Duration)] {
        played.compactMap { at, report in
            guard case .epoch(let epoch, let observedAt) = report else { return nil }
            return (at, epoch, observedAt - Self.start.instant)
        }
    }

    private mutating func record(_ reports: [ReceiverReport]) {
        batches.append(reports.count)
        played += reports.map { (now.instant - Self.start.instant, $0) }
    }
}

/// Returns sentences of one position at times in seconds after 06:30:00 on a day.
func recording(_ seconds: [Int], hasDate: Bool = true) -> String {
    var text = ""
    for second in seconds {
        let (days, minutes) = (6 * 60 + 30 + second / 60).quotientAndRemainder(dividingBy: 24 * 60)
        let time = padded(minutes / 60) + padded(minutes % 60) + padded(second % 60) + ".00"
        let position = "4759.91000,N,00749.74000,E"
        text += sentence("GPGGA,\(time),\(position),1,09,0.90,262.0,M,47.8,M,,")
        if hasDate {
            text += sentence("GPRMC,\(time),A,\(position),19.438,84.40,\(padded(12 + days))0526,,,A")
        }
    }
    return text
}
