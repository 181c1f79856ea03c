package import LocationModel

/// A latitude and longitude with their resolution.
package struct Position: Hashable, Sendable {
    package let coordinate: Coordinate

    /// The number of decimals of both angles together; more decimals make the better position.
    package let digits: Int
}

extension FieldCursor {
    /// Reads the four fields `ddmm.mmmm,N,dddmm.mmmm,E`.
    mutating func position(in bytes: Span<UInt8>) -> Position? {
        let latitude = angle(in: bytes)
        let northSouth = letter(in: bytes)
        let longitude = angle(in: bytes)
        let eastWest = letter(in: bytes)
        guard let latitude, let longitude else { return nil }
        let isNorth = northSouth == UInt8(ascii: "N")
        let isEast = eastWest == UInt8(ascii: "E")
        guard isNorth || northSouth == UInt8(ascii: "S"), isEast || eastWest == UInt8(ascii: "W"),
            let coordinate = Coordinate(
                latitudeDegrees: isNorth ? latitude.degrees : -latitude.degrees,
                longitudeDegrees: isEast ? longitude.degrees : -longitude.degrees
            )
        else { return reject() }
        return Position(coordinate: coordinate, digits: latitude.digits + longitude.digits)
    }

    /// Reads an angle, written as degrees times a hundred plus minutes, and its number of decimals.
    ///
    /// The angle is NaN if it is out of range. It is computed in sixtieths of the last digit and divided once, so that
    /// the result is the nearest `Double`.
    private mutating func angle(in bytes: Span<UInt8>) -> (degrees: Double, digits: Int)? {
        guard let angle = number(in: bytes) else { return nil }
        let (degrees, minutes) = (angle.whole / 100, angle.whole % 100)
        guard !angle.isNegative, angle.integerDigits <= 5, minutes < 60 else { return (.nan, angle.scale) }
        // Twelve decimals of a minute are nanometres; more would overflow.
        let scale = min(angle.scale, 12)
        let digits = scale < 12 ? angle.digits : angle.digits / FixedPoint.powersOfTen[angle.scale &- scale]
        let minute = FixedPoint.powersOfTen[scale]
        // The digits give each degree a hundred minutes.
        return (Double(digits &- degrees &* 40 &* minute) / Double(60 &* minute), scale)
    }
}
