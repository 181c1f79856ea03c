/// The place of the machine that its owner stated, used when no receiver has a fix.
package struct StatedPlace: Hashable, Codable, Sendable {
    package enum Origin: String, Hashable, Codable, Sendable, CaseIterable {
        /// The call that `waymarkctl place-machine` makes.
        case command
        case configuration

        /// The file of GeoClue's static source, `/etc/geolocation`.
        case file
    }

    package static let largestAccuracyMeters = 1e6

    package var coordinate: Coordinate

    /// The radius in metres of the circle that the owner is sure the machine is in; it counts as a 95 % radius.
    package var accuracyMeters: Double

    /// The height above mean sea level in metres, if stated.
    package var altitudeMeters: Double?
    package var origin: Origin

    /// Creates a place with an accuracy above zero, in metres.
    package init(
        coordinate: Coordinate,
        accuracyMeters: Double,
        altitudeMeters: Double? = nil,
        origin: Origin
    ) {
        self.coordinate = coordinate
        self.accuracyMeters = accuracyMeters
        self.altitudeMeters = altitudeMeters
        self.origin = origin
    }

    /// The place as a fix of quality ``FixQuality/manual``.
    package var fix: Fix {
        var fix = Fix(
            coordinate: coordinate,
            mode: altitudeMeters == nil ? .twoDimensional : .threeDimensional
        )
        fix.quality = .manual
        fix.altitudeMeters = altitudeMeters
        // Both radii are the stated one: the owner does not say where in the circle the machine is.
        fix.accuracy = FixAccuracy(
            horizontal68Meters: accuracyMeters,
            horizontal95Meters: accuracyMeters,
            source: .stated
        )
        return fix
    }
}
