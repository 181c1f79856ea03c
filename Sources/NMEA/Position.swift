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
        if let same = recallPosition(in: bytes) { return same }
        let start = position
        guard let position = usualPosition(in: bytes) ?? anyPosition(in: bytes) else { return nil }
        recentPosition.remember(position, start..<self.position, in: bytes)
        return position
    }

    /// Reads the fields if both angles have all their digits and one to seven behind the point, in equal number.
    ///
    /// Nearly all receivers write them so. Where the commas are then tells where everything is, and both angles are
    /// read together without asking what each character is.
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
        let latitude = bytes.angle(at: position, wholeDigits: 4, digits)
        let longitude = bytes.angle(at: position &+ latitudeEnd &+ 3, wholeDigits: 5, digits)
        let northSouth = bytes[position &+ latitudeEnd &+ 1]
        let eastWest = bytes[position &+ length &- 1]
        let isNorth = northSouth == UInt8(ascii: "N")
        let isEast = eastWest == UInt8(ascii: "E")
        guard latitude.others | longitude.others == 0, isNorth || northSouth == UInt8(ascii: "S"),
            isEast || eastWest == UInt8(ascii: "W"),
            let coordinate = Coordinate(
                latitudeDegrees: isNorth ? latitude.degrees : -latitude.degrees,
                longitudeDegrees: isEast ? longitude.degrees : -longitude.degrees
            )
        else { return nil }
        pass(4, length: length &+ 1)
        return Position(coordinate: coordinate, digits: 2 &* digits)
    }

    /// Reads the fields whatever they look like.
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

    /// Reads degrees times a hundred plus minutes: the degrees, not a number where they cannot be an angle, and how
    /// many digits stand behind the point.
    ///
    /// Computed in sixtieths of the last digit and divided once, so that the result is the nearest `Double`.
    @inline(__always)
    private mutating func angle(in bytes: Span<UInt8>) -> (degrees: Double, digits: Int)? {
        guard let angle = number(in: bytes) else { return nil }
        // Twelve digits of a minute are nanometres; more would not fit.
        guard angle.mantissa >= 0, angle.scale <= 12, angle.integerDigits <= 5 else {
            return (.nan, angle.scale)
        }
        let minute = FixedPoint.power(angle.scale)
        let degrees = angle.mantissa / (100 &* minute)
        guard angle.mantissa &- degrees &* 100 &* minute < 60 &* minute else { return (.nan, angle.scale) }
        return (Double(angle.mantissa &- degrees &* 40 &* minute) / Double(60 &* minute), angle.scale)
    }
}

extension Span<UInt8> {
    /// Returns the degrees of the angle at `start`, with so many digits before its point and behind; they mean nothing
    /// unless `others`, a bit for each character that is not what it should be, is zero.
    ///
    /// There must be eight bytes before the point and before the end.
    @inline(__always)
    fileprivate func angle(at start: Int, wholeDigits: Int, _ digits: Int) -> (
        degrees: Double, others: UInt64
    ) {
        let point = start &+ wholeDigits
        let whole = word(at: point &- 8).lastDigits(wholeDigits)
        let fraction = word(at: point &+ digits &- 7).lastDigits(digits)
        // Degrees, two digits of which are a pair of their own, and minutes.
        let pairs = whole.joinedPairs & 0x00FF_00FF_00FF_0000
        let minutes = Int64(truncatingIfNeeded: (pairs &* (1 | 60 << 16 | 6000 << 32)) >> 48)
        let minute = FixedPoint.power(digits)
        let isNoMinute = (pairs >> 48) > 59
        let isNoPoint = self[point] != UInt8(ascii: ".")
        return (
            Double(minutes &* minute &+ fraction.joinedDigits) / Double(60 &* minute),
            whole.bytesAboveNine | fraction.bytesAboveNine | (isNoMinute || isNoPoint ? 1 : 0)
        )
    }
}
