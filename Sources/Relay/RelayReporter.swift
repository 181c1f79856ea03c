package import LocationModel
import Regions
import UserInput
package import WaymarkInterfaces

/// Makes what the service tells into what is sent, as far as the owner has chosen it.
///
/// It performs no I/O, and is told the time.
package struct RelayReporter: Sendable {
    private let settings: RelaySettings

    /// What a crossing says of each region, by monitor and identifier.
    private var regions: [[String]: RelayCrossing] = [:]

    /// The last place that the service told.
    private var place: RelayPlace?
    private var firstPlaceAt: UTCInstant?

    /// Whether places are areas; `nil` if they are not.
    private var isReduced: Bool?

    /// The last states that were told; `nil` at first, when whoever reads them may believe older ones.
    private var toldReceiver: RelayReceiver?
    private var anchor: RelayAnchor.State?

    /// What the service says of the receivers and the permission; `nil` before it says anything.
    package private(set) var receiver: RelayReceiver?

    package init(_ settings: RelaySettings) { self.settings = settings }

    /// Whether the latest state allows the exact place where the one before allowed an area only, and changes are chosen.
    ///
    /// Without asking for it, whoever reads the messages would see the area until the machine has moved.
    package private(set) var mayTellExactPlaceAgain = false

    /// Whether nothing may leave that tells a place; so it is until the service has said that it may.
    package var isDenied: Bool { receiver.map { $0.state == .denied } ?? true }

    /// Whether the relay may know no more than an area some kilometres wide.
    package var knowsAreaOnly: Bool { isReduced == true }

    /// Returns whether an event tells no more than the relay may know now: it may have been made just before less was allowed.
    package func allows(_ event: RelayEvent) -> Bool { !knowsAreaOnly || !event.tellsExactPlace }

    /// Whether somebody has decided that, so that nothing that was sent may stay where it can be removed.
    package private(set) var isTakenBack = false

    /// Returns what is sent of an event of the service; `nil` if it is not chosen, or tells nothing.
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

    /// Takes in where the relay's regions are; one that is as it was is known since then.
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

    /// Returns what is sent of a new state of monitoring; nothing if that has not changed for those who read it.
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

    /// Has the states told again, because what was told could not be kept.
    package mutating func forgetTold() { (toldReceiver, anchor) = (nil, nil) }

    /// Returns the place from which the next change is measured, for whoever was told none yet.
    ///
    /// The change to that place is not sent again. It is `nil` if the state tells none, or changes are not chosen.
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

    /// Returns what is sent of a location that is followed, or was asked for while the relay might know an area or the place.
    ///
    /// It is `nil` if the relay may know more or less by now than when it asked: the answer does not say which it is.
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

    /// Reads what keeps events from an app, of which the first counts, and the verdict on the receiver.
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
