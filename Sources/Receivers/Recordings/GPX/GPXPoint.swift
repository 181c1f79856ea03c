package import LocationModel
import NMEA

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

    /// An element of a point that is read.
    enum Element {
        case time, elevation, geoidHeight, solution, satellites, horizontalDilution, verticalDilution
        case speed, course

        /// The radius and the height in metres that are not exceeded with 68 % probability, as phones state them.
        case accuracy, verticalAccuracy
    }

    package let part: Part

    /// Whether the point is the first of a track segment or route.
    ///
    /// Between two segments the receiver was off or had no position.
    package let beginsSegment: Bool

    package let coordinate: Coordinate
    package let time: UTCInstant?

    /// The height above mean sea level in metres.
    package let elevationMeters: Double?

    /// The point as a fix; `nil` if it says that there was no solution.
    package let fix: Fix?

    init(_ part: Part, at coordinate: Coordinate, beginsSegment: Bool, _ texts: [Element: String]) {
        func number(
            _ element: Element,
            _ range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        ) -> Double? {
            texts[element].flatMap { Double($0) }.flatMap { range.contains($0) ? $0 : nil }
        }
        (self.part, self.coordinate, self.beginsSegment) = (part, coordinate, beginsSegment)
        time = texts[.time].flatMap(Self.time)
        elevationMeters = number(.elevation)
        // A place that somebody marked or drew was not measured by a receiver.
        var quality: FixQuality = part == .track ? .unknown : .manual
        var mode: Fix.Mode = elevationMeters == nil ? .twoDimensional : .threeDimensional
        switch texts[.solution] {
        case "none":
            fix = nil
            return
        case "2d": (quality, mode) = (.autonomous, .twoDimensional)
        case "3d": (quality, mode) = (.autonomous, .threeDimensional)
        case "dgps": quality = .differential
        case "pps": quality = .precise
        default: break
        }
        var fix = Fix(time: time, coordinate: coordinate, mode: mode, quality: quality)
        if mode == .threeDimensional { fix.altitudeMeters = elevationMeters }
        fix.geoidSeparationMeters = number(.geoidHeight)
        fix.speedMetersPerSecond = number(.speed, 0...Double.greatestFiniteMagnitude)
        fix.courseDegrees = number(.course, 0...360).map { $0 == 360 ? 0 : $0 }
        fix.satellitesUsed = texts[.satellites].flatMap { UInt16($0) }.map(Int.init)
        // From greater dilutions no accuracy can follow; their squares may be infinite.
        let dilutions = Double.leastNonzeroMagnitude...1e6
        fix.horizontalDilution = number(.horizontalDilution, dilutions)
        let radii = Double.leastNonzeroMagnitude...1e7.nextDown
        if let radius = number(.accuracy, radii) {
            fix.accuracy = FixAccuracy(radiusMeters: radius)
            if fix.altitudeMeters != nil { fix.accuracy?.vertical68Meters = number(.verticalAccuracy, radii) }
        } else {
            fix.accuracy = FixAccuracy(
                quality: quality,
                horizontalDilution: fix.horizontalDilution,
                verticalDilution: number(.verticalDilution, dilutions),
                hasAltitude: fix.altitudeMeters != nil
            )
        }
        self.fix = fix
    }

    /// Parses a time: RFC 3339, also without a zone or with both an offset and a `Z`, as some programs write it.
    static func time(_ text: String) -> UTCInstant? {
        UTCInstant(text) ?? UTCInstant(text + "Z")
            ?? (text.hasSuffix("Z") ? UTCInstant(String(text.dropLast())) : nil)
    }
}

extension GPXPoint.Element {
    /// Creates the element with a name, without the prefix of a namespace; `nil` for other elements.
    ///
    /// In `<extensions>`, GPX 1.1 has speed and course, either on their own or in Garmin's `<gpxtpx:TrackPointExtension>`.
    /// Phones' programs add the accuracy there: `hAcc` (Apple's Health), `accuracy_horizontal` (OpenTracks), `hacc`,
    /// `horaccur` or `accuracy`.
    init?(_ name: Substring, hasMetersAsDilution: Bool, isExtension: Bool) {
        switch (name, isExtension) {
        case ("speed", _): self = .speed
        case ("course", _): self = .course
        case ("time", false): self = .time
        case ("ele", false): self = .elevation
        case ("geoidheight", false): self = .geoidHeight
        case ("fix", false): self = .solution
        case ("sat", false): self = .satellites
        case ("hdop", false): self = hasMetersAsDilution ? .accuracy : .horizontalDilution
        case ("vdop", false): self = .verticalDilution
        case ("hAcc", true), ("hacc", true), ("accuracy_horizontal", true), ("horaccur", true),
            ("accuracy", true):
            self = .accuracy
        case ("vAcc", true), ("vacc", true), ("accuracy_vertical", true): self = .verticalAccuracy
        default: return nil
        }
    }
}
