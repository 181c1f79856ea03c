package import LocationModel

/// An event that waits for an app until the app has acknowledged it, or a newer one of its kind replaces it.
protocol WaitingForApp {
    var identifier: MonitorEventIdentifier { get }
    var kind: MonitorEventKind { get }
    var date: UTCInstant { get set }
    var ground: Ground { get }

    /// Whether the event is held until the person confirms that the app may always know.
    var isHeld: Bool { get set }
}

extension WaitingForApp {
    /// The time since it was made, by a clock that may have been set back.
    func age(_ turn: Turn) -> Duration { max(date.duration(to: turn.now.utc), .zero) }
}

package struct MonitorEvent: WaitingForApp, Hashable, Codable, Sendable {
    package enum Content: Hashable, Codable, Sendable {
        case significantChange(MonitoredPlace)
        case arrival(Visit)
        case departure(Visit)
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

    package var kind: MonitorEventKind { content.kind }
}

extension MonitorEvent.Content {
    package var kind: MonitorEventKind {
        switch self {
        case .significantChange: .significantChange
        case .arrival: .arrival
        case .departure: .departure
        }
    }

    /// The middle of the place that the content tells.
    package var coordinate: Coordinate {
        switch self {
        case .significantChange(let place): place.coordinate
        case .arrival(let visit), .departure(let visit): visit.center
        }
    }

    /// The 68 % radius of the place, in metres, if known.
    package var horizontal68Meters: Double? {
        switch self {
        case .significantChange(let place): place.horizontal68Meters
        case .arrival(let visit), .departure(let visit): visit.horizontal68Meters
        }
    }

    /// Returns the content without the times that lie in a pause of the person, the latest or one before.
    ///
    /// A place where the machine came during it counts as known since its end.
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

    /// The wall-clock time when the machine was there.
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
