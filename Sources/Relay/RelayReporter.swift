package import LocationModel
import Regions
import UserInput
package import WaymarkInterfaces

/// Turns the service's reports into the events that the owner has chosen to send.
///
/// It performs no I/O, and is told the time.
package struct RelayReporter: Sendable {
    private let settings: RelaySettings

    /// The regions as crossings describe them, by monitor and identifier.
    private var regions: [[String]: RelayCrossing] = [:]

    /// The last place that the service reported.
    private var place: RelayPlace?
    private var firstPlaceAt: UTCInstant?

    /// Whether places are areas; `nil` if they are not.
    private var isReduced: Bool?

    /// The last reported states; `nil` at first, when readers may still believe older ones.
    private var toldReceiver: RelayReceiver?
    private var anchor: RelayAnchor.State?

    /// The last state of receivers and permission from the service; `nil` before the first report.
    package private(set) var receiver: RelayReceiver?

    package init(_ settings: RelaySettings) { self.settings = settings }

    /// Whether the latest state allows the exact place after one that allowed an area only, and changes are
    /// chosen.
    ///
    /// Unless the relay then requests the place, readers would see the area until the machine has moved.
    package private(set) var mayTellExactPlaceAgain = false

    /// Whether no event that reveals a place may be sent; `true` until the service reports a permission.
    package var isDenied: Bool { receiver.map { $0.state == .denied } ?? true }

    /// Whether the relay has reduced accuracy: an area some kilometres wide.
    package var knowsAreaOnly: Bool { isReduced == true }

    /// Returns whether the present accuracy permits an event, which may be from just before a reduction.
    package func allows(_ event: RelayEvent) -> Bool { !knowsAreaOnly || !event.tellsExactPlace }

    /// Whether a decision forbids the location, so that places already sent must be removed where possible.
    package private(set) var isTakenBack = false

    /// Returns the event to send for an occurrence; `nil` if its kind is not chosen, or it tells nothing.
    package mutating func report(_ occurrence: MonitorInterface.Occurrence) -> RelayEvent? {
        guard let time = UTCInstant(occurrence.time) else { return nil }
        switch occurrence.kind {
        case .significantChange:
            guard let place = occurrence.place.flatMap(relayed) else { return nil }
            self.place = place
            guard settings.choices.contains(.significantChanges), place.time != firstPlaceAt else {
                return nil
            }
            return RelayEvent(.significantChange, at: place.time) { $0.place = place }
        case .arrival, .departure:
            guard settings.choices.contains(.visits), let visit = occurrence.visit else { return nil }
            let isArrival = occurrence.kind == .arrival
            // The machine is still there when an arrival is noticed.
            let end = isArrival ? time : visit.departureInstant ?? time
            var place = RelayPlace(visit.coordinate, accuracy68: visit.horizontalAccuracyMeters, time: end)
            place.reduced = isReduced
            let (arrival, departure) = (visit.arrivalInstant, visit.departureInstant)
            let happenedAt = (isArrival ? arrival : departure) ?? time
            return RelayEvent(isArrival ? .arrival : .departure, at: happenedAt) {
                $0.stay = RelayStay(place: place, arrival: arrival, departure: departure)
            }
        case .region:
            guard settings.choices.contains(.regions), let region = occurrence.region else { return nil }
            let unknown = RelayCrossing(identifier: region.identifier.harmless, definedAt: time)
            var crossing = regions[[region.monitor, region.identifier]] ?? unknown
            crossing.place = place
            return switch region.state {
            case .satisfied: RelayEvent(.regionEntered, at: time) { $0.region = crossing }
            case .unsatisfied: RelayEvent(.regionLeft, at: time) { $0.region = crossing }
            case .unknown, .unmonitored: nil
            }
        }
    }

    /// Records the relay's regions; an unchanged one keeps the time of its definition.
    package mutating func define(_ regions: [MonitorInterface.Region], at now: UTCInstant) {
        let before = self.regions
        self.regions = regions.reduce(into: [:]) { known, region in
            let name = [region.monitor, region.identifier]
            // Others have chosen the identifier, and it is shown to people.
            let identifier = region.identifier.harmless
            var crossing = RelayCrossing(identifier: identifier, definedAt: before[name]?.definedAt ?? now)
            if let circle = region.shape?.roughCircle {
                crossing.latitude = circle.center.latitudeDegrees
                crossing.longitude = circle.center.longitudeDegrees
                crossing.radius = circle.radiusMeters
            }
            if before[name] != crossing { crossing.definedAt = now }
            known[name] = crossing
        }
    }

    /// Returns the events to send for a new state of monitoring; none if nothing changed for readers.
    package mutating func report(_ state: MonitorInterface.State, at now: UTCInstant) -> [RelayEvent] {
        let knewAreaOnly = knowsAreaOnly
        isReduced = state.diagnostics.contains(.accuracyLimited) ? true : nil
        isTakenBack = RelayReceiver.decisions.contains { state.diagnostics.contains($0.0) }
        let told = RelayReceiver(state.diagnostics, state.trust)
        var reports: [RelayEvent] = []
        if told != toldReceiver, settings.choices.contains(.receiverStates) {
            reports.append(RelayEvent(.receiver, at: now) { $0.receiver = told })
        }
        let anchored = RelayAnchor(state.anchor)
        if anchored.state != anchor, settings.choices.contains(.anchorAlarms) {
            let since = state.anchor.flatMap { UTCInstant($0.since) }
            reports.append(RelayEvent(.anchor, at: since ?? now) { $0.anchor = anchored })
        }
        (receiver, toldReceiver, anchor) = (told, told, anchored.state)
        mayTellExactPlaceAgain =
            knewAreaOnly && !knowsAreaOnly && !isDenied && settings.choices.contains(.significantChanges)
        return reports
    }

    /// Makes the next report contain all states, because the last one could not be stored.
    package mutating func forgetTold() { (toldReceiver, anchor) = (nil, nil) }

    /// Returns an event with the place from which the next change is measured, for readers who know none yet.
    ///
    /// The change to that place is not sent again. Returns `nil` if the state has no place, or changes are
    /// not chosen.
    package mutating func reportFirstPlace(_ state: MonitorInterface.State) -> RelayEvent? {
        guard settings.choices.contains(.significantChanges), !isDenied,
            let place = state.place.flatMap(relayed)
        else { return nil }
        (self.place, firstPlaceAt) = (place, place.time)
        return RelayEvent(.significantChange, at: place.time) { $0.place = place }
    }

    private func relayed(_ place: MonitorInterface.Place) -> RelayPlace? {
        guard let time = UTCInstant(place.time) else { return nil }
        return RelayPlace(
            latitude: place.latitudeDegrees,
            longitude: place.longitudeDegrees,
            accuracy68: place.horizontalAccuracyMeters,
            accuracy95: place.horizontalAccuracy95Meters,
            time: time,
            reduced: isReduced
        )
    }

    /// Returns the event for a followed location, or for a requested one, with the accuracy at the request.
    ///
    /// Returns `nil` if the accuracy has changed since the request: the location does not say which one it
    /// has.
    package mutating func report(
        _ location: LocationInterface.Location,
        _ diagnostics: [LiveDiagnostic] = [],
        askedForArea: Bool? = nil,
        at now: UTCInstant
    ) -> RelayEvent? {
        guard askedForArea ?? knowsAreaOnly == knowsAreaOnly else { return nil }
        let time = location.timeInstant ?? now.advanced(by: .zero - location.age)
        let (inner, outer) = (location.horizontalAccuracyMeters, location.horizontalAccuracy95Meters)
        var place = RelayPlace(location.coordinate, accuracy68: inner, accuracy95: outer, time: time)
        (place.altitude, place.verticalAccuracy) = (location.altitudeMeters, location.verticalAccuracyMeters)
        (place.speed, place.course) = (location.speedMetersPerSecond, location.courseDegrees)
        place.reduced = diagnostics.contains(.accuracyLimited) || askedForArea == true ? true : nil
        self.place = place
        return RelayEvent(.live, at: time) { ($0.place, $0.asked) = (place, askedForArea.map { _ in true }) }
    }
}

extension RelayReceiver {
    fileprivate static let decisions: [(MonitoringDiagnostic, State, String)] = [
        (.authorizationRestricted, .denied, "the administrator forbids it"),
        (.authorizationDeniedGlobally, .denied, "location services are off"),
        (.authorizationDenied, .denied, "the person denied it"),
        (.authorizationNotDetermined, .denied, "the person has not decided yet"),
    ]
    private static let conditions: [(MonitoringDiagnostic, State, String)] = [
        (.authorizationRequestInProgress, .denied, "the person is being asked"),
        (.insufficientlyInUse, .denied, "the relay is not in use"),
        (.serviceSessionRequired, .denied, "the relay's manifest requires a session"),
        (.pausedByPerson, .unavailable, "the person has paused the location of all apps"),
        (.locationUnavailable, .unavailable, "no receiver is there, or none can be reached"),
    ]

    /// Creates the state from the first diagnostic that counts, or else from the verdict on the receiver.
    fileprivate init(_ diagnostics: [MonitoringDiagnostic], _ trust: Trust?) {
        let obstacle = (Self.decisions + Self.conditions).first { diagnostics.contains($0.0) }
        switch (obstacle, trust) {
        case (let (_, state, reason)?, _): self.init(state: state, reason: reason)
        case (nil, nil), (nil, .trusted): self.init(state: .available)
        case (nil, .doubtful): self.init(state: .doubtful, reason: "something speaks against the receiver")
        case (nil, .contradicted):
            self.init(state: .contradicted, reason: "the receiver cannot be right, and is not believed")
        }
    }
}

extension RelayAnchor {
    fileprivate init(_ anchor: MonitorInterface.Anchor?) {
        reason = anchor?.words ?? "no anchor is down"
        state =
            switch anchor?.condition {
            case nil: .up
            case .placing, .holding: .holding
            case .dragging: .dragging
            case .unknown: .unknown
            }
    }
}
