package import LocationModel

/// GNSS fix data: what GGA says, for receivers that use several satellite systems.
///
///            1         2       3 4        5 6    7  8   9    10   11  12   13
///            |         |       | |        | |    |  |   |     |    |   |    |
///     $--GNS,hhmmss.ss,ddmm.mm,N,dddmm.mm,E,mm..,nn,h.h,aaa.a,gg.g,s.s,iiii,n*hh
///
///  1 time · 2-5 position · 6 one mode letter a system, GPS first, then GLONASS, Galileo, BeiDou … · 7 satellites
///  used · 8 horizontal dilution · 9 antenna above mean sea level · 10 geoid above the ellipsoid · 11-12 age and
///  station of corrections · 13 navigational status (NMEA 4.1)
///
/// Reference: IEC 61162-1, 8.3.36.
/// Quirks: receivers with talker GN add one GNS a system with the satellites of that system and neither position
/// nor modes; those say nothing about the solution. A GLONASS-only solution is `NA…`.
package struct GNS: Hashable, Sendable {
    /// When the position was true; `nil` while the receiver does not know.
    package var time: TimeOfDay?

    /// The position; `nil` also in the sentences for single systems.
    package var position: Position?

    /// The best of the systems' modes; `nil` when all say that there is no solution.
    package var quality: FixQuality?

    /// Whether the sentence says how the solution was made, which those for single systems do not.
    package var statesQuality: Bool

    /// Satellites that went into the solution.
    package var satellitesUsed: Int?

    /// Horizontal dilution of precision.
    package var horizontalDilution: Double?

    /// Metres of the antenna above mean sea level.
    package var altitudeMeters: Double?

    /// Metres of the geoid above the ellipsoid.
    package var geoidSeparationMeters: Double?

    /// Reads the fields, or returns `nil` when time or position cannot be read.
    @inline(__always)
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        position = fields.position(in: bytes)
        guard !fields.isMalformed else { return nil }
        var best: FixQuality?
        var modes = 0
        fields.letters(in: bytes) { letter in
            modes += 1
            guard let quality = FixQuality(modeLetter: letter) else { return }
            if best == nil || quality.rankAmongModes > best?.rankAmongModes ?? 0 { best = quality }
        }
        guard !fields.isTruncated else { return nil }
        quality = best
        statesQuality = modes > 0
        satellitesUsed = fields.integer(0...999, in: bytes).map { Int($0) }
        horizontalDilution = fields.dilution(in: bytes)
        altitudeMeters = fields.double(in: bytes)
        geoidSeparationMeters = fields.double(in: bytes)
    }
}

extension FixQuality {
    /// Which of several systems' modes describes their common solution: the most exact one.
    fileprivate var rankAmongModes: Int {
        switch self {
        case .unknown: 0
        case .simulated: 1
        case .manual: 2
        case .deadReckoning: 3
        case .autonomous: 4
        case .differential: 5
        case .precise: 6
        case .rtkFloat: 7
        case .rtkFixed: 8
        }
    }
}
