import LocationModel

extension Solution {
    /// Recommended minimum specific GNSS data: position, velocity and the date.
    ///
    ///            1         2 3       4 5        6 7   8   9      10  11 12 13
    ///            |         | |       | |        | |   |   |      |   |  |  |
    ///     $--RMC,hhmmss.ss,A,ddmm.mm,N,dddmm.mm,E,s.s,c.c,ddmmyy,v.v,E,m,n*hh
    ///
    ///  1 time · 2 A valid, V warning · 3-6 position · 7 speed in knots · 8 course, true · 9 date · 10-11 magnetic
    ///  variation · 12 mode (NMEA 2.3) · 13 navigational status (NMEA 4.1)
    ///
    /// `nil` if time, status or position are malformed.
    ///
    /// Reference: IEC 61162-1, 8.3.69.
    /// Quirks: the Telit HE910 writes dates such as `2208-1` beside a good position. The navigational status is V on
    /// receivers that do not provide it, so it is ignored. Receivers without a magnetic model write zero.
    @inline(__always)
    init?(rmc fields: inout FieldCursor, in bytes: Span<UInt8>) {
        self.init(.rmc)
        time = fields.timeOfDay(in: bytes)
        let status = fields.letter(in: bytes)
        position = fields.position(in: bytes)
        guard !fields.isMalformed, !fields.isTruncated, let status else { return nil }
        speedMetersPerSecond = fields.speed(metersPerSecond: Self.metersPerSecondInKnot, in: bytes)
        courseDegrees = fields.course(in: bytes)
        midnight = fields.midnight(in: bytes)
        guard !fields.isTruncated else { return nil }
        // A malformed or missing variation matters to nobody without a compass.
        let isMalformed = fields.isMalformed
        variationDegrees = fields.eastward(in: bytes).flatMap { $0 == 0 ? nil : $0 }
        fields.isMalformed = isMalformed
        let mode = fields.isAtEnd ? nil : fields.letter(in: bytes)
        quality = FixQuality(status: status, mode: mode)
    }

    /// The metres per second in a knot, one nautical mile (1852 m) an hour.
    static let metersPerSecondInKnot = 1852.0 / 3600
}

extension FixQuality {
    /// Creates a quality from the status of RMC or GLL and the mode added by NMEA 2.3; `nil` for no solution.
    init?(status: UInt8, mode: UInt8?) {
        // The Seapath and others report a differential solution as status D.
        guard status == UInt8(ascii: "A") || status == UInt8(ascii: "D") else { return nil }
        guard let mode else {
            self = status == UInt8(ascii: "D") ? .differential : .unknown
            return
        }
        self.init(modeLetter: mode)
    }

    /// Creates a quality from the mode letter of RMC, GLL, VTG and GNS; `nil` for N, no solution.
    init?(modeLetter: UInt8) {
        switch modeLetter {
        case UInt8(ascii: "A"): self = .autonomous
        case UInt8(ascii: "D"): self = .differential
        case UInt8(ascii: "E"): self = .deadReckoning
        case UInt8(ascii: "F"): self = .rtkFloat
        case UInt8(ascii: "M"): self = .manual
        case UInt8(ascii: "P"): self = .precise
        case UInt8(ascii: "R"): self = .rtkFixed
        case UInt8(ascii: "S"): self = .simulated
        case UInt8(ascii: "N"): return nil
        default: self = .unknown
        }
    }
}

extension FieldCursor {
    /// Reads a speed over ground, given the size of its unit in metres per second.
    mutating func speed(metersPerSecond unit: Double, in bytes: Span<UInt8>) -> Double? {
        guard let speed = double(in: bytes) else { return nil }
        guard speed >= 0 else { return reject() }
        return speed * unit
    }

    /// Reads a course over ground; 360 becomes 0.
    mutating func course(in bytes: Span<UInt8>) -> Double? {
        guard let course = double(in: bytes) else { return nil }
        guard course >= 0, course <= 360 else { return reject() }
        return course == 360 ? 0 : course
    }
}
