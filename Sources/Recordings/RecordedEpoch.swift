package import LocationModel
package import NMEA

/// What a recording holds one after the other.
package enum RecordedItem: Hashable, Sendable {
    /// A position, or none.
    case epoch(RecordedEpoch)

    /// Where the vehicle points.
    case heading(Heading)
}

/// An epoch of a recording, with what is known about when it was recorded.
package struct RecordedEpoch: Hashable, Sendable {
    /// The epoch; its own time is the receiver's.
    package var epoch: Epoch

    /// The receiver's time of day, which it tells also where it does not tell the date.
    package var timeOfDay: TimeOfDay?

    /// When the first line of the epoch arrived, as whoever recorded it wrote down.
    package var arrival: ArrivalStamp?

    /// Where the vehicle pointed by the sentences among which the epoch came to its end, in order.
    package var headings: [Heading] = []

    /// Creates an epoch.
    package init(_ epoch: Epoch, timeOfDay: TimeOfDay? = nil, arrival: ArrivalStamp? = nil) {
        self.epoch = epoch
        self.timeOfDay = timeOfDay
        self.arrival = arrival
    }
}

extension Epoch {
    /// When it was, as far as the receiver told.
    var time: UTCInstant? {
        get {
            switch self {
            case .fix(let fix): fix.time
            case .noFix(let time): time
            }
        }
        set {
            switch self {
            case .fix(var fix):
                fix.time = newValue
                self = .fix(fix)
            case .noFix: self = .noFix(time: newValue)
            }
        }
    }
}
