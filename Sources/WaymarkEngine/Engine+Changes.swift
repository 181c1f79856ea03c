import LocationModel

// How the machine's movement reaches widgets.
//
// A change is told at once only to the widgets that are entitled to a location, those in use before the others. For any
// other widget nothing is done or stored: that a reload is pending follows from the number of the latest change, which is
// greater than that of the widget's timeline. So a change costs as much among a hundred thousand widgets out of view as
// among none.

/// A change that is being told to the widgets entitled to a location.
struct ChangeNotice: Hashable, Codable, Sendable {
    /// The widgets that are told next, in reverse order.
    var waiting: [WidgetIdentifier]

    /// Whether the widgets that are entitled but not in use follow.
    var othersFollow = true
}

extension Engine {
    /// The most widgets that one turn tells of a change.
    private static let widgetsPerTurn = 256

    /// Whether some widgets are still to be told of a change, at the next ``Event/deadlineReached``.
    package var isTellingChange: Bool { changeNotice != nil }

    /// Whether the next ``Event/deadlineReached`` goes on with what this turn has begun.
    package var hasMoreToTell: Bool { isTellingChange || !untoldOfTime.isEmpty }

    /// Returns whether the latest significant change concerns a widget whose timeline was requested before it.
    func isBehind(_ situation: WidgetSituation) -> Bool {
        let record = situation.record
        guard let place = machine.positioning.lastNotified, let timeline = record.saved.timeline,
            timeline.change < place.number, situation.standing != .unentitled
        else { return false }
        guard situation.authorization.accuracy == .reduced, let told = record.toldArea else { return true }
        return machine.positioning.area.map { $0 != told } ?? false
    }

    /// Tells the widgets that are entitled to a location, and the apps that monitor changes, of the machine's place.
    mutating func tellChange(ofAreaOnly: Bool = false) {
        refreshConsumers()
        // Whoever an earlier change has not reached yet is among these, or is behind.
        changeNotice = ChangeNotice(waiting: machine.power.consumers.inUse.sorted(by: >))
        tellMore()
        makeChanges(ofAreaOnly: ofAreaOnly)
    }

    /// Tells the next few widgets of the latest change.
    mutating func tellMore() {
        for _ in 0..<Self.widgetsPerTurn {
            guard let widget = nextToTell() else {
                changeNotice = nil
                return
            }
            tell(widget)
        }
    }

    private mutating func nextToTell() -> WidgetIdentifier? {
        if let next = changeNotice?.waiting.popLast() { return next }
        guard changeNotice?.othersFollow == true else { return nil }
        changeNotice?.othersFollow = false
        changeNotice?.waiting = machine.power.consumers.others.sorted(by: >)
        return changeNotice?.waiting.popLast()
    }

    /// Requests a reload for a widget that the change affects: under reduced accuracy, if its provider was told another
    /// area.
    private mutating func tell(_ widget: WidgetIdentifier) {
        guard let situation = situation(of: widget), situation.standing != .unentitled else { return }
        let (record, outstanding) = (situation.record, situation.record.reload.outstanding)
        let isNews: Bool =
            if situation.authorization.accuracy == .reduced, let told = outstanding?.area ?? record.toldArea {
                told != machine.positioning.area
            } else {
                outstanding?.change ?? record.saved.timeline?.change ?? 0 < changeNumber
            }
        if isNews { owe(widget, situation, .significantChange) }
    }
}
