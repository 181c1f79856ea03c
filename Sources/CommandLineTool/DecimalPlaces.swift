import LocationModel

/// The decimal places of a quantity in the output: as many as any receiver reports, and no more than are meaningful.
package struct DecimalPlaces {
    package let places: Int

    /// Latitude and longitude in degrees, to 0.1 mm as gpsd writes them.
    package static var place: DecimalPlaces { DecimalPlaces(places: 9) }
    package static var length: DecimalPlaces { DecimalPlaces(places: 4) }

    /// Speeds in metres per second.
    ///
    /// Receivers report up to four decimal places of a knot.
    package static var speed: DecimalPlaces { DecimalPlaces(places: 5) }

    /// Directions and other angles in degrees.
    package static var angle: DecimalPlaces { DecimalPlaces(places: 4) }
    package static var dilution: DecimalPlaces { DecimalPlaces(places: 3) }
}

extension Double {
    /// Returns the number as shells and other programs read it: without an exponent and trailing zeros.
    package func decimal(_ digits: DecimalPlaces) -> String {
        text(places: digits.places, leavesOutZeros: true)
    }
}
