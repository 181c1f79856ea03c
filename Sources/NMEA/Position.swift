package import LocationModel

/// A latitude and longitude, and how finely they were written.
package struct Position: Hashable, Sendable {
    /// The place.
    package let coordinate: Coordinate

    /// Digits behind the points of both angles together; more of them is the better answer.
    package let digits: Int
}

extension FieldCursor {
    /// Reads the four fields `ddmm.mmmm,N,dddmm.mmmm,E`.
    @inline(__always)
    mutating func position(in bytes: Span<UInt8>) -> Position? {
        if let same = recall(recentPosition, in: bytes) { return same }
        let start = position
        let latitude = number(in: bytes)
        let northSouth = letter(in: bytes)
        let longitude = number(in: bytes)
        let eastWest = letter(in: bytes)
        guard let latitude, let longitude else { return nil }
        let isNorth = northSouth == UInt8(ascii: "N")
        let isEast = eastWest == UInt8(ascii: "E")
        guard isNorth || northSouth == UInt8(ascii: "S"), isEast || eastWest == UInt8(ascii: "W"),
            let latitudeDegrees = Self.degrees(latitude), let longitudeDegrees = Self.degrees(longitude),
            let coordinate = Coordinate(
                latitudeDegrees: isNorth ? latitudeDegrees : -latitudeDegrees,
                longitudeDegrees: isEast ? longitudeDegrees : -longitudeDegrees
            )
        else { return reject() }
        let position = Position(coordinate: coordinate, digits: latitude.scale + longitude.scale)
        recentPosition.remember(position, start..<self.position, in: bytes)
        return position
    }

    /// Returns the degrees of an angle written as degrees times a hundred plus minutes.
    ///
    /// Computed in sixtieths of the last digit and divided once, so that the result is the nearest `Double`.
    @inline(__always)
    private static func degrees(_ angle: FixedPoint) -> Double? {
        // Twelve digits of a minute are nanometres; more would not fit.
        guard angle.mantissa >= 0, angle.scale <= 12, angle.integerDigits <= 5 else { return nil }
        let minute = FixedPoint.power(angle.scale)
        let degrees = angle.mantissa / (100 &* minute)
        guard angle.mantissa &- degrees &* 100 &* minute < 60 &* minute else { return nil }
        return Double(angle.mantissa &- degrees &* 40 &* minute) / Double(60 &* minute)
    }
}
