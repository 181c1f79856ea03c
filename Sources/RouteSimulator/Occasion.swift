package import LocationModel

/// When or where something disturbs the reception.
package enum Occasion: Hashable, Sendable {
    /// So long after the start, for so long.
    case time(after: Duration, for: Duration)

    /// Whenever the vehicle is so many metres or fewer from a place.
    case place(Coordinate, withinMeters: Double)

    func holds(at elapsed: Duration, in place: Coordinate) -> Bool {
        switch self {
        case .time(let start, let duration): elapsed >= start && elapsed < start + duration
        case .place(let centre, let radius): centre.distanceMeters(to: place) <= radius
        }
    }
}

/// A view of the sky that goes before that of the leg.
package struct Shade: Hashable, Sendable {
    /// When or where.
    package var occasion: Occasion

    /// How much is seen.
    package var sky: Sky

    /// Describes it.
    package init(_ occasion: Occasion, sky: Sky) {
        self.occasion = occasion
        self.sky = sky
    }
}

/// A jump of the position by a reflected signal, at any time or place of the route.
package struct Jump: Hashable, Sendable {
    /// When or where.
    package var occasion: Occasion

    /// How far the position is thrown.
    package var displacement: GroundPoint

    /// The horizontal dilution that the receiver reports meanwhile, if the jump shows there at all.
    package var dilution: Double?

    /// Describes it.
    package init(_ occasion: Occasion, by displacement: GroundPoint, dilution: Double? = nil) {
        self.occasion = occasion
        self.displacement = displacement
        self.dilution = dilution
    }
}
