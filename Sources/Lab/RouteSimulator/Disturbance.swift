package import LocationModel

package enum DisturbanceScope: Hashable, Sendable {
    /// A period, given by its start after the start of the scenario, or of the leg it belongs to, and its duration.
    case time(after: Duration, for: Duration)

    /// A circle; the disturbance lasts while the vehicle is inside.
    case place(Coordinate, withinMeters: Double)

    func contains(_ place: Coordinate, at elapsed: Duration) -> Bool {
        switch self {
        case .time(let start, let duration): elapsed >= start && elapsed < start + duration
        case .place(let centre, let radius): centre.distanceMeters(to: place) <= radius
        }
    }
}

/// A disturbance that replaces the leg's view of the sky.
package struct Shade: Hashable, Sendable {
    package var scope: DisturbanceScope
    package var sky: Sky
}

/// A disturbance by multipath: a reflected signal is mistaken for a direct one and displaces the position.
package struct Jump: Hashable, Sendable {
    package var scope: DisturbanceScope
    package var displacement: GroundPoint

    /// The HDOP that the receiver reports meanwhile; `nil` if it does not notice the disturbance.
    package var dilution: Double?
}
