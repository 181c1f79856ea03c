package import LocationModel

/// A point of a GPX file, as the file has it.
///
/// A value that the file did not give, or gave as something that is none, is `nil`.
package struct GPXPoint: Hashable, Sendable {
    /// What the point is part of.
    package enum Part: Hashable, Sendable {
        /// A place that somebody marked.
        case waypoint

        /// A turning point of a way to go.
        case route

        /// Where somebody has been.
        case track
    }

    /// What a receiver says about its solution, in GPX's words.
    package enum Solution: String, Hashable, Sendable {
        /// There was none.
        case none = "none"
        case twoDimensional = "2d"
        case threeDimensional = "3d"
        case differential = "dgps"

        /// The military service.
        case precise = "pps"
    }

    /// What the point is part of.
    package var part: Part

    /// Whether it is the first of a segment of a track, or of a route.
    ///
    /// Between two segments the receiver was off or had no position.
    package var beginsSegment = false

    /// Where it is.
    package var coordinate: Coordinate

    /// When somebody was there, in UTC.
    package var time: UTCInstant?

    /// Metres above mean sea level.
    package var elevationMeters: Double?

    /// Metres of the geoid above the WGS-84 ellipsoid.
    package var geoidSeparationMeters: Double?

    /// Metres per second over ground, not negative.
    package var speedMetersPerSecond: Double?

    /// Degrees clockwise from true north, in `0..<360`.
    package var courseDegrees: Double?

    /// What the receiver said about its solution.
    package var solution: Solution?

    /// Satellites that went into the solution.
    package var satellitesUsed: Int?

    /// Horizontal dilution of precision.
    package var horizontalDilution: Double?

    /// Vertical dilution of precision.
    package var verticalDilution: Double?

    /// Creates a point that knows only its place.
    package init(_ part: Part, at coordinate: Coordinate) {
        self.part = part
        self.coordinate = coordinate
    }

    /// Takes in the text of one of the point's elements; what is no value of it changes nothing.
    mutating func take(_ text: String, of element: GPXElement) {
        switch element {
        case .time: time = UTCInstant(text) ?? UTCInstant(text + "Z") ?? time
        case .elevation: elevationMeters = number(text) ?? elevationMeters
        case .geoidSeparation: geoidSeparationMeters = number(text) ?? geoidSeparationMeters
        case .speed: speedMetersPerSecond = notNegative(text) ?? speedMetersPerSecond
        case .course:
            guard let course = notNegative(text), course <= 360 else { return }
            courseDegrees = course == 360 ? 0 : course
        case .solution: solution = Solution(rawValue: text) ?? solution
        case .satellites: satellitesUsed = UInt16(text).map(Int.init) ?? satellitesUsed
        case .horizontalDilution: horizontalDilution = positive(text) ?? horizontalDilution
        case .verticalDilution: verticalDilution = positive(text) ?? verticalDilution
        }
    }

    private func number(_ text: String) -> Double? {
        guard let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private func notNegative(_ text: String) -> Double? { number(text).flatMap { $0 >= 0 ? $0 : nil } }

    private func positive(_ text: String) -> Double? { number(text).flatMap { $0 > 0 ? $0 : nil } }
}

/// The elements in a point whose text is a value of it.
enum GPXElement {
    case time
    case elevation
    case geoidSeparation
    case speed
    case course
    case solution
    case satellites
    case horizontalDilution
    case verticalDilution

    /// Creates the element of a name without its namespace; `nil` for all others.
    ///
    /// - Parameters:
    ///   - name: The name in the file, which may have a prefix.
    ///   - isExtension: Whether it stands in `<extensions>`, where since GPX 1.1 speed and course are found: as in
    ///     Garmin's `<gpxtpx:TrackPointExtension>`, or on their own.
    init?(_ name: String, isExtension: Bool) {
        let local = name.split(separator: ":").last ?? ""
        switch (local, isExtension) {
        case ("speed", _): self = .speed
        case ("course", _): self = .course
        case ("time", false): self = .time
        case ("ele", false): self = .elevation
        case ("geoidheight", false): self = .geoidSeparation
        case ("fix", false): self = .solution
        case ("sat", false): self = .satellites
        case ("hdop", false): self = .horizontalDilution
        case ("vdop", false): self = .verticalDilution
        default: return nil
        }
    }
}
