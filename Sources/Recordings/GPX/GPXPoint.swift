package import LocationModel

/// A point of a GPX file.
///
/// Missing and invalid values are `nil`.
package struct GPXPoint: Hashable, Sendable {
    /// The element of the file that contains the point.
    package enum Part: Hashable, Sendable {
        /// A waypoint: a place that somebody marked.
        case waypoint
        case route
        case track
    }

    /// The receiver's kind of solution, in the words of GPX.
    package enum Solution: String, Hashable, Sendable {
        case none = "none"
        case twoDimensional = "2d"
        case threeDimensional = "3d"
        case differential = "dgps"
        case precise = "pps"
    }

    package var part: Part

    /// Whether the point is the first of a track segment or route.
    ///
    /// Between two segments the receiver was off or had no position.
    package var beginsSegment = false

    package var coordinate: Coordinate

    /// The UTC time of the point.
    package var time: UTCInstant?

    /// The height above mean sea level in metres.
    package var elevationMeters: Double?

    /// The height of the geoid above the WGS-84 ellipsoid in metres.
    package var geoidSeparationMeters: Double?

    /// The speed over ground in metres per second, not negative.
    package var speedMetersPerSecond: Double?

    /// The course over ground in degrees clockwise from true north, in `0..<360`.
    package var courseDegrees: Double?

    package var solution: Solution?
    package var satellitesUsed: Int?
    package var horizontalDilution: Double?
    package var verticalDilution: Double?

    /// The radius in metres that contains the position with 68 % probability, as phones state it.
    package var horizontalAccuracyMeters: Double?

    /// The error in metres of the height, as phones state it.
    package var verticalAccuracyMeters: Double?

    package init(_ part: Part, at coordinate: Coordinate) {
        self.part = part
        self.coordinate = coordinate
    }

    /// Parses a time: RFC 3339, also without a zone or with both an offset and a `Z`, as some programs write it.
    static func time(_ text: String) -> UTCInstant? {
        UTCInstant(text) ?? UTCInstant(text + "Z")
            ?? (text.hasSuffix("Z") ? UTCInstant(String(text.dropLast())) : nil)
    }

    /// Sets the value of one of the point's elements from its text; an invalid value is ignored.
    mutating func set(_ element: GPXElement, to text: String) {
        switch element {
        case .time: time = Self.time(text) ?? time
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
        case .horizontalAccuracy: horizontalAccuracyMeters = positive(text) ?? horizontalAccuracyMeters
        case .verticalAccuracy: verticalAccuracyMeters = positive(text) ?? verticalAccuracyMeters
        }
    }

    private func number(_ text: String) -> Double? {
        guard let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private func notNegative(_ text: String) -> Double? { number(text).flatMap { $0 >= 0 ? $0 : nil } }

    private func positive(_ text: String) -> Double? { number(text).flatMap { $0 > 0 ? $0 : nil } }
}

/// An element of a point whose text is one of its values.
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
    case horizontalAccuracy
    case verticalAccuracy

    /// Creates the element with a name, of which the namespace prefix is ignored; `nil` for other elements.
    ///
    /// - Parameters:
    ///   - name: The name in the file.
    ///   - isExtension: Whether the element is inside `<extensions>`, where GPX 1.1 has speed and course, either on
    ///     their own or in Garmin's `<gpxtpx:TrackPointExtension>`. Phones' programs add the accuracy there: `hAcc`
    ///     (Apple's Health), `accuracy_horizontal` (OpenTracks), `hacc`, `horaccur` or `accuracy`.
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
        case ("hAcc", true), ("hacc", true), ("accuracy_horizontal", true), ("horaccur", true),
            ("accuracy", true):
            self = .horizontalAccuracy
        case ("vAcc", true), ("vacc", true), ("accuracy_vertical", true): self = .verticalAccuracy
        default: return nil
        }
    }
}
