import LocationModel
import NMEA

/// Dates the first epochs of a recording of sentences by the first date that lasts.
///
/// Receivers have a wrong date or none for some seconds after a start. Such steps in time would look like
/// another session. The first epochs are therefore held back until a date has lasted.
struct FirstDates {
    /// The time for which a date must last.
    private static let confirmation: Duration = .seconds(10)

    /// The longest step between two epochs of one session.
    private static let longestStep: Duration = .seconds(60)

    private static let capacity = 250

    /// The epochs that wait for a date; empty once it has lasted.
    private var held: [RecordedItem] = []
    private var isConfirmed = false
    private var since: UTCInstant?
    private var last: UTCInstant?

    mutating func record(_ item: RecordedItem, _ emit: (RecordedItem) -> Void) {
        guard !isConfirmed else { return emit(item) }
        held.append(item)
        if case .epoch(let recorded) = item, let time = recorded.epoch.time {
            let goesOn = last.map { recorded.timeOfDay?.instant(nearestTo: $0) == time } ?? false
            if !goesOn { since = time }
            last = time
        }
        let hasStayed = since.flatMap { since in last.map { since.duration(to: $0) >= Self.confirmation } }
        if hasStayed ?? false || held.count >= Self.capacity { finish(emit) }
    }

    mutating func finish(_ emit: (RecordedItem) -> Void) {
        isConfirmed = true
        dateBackwards()
        for item in held { emit(item) }
        held = []
    }

    private mutating func dateBackwards() {
        var next: UTCInstant?
        for index in held.indices.reversed() {
            guard case .epoch(var recorded) = held[index], let timeOfDay = recorded.timeOfDay else {
                continue
            }
            guard let following = next else {
                next = recorded.epoch.time
                continue
            }
            let time = timeOfDay.instant(nearestTo: following)
            guard .zero...Self.longestStep ~= time.duration(to: following) else { return }
            recorded.epoch.time = time
            held[index] = .epoch(recorded)
            next = time
        }
    }
}
