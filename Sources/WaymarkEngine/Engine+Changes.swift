import LocationModel

// How the machine's movement reaches widgets.
//
// A change is told at once only to the widgets that are entitled to a location, those in use before the others. For any
// other widget nothing is done or stored: that a reload is pending follows from the number of the latest change, which is
// greater than that of the widget's timeline. So a change costs as much among a hundred thousand widgets out of view as
// among none.

/// A change that is being told to the widgets entitled to a location.
struct ChangeNotice: Hashable, Codable, Sendable {
    /// The place of the machine.
    let place: Coordinate

    /// The margin in metres beyond the edge of an area within which the place still counts as inside.
    let marginMeters: Double

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

    /// The number of the latest significant change; 0 before the first.
    var changeNumber: UInt64 { significantChange.lastNotified?.number ?? 0 }

    /// Returns whether the latest significant change concerns a widget whose timeline was requested before it.
    func isBehind(_ situation: WidgetSituation) -> Bool {
        let record = situation.record
        guard let place = significantChange.lastNotified, let timeline = record.saved.timeline,
            timeline.change < place.number, situation.standing != .unentitled
        else { return false }
        // The area of a request counts once it is answered.
        guard situation.authorization.accuracy == .reduced, let told = record.toldArea,
            record.reload.outstanding == nil
        else { return true }
        let margin = ReducedLocation.margin(error95Meters: place.horizontal95Meters)
        return !told.holds(place.coordinate, marginMeters: margin)
            && reducedLocation.remaining(at: place.coordinate, marginMeters: margin, now: now.instant) == nil
    }

    /// Announces a significant change.
    mutating func notify(_ decision: Decision) {
        guard let place = significantChange.lastNotified else { return }
        lastChangeAt = now.instant
        commit(.lastNotifiedPlace(place))
        record(decision)
        tellChange(at: place.coordinate, error95Meters: place.horizontal95Meters)
    }

    /// Detects that the machine has left the current reduced-accuracy area.
    ///
    /// Apps are told of the next area as soon as it may be computed.
    mutating func noticeArea(of fix: Fix) {
        let margin = ReducedLocation.margin(error95Meters: fix.accuracy?.horizontal95Meters)
        guard reducedLocation.isLeft(at: fix.coordinate, marginMeters: margin),
            reducedLocation.tellAt == nil
        else { return }
        if reducedLocation.remaining(at: fix.coordinate, marginMeters: margin, now: now.instant) == nil {
            _ = reducedLocation.reduce(fix, at: now.instant)
        }
        tellChange(at: fix.coordinate, error95Meters: fix.accuracy?.horizontal95Meters, ofAreaOnly: true)
    }

    /// Tells apps with reduced accuracy of the new area once it may be computed, if the machine is still outside the
    /// old one.
    mutating func tellDueAreas() {
        guard let due = reducedLocation.tellAt, due <= now.instant else { return }
        reducedLocation.tell(at: nil)
        serveDueAreas()
        if let fix = freshFix?.fix {
            tellChange(at: fix.coordinate, error95Meters: fix.accuracy?.horizontal95Meters, ofAreaOnly: true)
        } else if let place = significantChange.lastNotified {
            tellChange(at: place.coordinate, error95Meters: place.horizontal95Meters, ofAreaOnly: true)
        }
    }

    /// Tells the widgets that are entitled to a location, and the apps that monitor changes, of the machine's place.
    private mutating func tellChange(at place: Coordinate, error95Meters: Double?, ofAreaOnly: Bool = false) {
        let margin = ReducedLocation.margin(error95Meters: error95Meters)
        let remaining = reducedLocation.remaining(at: place, marginMeters: margin, now: now.instant)
        reducedLocation.tell(at: remaining.map { now.instant + $0 })
        refreshConsumers()
        // Whoever an earlier change has not reached yet is among these, or is behind.
        changeNotice = ChangeNotice(
            place: place,
            marginMeters: margin,
            waiting: consumers.inUse.sorted(by: >)
        )
        tellMore()
        makeChanges(at: place, marginMeters: margin, areaHeldFor: remaining, ofAreaOnly: ofAreaOnly)
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
        changeNotice?.waiting = consumers.others.sorted(by: >)
        return changeNotice?.waiting.popLast()
    }

    /// Requests a reload for a widget that the change affects.
    ///
    /// Under reduced accuracy, a widget is affected when the area differs from the one its provider was told and the
    /// new area can be given.
    private mutating func tell(_ widget: WidgetIdentifier) {
        guard let notice = changeNotice, let situation = situation(of: widget),
            situation.standing != .unentitled
        else { return }
        let record = situation.record
        guard situation.authorization.accuracy == .reduced, let told = record.toldArea else {
            let known = record.reload.outstanding?.change ?? record.saved.timeline?.change ?? 0
            if known < changeNumber { owe(widget, situation, .significantChange) }
            return
        }
        guard !told.holds(notice.place, marginMeters: notice.marginMeters) else { return }
        let remaining = reducedLocation.remaining(
            at: notice.place,
            marginMeters: notice.marginMeters,
            now: now.instant
        )
        if let remaining {
            self.record(.areaHeld(remaining: remaining), about: widget)
        } else {
            owe(widget, situation, .significantChange)
        }
    }
}
