package import LocationModel

/// Global positioning system fix data: the one sentence that has position, altitude and quality together.
///
///            1         2       3 4        5 6 7  8   9    10 11   12 13  14
///            |         |       | |        | | |  |   |     | |    | |   |
///     $--GGA,hhmmss.ss,ddmm.mm,N,dddmm.mm,E,q,nn,h.h,aaa.a,M,gg.g,M,ss.s,iiii*hh
///
///  1 time · 2-5 position · 6 quality · 7 satellites used · 8 horizontal dilution · 9-10 antenna above mean
///  sea level · 11-12 geoid above the ellipsoid · 13-14 age and station of differential corrections
///
/// Reference: IEC 61162-1, 8.3.35.
/// Quirks: NovAtel numbers SBAS solutions 9. Many receivers stop counting satellites at 12. A dilution of 99
/// or more, or of 0, means that there is none (u-blox, SiRF).
package struct GGA: Hashable, Sendable {
    /// When the position was true; `nil` while the receiver does not know.
    package var time: TimeOfDay?

    /// The position, also where the quality says that it is not to be used.
    package var position: Position?

    /// How the solution was made; `nil` when the receiver says that there is none.
    package var quality: FixQuality?

    /// Satellites that went into the solution.
    package var satellitesUsed: Int?

    /// Horizontal dilution of precision.
    package var horizontalDilution: Double?

    /// Metres of the antenna above mean sea level.
    package var altitudeMeters: Double?

    /// Metres of the geoid above the ellipsoid.
    package var geoidSeparationMeters: Double?

    /// Reads the fields, or returns `nil` when time, position or quality cannot be read.
    @inline(always)
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        position = fields.position(in: bytes)
        let indicator = fields.integer(0...9, in: bytes)
        guard !fields.isMalformed, !fields.isTruncated else { return nil }
        // An empty indicator beside a position says nothing against it (humminbird, some plotters).
        quality =
            if let indicator { FixQuality(ggaIndicator: indicator) } else {
                position == nil ? nil : .unknown
            }
        satellitesUsed = fields.integer(0...999, in: bytes).map { Int($0) }
        horizontalDilution = fields.dilution(in: bytes)
        altitudeMeters = fields.double(in: bytes)
        fields.skip(in: bytes)
        geoidSeparationMeters = fields.double(in: bytes)
    }
}

extension FixQuality {
    /// Creates a quality from GGA's indicator; `nil` for 0, which means no solution.
    fileprivate init?(ggaIndicator: Int64) {
        switch ggaIndicator {
        case 1: self = .autonomous
        case 2, 9: self = .differential
        case 3: self = .precise
        case 4: self = .rtkFixed
        case 5: self = .rtkFloat
        case 6: self = .deadReckoning
        case 7: self = .manual
        case 8: self = .simulated
        default: return nil
        }
    }
}

extension FieldCursor {
    /// Reads a dilution of precision; one that says "none" reads as `nil`.
    @inline(__always)
    mutating func dilution(in bytes: Span<UInt8>) -> Double? {
        guard let dilution = double(in: bytes), dilution > 0, dilution < 90 else { return nil }
        return dilution
    }
}
