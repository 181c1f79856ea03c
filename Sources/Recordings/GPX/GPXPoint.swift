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
        case .number(let property, let range):
            guard let number = Double(text), range.contains(number) else { return }
            self[keyPath: property] = number
        case .course:
            guard let course = Double(text), (0...360).contains(course) else { return }
            courseDegrees = course == 360 ? 0 : course
        case .solution: solution = Solution(rawValue: text) ?? solution
        case .satellites: satellitesUsed = UInt16(text).map(Int.init) ?? satellitesUsed
        }
    }
}

/// An element of a point whose text is one of its values.
enum GPXElement {
    case time

    /// A number in a range, which are all finite ones by default.
    case number(
        WritableKeyPath<GPXPoint, Double?>,
        ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    )
    case course
    case solution
    case satellites

    private static let positive = Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude

    /// The dilutions from which an accuracy can follow; the square of a greater one may be infinite.
    private static let dilutions = Double.leastNonzeroMagnitude...1e6

    /// Creates the element with a name, of which the namespace prefix is ignored; `nil` for other elements.
    ///
    /// - Parameters:
    ///   - name: The name in the file.
    ///   - hasMetersAsDilution: Whether the program that made the file writes the accuracy in metres as `hdop`.
    ///   - isExtension: Whether the element is inside `<extensions>`, where GPX 1.1 has speed and course, either on
    ///     their own or in Garmin's `<gpxtpx:TrackPointExtension>`. Phones' programs add the accuracy there: `hAcc`
    ///     (Apple's Health), `accuracy_horizontal` (OpenTracks), `hacc`, `horaccur` or `accuracy`.
    init?(_ name: String, hasMetersAsDilution: Bool, isExtension: Bool) {
        let local = name.split(separator: ":").last ?? ""
        switch (local, isExtension) {
        case ("speed", _): self = .number(\.speedMetersPerSecond, 0...Double.greatestFiniteMagnitude)
        case ("course", _): self = .course
        case ("time", false): self = .time
        case ("ele", false): self = .number(\.elevationMeters)
        case ("geoidheight", false): self = .number(\.geoidSeparationMeters)
        case ("fix", false): self = .solution
        case ("sat", false): self = .satellites
        case ("hdop", false) where hasMetersAsDilution:
            self = .number(\.horizontalAccuracyMeters, Self.positive)
        case ("hdop", false): self = .number(\.horizontalDilution, Self.dilutions)
        case ("vdop", false): self = .number(\.verticalDilution, Self.dilutions)
        case ("hAcc", true), ("hacc", true), ("accuracy_horizontal", true), ("horaccur", true),
            ("accuracy", true):
            self = .number(\.horizontalAccuracyMeters, Self.positive)
        case ("vAcc", true), ("vacc", true), ("accuracy_vertical", true):
            self = .number(\.verticalAccuracyMeters, Self.positive)
        default: return nil
        }
    }
}
