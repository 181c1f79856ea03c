import LocationModel

/// A change of the machine's time.
package enum TimeChange: Hashable, Codable, Sendable {
    /// The wall clock was set.
    case clock

    /// The time zone was changed, or its rules were.
    case zone
}

// Timelines show times. When the clock or the time zone is set, the widgets in view are reloaded at once, a bounded
// number in each turn, and every other one when it comes into view.
extension Engine {
    /// The least amount that the clock must be set by.
    private static let leastStep: Duration = .seconds(60)

    /// The most widgets that one turn tells.
    private static let widgetsPerTurn = 256

    mutating func handle(_ change: TimeChange) {
        switch change {
        case .clock:
            // The difference of both clocks changes only when one is set.
            let step = now.clockDifference - clockDifference
            clockDifference = now.clockDifference
            guard step >= Self.leastStep || step <= .zero - Self.leastStep else { return }
            record(.clockSet(by: step))
        case .zone: record(.zoneChanged)
        }
        timeChanges += 1
        untoldOfTime = widgets.inView.sorted(by: >)
        tellTime()
    }

    /// Reloads the next few widgets in view that show times from before a change.
    mutating func tellTime() {
        for _ in 0..<Self.widgetsPerTurn {
            guard let widget = untoldOfTime.popLast() else { return }
            if showsEarlierTime(widget) { owe(widget, .timeChanged) }
        }
    }

    /// Returns whether a widget's timeline was requested before the latest change of the time.
    func showsEarlierTime(_ widget: WidgetIdentifier) -> Bool {
        guard let record = widgets[widget], record.saved.timeline != nil else { return false }
        return record.timeChanges < timeChanges
    }
}

extension Moment {
    /// The time between the zeros of both clocks.
    var clockDifference: Duration {
        .nanoseconds(utc.nanosecondsSince1970) - MonotonicInstant.systemEpoch.duration(to: instant)
    }
}
