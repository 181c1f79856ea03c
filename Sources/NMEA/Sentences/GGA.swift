import LocationModel

extension Solution {
    /// Global positioning system fix data: the only standard sentence with position, altitude and quality.
    ///
    ///            1         2       3 4        5 6 7  8   9    10 11   12 13  14
    ///            |         |       | |        | | |  |   |     | |    | |   |
    ///     $--GGA,hhmmss.ss,ddmm.mm,N,dddmm.mm,E,q,nn,h.h,aaa.a,M,gg.g,M,ss.s,iiii*hh
    ///
    ///  1 time · 2-5 position · 6 quality · 7 satellites used · 8 HDOP · 9-10 antenna above mean sea level
    ///  11-12 geoid separation · 13-14 age and station of differential corrections
    ///
    /// `nil` if time, position or quality are malformed.
    ///
    /// Reference: IEC 61162-1, 8.3.35.
    /// Quirks: NovAtel numbers SBAS solutions 9. Many receivers stop counting satellites at 12. A dilution of 0, or of 99
    /// and above, means that there is none (u-blox, SiRF).
    @inline(__always)
    init?(gga fields: inout FieldCursor, in bytes: Span<UInt8>) {
        self.init(.gga)
        time = fields.timeOfDay(in: bytes)
        position = fields.position(in: bytes)
        let indicator = fields.integer(0...9, in: bytes)
        guard !fields.isMalformed, !fields.isTruncated else { return nil }
        // An empty quality beside a position does not invalidate it (Humminbird, some plotters).
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
    /// Creates a quality from GGA's indicator; `nil` for 0, no solution.
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
    /// Reads a dilution of precision; the values for "none" read as `nil`.
    mutating func dilution(in bytes: Span<UInt8>) -> Double? {
        guard let dilution = double(in: bytes), dilution > 0, dilution < 90 else { return nil }
        return dilution
    }
}
