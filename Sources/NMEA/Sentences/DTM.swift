package import LocationModel

/// Datum reference: the datum of the positions that follow.
///
///            1   2 3   4 5   6 7   8
///            |   | |   | |   | |   |
///     $--DTM,ccc,a,x.x,a,x.x,a,x.x,ccc*hh
///
///  1 local datum: W84, W72, S85, P90, 999 user-defined, or an IHO code · 2 its subdivision · 3-4 latitude offset in
///  minutes, N or S · 5-6 longitude offset in minutes, E or W · 7 altitude offset in metres · 8 reference datum
///
/// Position in the local datum = position in the reference datum + offsets. Unknown offsets are empty.
///
/// Reference: IEC 61162-1, 8.3.27: sent before positions of another datum, on every change, and every 30 s.
/// Quirks: the Saab R4 sends `W84,C` and nothing else. The altitude offset is between the ellipsoids and does not
/// affect heights above mean sea level.
package struct DTM: Hashable, Sendable {
    /// The local datum; `nil` for WGS-84 and for datums that agree with it to a metre.
    package var localDatum: LocalDatum?

    /// The latitude in the local datum minus that in WGS-84, in degrees to the north.
    package var latitudeOffsetDegrees: Double?

    /// The longitude in the local datum minus that in WGS-84, in degrees to the east.
    package var longitudeOffsetDegrees: Double?

    /// Parses the fields, or returns `nil` if the datum is missing or an offset is malformed.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        guard let local = fields.datum(in: bytes) else { return nil }
        guard !Self.isWGS84(local) else { return }
        localDatum = local
        if !fields.isAtEnd { fields.skip(in: bytes) }
        guard !fields.isAtEnd else { return }
        let latitude = fields.offset(to: UInt8(ascii: "N"), or: UInt8(ascii: "S"), in: bytes)
        let longitude = fields.offset(to: UInt8(ascii: "E"), or: UInt8(ascii: "W"), in: bytes)
        guard !fields.isMalformed else { return nil }
        if !fields.isAtEnd { fields.skip(in: bytes) }
        // Talkers that omit the reference datum refer to WGS-84.
        let reference = fields.isAtEnd ? nil : fields.datum(in: bytes)
        guard !fields.isTruncated, reference.map({ Self.isWGS84($0) }) ?? true else { return }
        latitudeOffsetDegrees = latitude
        longitudeOffsetDegrees = longitude
    }

    /// Converts a fix from the local datum to WGS-84, or widens its error estimate if the offsets are unknown.
    func convertToWGS84(_ fix: inout Fix) {
        fix.localDatum = localDatum
        guard let latitudeOffsetDegrees, let longitudeOffsetDegrees else {
            fix.accuracy = fix.accuracy?.widened(
                by68: Self.unknownShift68Meters,
                by95: Self.unknownShift95Meters
            )
            return
        }
        let local = fix.coordinate
        let coordinate = Coordinate(
            latitudeDegrees: local.latitudeDegrees - latitudeOffsetDegrees,
            // Wraps at the date line.
            longitudeDegrees: (local.longitudeDegrees - longitudeOffsetDegrees).remainder(dividingBy: 360)
        )
        guard let coordinate else { return }
        fix.coordinate = coordinate
        fix.localDatum?.shiftMeters = local.distanceMeters(to: coordinate)
    }

    /// The distance of survey datums from WGS-84: most are within 200 m, Tokyo is 450 m away, a few 800 m.
    private static let unknownShift68Meters = 200.0
    private static let unknownShift95Meters = 800.0

    /// Whether a datum is WGS-84, or PZ-90, which has been within a metre of it since 2007.
    private static func isWGS84(_ datum: LocalDatum) -> Bool { ["W84", "P90"].contains(datum.name) }
}

extension FieldCursor {
    fileprivate mutating func datum(in bytes: Span<UInt8>) -> LocalDatum? {
        var code: [UInt8] = []
        letters(in: bytes) { code.append($0) }
        return code.isEmpty ? nil : LocalDatum(code: code)
    }

    /// Reads the two fields of an offset, minutes and direction, in degrees.
    fileprivate mutating func offset(
        to positive: UInt8,
        or negative: UInt8,
        in bytes: Span<UInt8>
    ) -> Double? {
        let minutes = double(in: bytes)
        let direction = letter(in: bytes)
        guard let minutes else { return nil }
        // A degree is a hundred kilometres; no datum is that far off.
        guard abs(minutes) < 60, direction == positive || direction == negative else { return reject() }
        return (direction == positive ? minutes : -minutes) / 60
    }
}

extension FixAccuracy {
    /// Returns the estimate with additional, independent errors.
    fileprivate func widened(by68: Double, by95: Double) -> FixAccuracy {
        var widened = self
        widened.horizontal68Meters = (horizontal68Meters * horizontal68Meters + by68 * by68).squareRoot()
        widened.horizontal95Meters = (horizontal95Meters * horizontal95Meters + by95 * by95).squareRoot()
        return widened
    }
}
