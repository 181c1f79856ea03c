import CLanes
package import LocationModel

/// A latitude and longitude with their resolution.
package struct Position: Hashable, Sendable {
    /// The coordinate.
    package let coordinate: Coordinate

    /// The number of decimals of both angles together; more decimals make the better position.
    package let digits: Int
}

extension FieldCursor {
    /// Reads the four fields `ddmm.mmmm,N,dddmm.mmmm,E`.
    @inline(__always)
    mutating func position(in bytes: Span<UInt8>) -> Position? {
        recall(cachedPosition, 4, in: bytes) ?? newPosition(in: bytes)
    }

    /// Reads a position and caches it.
    @inline(never)
    private mutating func newPosition(in bytes: Span<UInt8>) -> Position? {
        let start = position
        guard let position = usualPosition(in: bytes) ?? anyPosition(in: bytes) else { return nil }
        cachedPosition.store(position, start..<self.position, in: bytes)
        return position
    }

    /// Reads the fields if both angles have all integer digits and the same number of decimals, one to seven.
    ///
    /// Nearly all receivers write this form. The commas then determine the position of every digit, and both angles are
    /// parsed at once without inspecting each character.
    @inline(__always)
    mutating func usualPosition(in bytes: Span<UInt8>) -> Position? {
        let ends = endsFromPosition
        let latitudeEnd = ends.trailingZeroBitCount
        let digits = latitudeEnd &- 5
        guard 1...7 ~= digits else { return nil }
        let length = latitudeEnd &+ digits &+ 11
        let layout = (0b101 | 0b101 &<< UInt64(digits &+ 9)) &<< UInt64(latitudeEnd)
        guard ends & ((2 &<< UInt64(length)) &- 1) == layout, position >= 4,
            position &+ length < bytes.count
        else { return nil }
        let longitudeStart = position &+ latitudeEnd &+ 3
        let latitudePoint = position &+ 4
        let longitudePoint = longitudeStart &+ 5
        let northSouth = unsafe bytes[unchecked: longitudeStart &- 2]
        let eastWest = unsafe bytes[unchecked: position &+ length &- 1]
        let isNorth = northSouth == UInt8(ascii: "N")
        let isEast = eastWest == UInt8(ascii: "E")
        let points = unsafe (bytes[unchecked: latitudePoint], bytes[unchecked: longitudePoint])
        guard points == (UInt8(ascii: "."), UInt8(ascii: ".")),
            isNorth || northSouth == UInt8(ascii: "S"), isEast || eastWest == UInt8(ascii: "W")
        else { return nil }
        let degrees = lanes_degrees(
            SIMD2(bytes.word(at: latitudePoint &- 8), bytes.word(at: longitudePoint &- 8)),
            SIMD2(
                bytes.word(at: latitudePoint &+ digits &- 7),
                bytes.word(at: longitudePoint &+ digits &- 7)
            ),
            UInt32(truncatingIfNeeded: 64 &- 8 &* digits),
            FixedPoint.exactPower(digits)
        )
        guard
            let coordinate = Coordinate(
                latitudeDegrees: isNorth ? degrees.x : -degrees.x,
                longitudeDegrees: isEast ? degrees.y : -degrees.y
            )
        else { return nil }
        advance(to: position &+ length &+ 1)
        return Position(coordinate: coordinate, digits: 2 &* digits)
    }

    /// Reads the fields in any form.
    @inline(never)
    mutating func anyPosition(in bytes: Span<UInt8>) -> Position? {
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
        guard angle.mantissa >= 0, angle.integerDigits <= 5 else { return (.nan, angle.scale) }
        // Twelve decimals of a minute are nanometres; more would overflow.
        let scale = min(angle.scale, 12)
        let mantissa = angle.mantissa / FixedPoint.power(angle.scale &- scale)
        let minute = FixedPoint.power(scale)
        let degrees = mantissa / (100 &* minute)
        guard mantissa &- degrees &* 100 &* minute < 60 &* minute else { return (.nan, scale) }
        return (Double(mantissa &- degrees &* 40 &* minute) / Double(60 &* minute), scale)
    }
}
