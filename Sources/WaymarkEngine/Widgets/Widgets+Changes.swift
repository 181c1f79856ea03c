import LocationModel

// Events of the machine: it moves, gets a fix, or its time is changed.
extension Widgets {
    static let widgetsPerTurn = 256

    /// Tells the next few widgets of the latest changes of the place and of the time.
    mutating func continueTelling(_ machine: inout Machine, _ turn: inout Turn) {
        for _ in 0..<Self.widgetsPerTurn {
            if let widget = awaitingPlace.popLast() {
                tellOfPlace(widget, &machine, &turn)
            } else if let widget = awaitingTime.popLast() {
                if showsEarlierTime(widget) { reload(widget, because: .timeChanged, &machine, &turn) }
            } else {
                return
            }
        }
    }

    // MARK: Places

    /// Tells the widgets that are entitled to a location of the machine's place, those in use before the others.
    ///
    /// For any other widget nothing is done or stored: that a reload is pending follows from the number of the latest
    /// change, which is greater than that of the widget's timeline. So a change costs as much among a hundred thousand
    /// widgets out of view as among none.
    mutating func tellChange(_ machine: inout Machine, _ turn: inout Turn) {
        let consumers = machine.power.consumers
        // Widgets that an earlier change has not reached yet are among these, or are behind.
        awaitingPlace =
            consumers.widgets(needingEveryFix: false).sorted(by: >)
            + consumers.widgets(needingEveryFix: true).sorted(by: >)
        continueTelling(&machine, &turn)
    }

    /// Requests a reload for a widget that the change affects: under reduced accuracy, if its provider was told another
    /// area.
    private mutating func tellOfPlace(
        _ widget: WidgetIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let situation = situation(of: widget, machine, turn),
            situation.mayKnow || situation.awaitsConfirmation
        else { return }
        let (record, outstanding) = (situation.record, situation.record.reload.outstanding)
        let isNews: Bool =
            if situation.accuracy == .reduced, let told = outstanding?.area ?? record.toldArea {
                told != machine.positioning.reducedLocation.area
            } else {
                outstanding?.change ?? record.saved.timeline?.change ?? 0 < machine.positioning.changeNumber
            }
        if isNews { reload(widget, in: situation, because: .significantChange, &machine, &turn) }
    }

    /// Serves the widgets whose reloads wait for a fix, and those that were told of its absence.
    mutating func serveFix(_ machine: inout Machine, _ turn: inout Turn) {
        tellRelevanceOfPlace(machine, &turn)
        for widget in table.awaitingFix.elements { startReload(of: widget, &machine, &turn) }
        for widget in machine.power.consumers.uninformed.sorted() {
            guard let situation = situation(of: widget, machine, turn),
                pendingReload(of: situation, machine) == nil,
                location(for: situation, machine, turn).isLocation
            else { continue }
            reload(widget, because: .locationAvailable, &machine, &turn)
        }
    }

    // MARK: Time

    // Timelines show times. When the clock or the time zone is set, the widgets in view are reloaded at once, a bounded
    // number in each turn, and every other one when it comes into view.

    /// The least amount that the clock must be set by.
    private static let leastStep: Duration = .seconds(60)

    mutating func timeChanged(_ change: TimeChange, _ machine: inout Machine, _ turn: inout Turn) {
        switch change {
        case .clock:
            // The difference of both clocks changes only when one is set.
            let step = turn.now.clockDifference - clockDifference
            clockDifference = turn.now.clockDifference
            guard step >= Self.leastStep || step <= .zero - Self.leastStep else { return }
            turn.record(.widget(.clockSet(step: step)))
        case .zone: turn.record(.widget(.zoneChanged))
        }
        timeChanges += 1
        awaitingTime = table.identifiers.reversed().filter { table[$0]?.isInView == true }
        continueTelling(&machine, &turn)
    }

    /// Returns whether a widget's timeline was requested before the latest change of the time.
    func showsEarlierTime(_ widget: WidgetIdentifier) -> Bool {
        guard let record = table[widget], record.saved.timeline != nil else { return false }
        return record.timeChanges < timeChanges
    }
}

package enum TimeChange: Hashable, Codable, Sendable {
    case clock
    case zone
}

extension Moment {
    /// The time between the zeros of both clocks.
    var clockDifference: Duration {
        .nanoseconds(utc.nanosecondsSince1970) - MonotonicInstant.systemEpoch.duration(to: instant)
    }
}
