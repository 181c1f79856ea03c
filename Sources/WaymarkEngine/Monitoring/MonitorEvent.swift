package import LocationModel

/// An event that waits for an app until the app has acknowledged it, or a newer one in its place replaces it.
package struct MonitorEvent: Hashable, Codable, Sendable {
    package enum Content: Hashable, Codable, Sendable {
        case significantChange(MonitoredPlace)
        case arrival(Visit)
        case departure(Visit)

        /// A region was entered or left, or is in a state that the app did not assume.
        case region(isInside: Bool)
    }

    package var identifier: MonitorEventIdentifier
    package var date: UTCInstant
    package var ground: Ground

    /// Whether the event is held until the person confirms that the app may always know.
    package var isHeld: Bool

    /// The content, as exact as the app was allowed to know when the event was made.
    package var content: Content

    package init(
        _ content: Content,
        identifier: MonitorEventIdentifier,
        date: UTCInstant,
        ground: Ground,
        isHeld: Bool = false
    ) {
        self.content = content
        self.identifier = identifier
        self.date = date
        self.ground = ground
        self.isHeld = isHeld
    }

    private enum EarlierKeys: CodingKey {
        case isInside
    }

    /// Reads an event; in earlier databases an event of a region has no content, and says itself whether the
    /// machine is inside.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try members.decode(MonitorEventIdentifier.self, forKey: .identifier)
        date = try members.decode(UTCInstant.self, forKey: .date)
        ground = try members.decode(Ground.self, forKey: .ground)
        isHeld = try members.decode(Bool.self, forKey: .isHeld)
        if members.contains(.content) {
            content = try members.decode(Content.self, forKey: .content)
        } else {
            let earlier = try decoder.container(keyedBy: EarlierKeys.self)
            content = .region(isInside: try earlier.decode(Bool.self, forKey: .isInside))
        }
    }

    package var kind: MonitorEventKind { content.kind }

    /// The event's age, by a clock that may have been set back.
    func age(_ turn: Turn) -> Duration { max(date.duration(to: turn.now.utc), .zero) }
}

extension MonitorEvent.Content {
    package var kind: MonitorEventKind {
        switch self {
        case .significantChange: .significantChange
        case .arrival: .arrival
        case .departure: .departure
        case .region: .region
        }
    }

    package var place: MonitoredPlace? {
        if case .significantChange(let place) = self { place } else { nil }
    }

    package var visit: Visit? {
        switch self {
        case .arrival(let visit), .departure(let visit): visit
        case .significantChange, .region: nil
        }
    }

    /// The centre of the content's place; `nil` for a region.
    package var coordinate: Coordinate? { place?.coordinate ?? visit?.center }

    /// The 68 % radius of the place, in metres, if known.
    package var horizontal68Meters: Double? { place?.horizontal68Meters ?? visit?.horizontal68Meters }

    /// Returns the content without the times that lie in the person's latest pause, or in one before it.
    ///
    /// A place where the machine came during the pause counts as known since its end.
    func concealing(_ pause: LocationPause?) -> MonitorEvent.Content {
        guard let pause else { return self }
        func concealed(_ visit: Visit) -> Visit {
            var visit = visit
            if visit.arrival.map(pause.conceals) ?? false { visit.arrival = nil }
            if let departure = visit.departure, pause.conceals(departure) {
                visit.departure = pause.end(ofPauseWith: departure)
            }
            return visit
        }
        switch self {
        case .significantChange(var place):
            if let end = pause.end(ofPauseWith: place.date) { place.date = end }
            return .significantChange(place)
        case .arrival(let visit): return .arrival(concealed(visit))
        case .departure(let visit): return .departure(concealed(visit))
        case .region: return self
        }
    }

    func reduced(to area: ReducedArea, marginMeters: Double) -> MonitorEvent.Content {
        let radius = area.radiusMeters + marginMeters
        switch self {
        case .significantChange(var place):
            place.coordinate = area.center
            place.horizontal68Meters = radius
            place.horizontal95Meters = radius
            return .significantChange(place)
        case .arrival(let visit): return .arrival(visit.moved(to: area.center, radiusMeters: radius))
        case .departure(let visit): return .departure(visit.moved(to: area.center, radiusMeters: radius))
        case .region: return self
        }
    }
}

extension Visit {
    func moved(to center: Coordinate, radiusMeters: Double) -> Visit {
        var moved = self
        moved.center = center
        moved.horizontal68Meters = radiusMeters
        return moved
    }
}

package struct MonitoredPlace: Hashable, Codable, Sendable {
    package var coordinate: Coordinate

    /// The 68 % radius of the position, in metres; `nil` when unknown.
    package var horizontal68Meters: Double?

    /// The 95 % radius of the position, in metres; `nil` when unknown.
    package var horizontal95Meters: Double?

    package var date: UTCInstant

    package init(
        coordinate: Coordinate,
        horizontal68Meters: Double? = nil,
        horizontal95Meters: Double? = nil,
        date: UTCInstant
    ) {
        self.coordinate = coordinate
        self.horizontal68Meters = horizontal68Meters
        self.horizontal95Meters = horizontal95Meters
        self.date = date
    }
}

extension MonitoredService {
    package var kinds: [MonitorEventKind] {
        switch self {
        case .significantChanges: [.significantChange]
        case .visits: [.arrival, .departure]
        }
    }
}
