package import LocationModel
package import NMEA

package enum RecordedItem: Hashable, Sendable {
    case epoch(RecordedEpoch)
    case heading(Heading)
}

/// An epoch of a recording, with all that is known about its time.
package struct RecordedEpoch: Hashable, Sendable {
    /// The epoch; its own time is the receiver's.
    package var epoch: Epoch

    /// The receiver's time of day, which is known even without the date.
    package var timeOfDay: TimeOfDay?

    /// The time stamp of the first line of the epoch.
    package var arrival: ArrivalStamp?

    /// The headings between the previous epoch and the end of this one, in order.
    package var headings: [Heading] = []

    package init(_ epoch: Epoch, timeOfDay: TimeOfDay? = nil, arrival: ArrivalStamp? = nil) {
        self.epoch = epoch
        self.timeOfDay = timeOfDay
        self.arrival = arrival
    }
}

extension Epoch {
    var time: UTCInstant? {
        get {
            switch self {
            case .fix(let fix): fix.time
            case .noFix(let time, _): time
            }
        }
        set {
            switch self {
            case .fix(var fix):
                fix.time = newValue
                self = .fix(fix)
            case .noFix(_, let satellites): self = .noFix(time: newValue, satellites: satellites)
            }
        }
    }
}
