package import LocationModel

/// Datum reference: which datum the positions that follow are in.
///
///            1   2 3   4 5   6 7   8
///            |   | |   | |   | |   |
///     $--DTM,ccc,a,x.x,a,x.x,a,x.x,ccc*hh
///
///  1 local datum: W84, W72, S85, P90, 999 set by hand, or a code of the IHO · 2 its subdivision · 3-4 offset of the
///  latitude in minutes, N or S · 5-6 offset of the longitude in minutes, E or W · 7 offset of the altitude in metres
///  8 reference datum
///
/// Position in the local datum = position in the reference datum + offsets. Unknown ones are empty.
///
/// Reference: IEC 61162-1, 8.3.27: sent before the positions of another datum, on every change, and every 30 s.
/// Quirks: the Saab R4 sends `W84,C` and no more. The offset of the altitude is that of the ellipsoids, and says nothing
/// about heights above mean sea level.
package struct DTM: Hashable, Sendable {
    /// The local datum; `nil` for WGS-84 and those that agree with it to a metre.
    package var localDatum: LocalDatum?

    /// What a latitude in WGS-84 is short of one in the local datum, in degrees to the north.
    package var latitudeOffsetDegrees: Double?

    /// What a longitude in WGS-84 is short of one in the local datum, in degrees to the east.
    package var longitudeOffsetDegrees: Double?

    /// Reads the fields, or returns `nil` when they name no datum or an offset cannot be read.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        guard let local = fields.datum(in: bytes) else { return nil }
        guard !Self.agreeing.contains(local) else { return }
        localDatum = local
        if !fields.isAtEnd { fields.skip(in: bytes) }
        guard !fields.isAtEnd else { return }
        let latitude = fields.offset(to: UInt8(ascii: "N"), or: UInt8(ascii: "S"), in: bytes)
        let longitude = fields.offset(to: UInt8(ascii: "E"), or: UInt8(ascii: "W"), in: bytes)
        guard !fields.isMalformed else { return nil }
        if !fields.isAtEnd { fields.skip(in: bytes) }
        // Nothing is referred to anything but WGS-84 by those who leave the field out.
        let reference = fields.isAtEnd ? nil : fields.datum(in: bytes)
        guard !fields.isTruncated, reference.map({ Self.agreeing.contains($0) }) ?? true else { return }
        latitudeOffsetDegrees = latitude
        longitudeOffsetDegrees = longitude
    }

    /// Brings a fix of the local datum to WGS-84, or states how far off it may be where nothing tells.
    func refer(_ fix: inout Fix) {
        fix.localDatum = localDatum
        guard let latitudeOffsetDegrees, let longitudeOffsetDegrees else {
            fix.accuracy = fix.accuracy?.widened(
                by68: Self.unknownShift68Meters,
                by95: Self.unknownShift95Meters
            )
            return
        }
        let local = fix.coordinate
        let longitude = local.longitudeDegrees - longitudeOffsetDegrees
        guard
            let coordinate = Coordinate(
                latitudeDegrees: local.latitudeDegrees - latitudeOffsetDegrees,
                // Across the date line.
                longitudeDegrees: longitude > 180
                    ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
            )
        else { return }
        fix.coordinate = coordinate
        fix.localDatum?.shiftMeters = local.distanceMeters(to: coordinate)
    }

    /// How far datums of surveys are from WGS-84: most by less than 200 m, Tokyo's by 450 m, few by 800 m.
    private static let unknownShift68Meters = 200.0
    private static let unknownShift95Meters = 800.0

    /// WGS-84, and PZ-90, which has been within a metre of it since 2007.
    private static let agreeing = [LocalDatum(code: "W84".utf8), LocalDatum(code: "P90".utf8)]
}

extension FieldCursor {
    /// Reads the code of a datum.
    fileprivate mutating func datum(in bytes: Span<UInt8>) -> LocalDatum? {
        var code: [4 of UInt8] = .init(repeating: 0)
        var count = 0
        letters(in: bytes) { letter in
            if count < 4 { code[count] = letter }
            count += 1
        }
        guard count > 0 else { return nil }
        return LocalDatum(code: (0..<min(count, 4)).lazy.map { code[$0] })
    }

    /// Reads the two fields of an offset in minutes and its direction as degrees.
    fileprivate mutating func offset(
        to positive: UInt8,
        or negative: UInt8,
        in bytes: Span<UInt8>
    ) -> Double? {
        let minutes = double(in: bytes)
        let direction = letter(in: bytes)
        guard let minutes else { return nil }
        // A degree is a hundred kilometres; no datum is as far off.
        guard abs(minutes) < 60, direction == positive || direction == negative else { return reject() }
        return (direction == positive ? minutes : -minutes) / 60
    }
}

extension FixAccuracy {
    /// Returns the estimate with further errors, independent of its own, added.
    fileprivate func widened(by68: Double, by95: Double) -> FixAccuracy {
        var widened = self
        widened.horizontal68Meters = (horizontal68Meters * horizontal68Meters + by68 * by68).squareRoot()
        widened.horizontal95Meters = (horizontal95Meters * horizontal95Meters + by95 * by95).squareRoot()
        return widened
    }
}
