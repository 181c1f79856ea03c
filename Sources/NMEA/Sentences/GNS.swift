import LocationModel

extension Solution {
    /// GNSS fix data: the content of GGA for receivers that use several satellite systems.
    ///
    ///            1         2       3 4        5 6    7  8   9    10   11  12   13
    ///            |         |       | |        | |    |  |   |     |    |   |    |
    ///     $--GNS,hhmmss.ss,ddmm.mm,N,dddmm.mm,E,mm..,nn,h.h,aaa.a,gg.g,s.s,iiii,n*hh
    ///
    ///  1 time · 2-5 position · 6 one mode letter for each system: GPS, GLONASS, Galileo, BeiDou … · 7 satellites used
    ///  8 HDOP · 9 antenna above mean sea level · 10 geoid separation · 11-12 age and station of corrections
    ///  13 navigational status (NMEA 4.1)
    ///
    /// The quality is the best mode of all systems. `nil` if time or position are malformed.
    ///
    /// Reference: IEC 61162-1, 8.3.36.
    /// Quirks: receivers with talker GN add one GNS for each system with the satellites of that system, and neither
    /// position nor modes; it says nothing about the solution. A GLONASS-only solution is `NA…`.
    @inline(__always)
    init?(gns fields: inout FieldCursor, in bytes: Span<UInt8>) {
        self.init(.gns)
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
    /// The rank by which one of several systems' modes describes their common solution: the most precise one wins.
    fileprivate var rankAmongModes: Int { Self.byPrecision.firstIndex(of: self) ?? 0 }

    private static let byPrecision: [FixQuality] = [
        .unknown, .simulated, .manual, .deadReckoning, .autonomous, .differential, .precise, .rtkFloat,
        .rtkFixed,
    ]
}
