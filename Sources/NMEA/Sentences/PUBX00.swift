package import LocationModel

/// u-blox's own position sentence, which alone has the receiver's estimate of its accuracy.
///
///              1         2       3 4        5 6   7  8   9   10  11  12  13 14  15  16  17
///              |         |       | |        | |   |  |   |   |   |   |   |  |   |   |   |
///     $PUBX,00,hhmmss.ss,ddmm.mm,N,dddmm.mm,E,a.a,ns,h.h,v.v,k.k,c.c,d.d,aa,h.h,v.v,t.t,nn,…*hh
///
///  1 time · 2-5 position · 6 height above the ellipsoid · 7 NF none, DR dead reckoning, G2 G3 alone, D2 D3 differential,
///  RK with dead reckoning, TT time only · 8-9 horizontal and vertical accuracy in metres · 10 speed in km/h · 11 course
///  12 velocity downward · 13 age of corrections · 14-16 dilutions: horizontal, vertical, time · 17 satellites used
///
/// Reference: "u-blox 8 / M8 Receiver description", UBX-13003221, 31.3.2.
/// Quirks: u-blox states no confidence; the accuracies are held for 68 %. Without a fix they are millions of metres.
package struct PUBX00: Hashable, Sendable {
    /// When the position was true; `nil` while the receiver does not know.
    package var time: TimeOfDay?

    /// The position, also where the status says that it is not to be used.
    package var position: Position?

    /// How the solution was made; `nil` when the receiver says that there is none.
    package var quality: FixQuality?

    /// 2 or 3; `nil` where the status does not tell.
    package var dimensions: Int?

    /// Metres horizontally.
    package var horizontalMeters: Double?

    /// Metres vertically.
    package var verticalMeters: Double?

    /// Metres per second over ground.
    package var speedMetersPerSecond: Double?

    /// Degrees from true north over ground.
    package var courseDegrees: Double?

    /// Horizontal dilution of precision.
    package var horizontalDilution: Double?

    /// Vertical dilution of precision.
    package var verticalDilution: Double?

    /// Satellites that went into the solution.
    package var satellitesUsed: Int?

    /// Reads the fields behind the `00`, or returns `nil` when time, position or status cannot be read.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        position = fields.position(in: bytes)
        fields.skip(in: bytes)
        var status = (UInt8(0), UInt8(0))
        fields.letters(in: bytes) { status = (status.1, $0) }
        guard !fields.isMalformed, !fields.isTruncated else { return nil }
        switch status {
        case (UInt8(ascii: "N"), UInt8(ascii: "F")), (UInt8(ascii: "T"), UInt8(ascii: "T")): quality = nil
        case (UInt8(ascii: "D"), UInt8(ascii: "R")): quality = .deadReckoning
        case (UInt8(ascii: "R"), UInt8(ascii: "K")): quality = .autonomous
        case (let kind, UInt8(ascii: "2")), (let kind, UInt8(ascii: "3")):
            quality = kind == UInt8(ascii: "D") ? .differential : .autonomous
            dimensions = status.1 == UInt8(ascii: "2") ? 2 : 3
        default: return nil
        }
        horizontalMeters = fields.double(in: bytes)
        verticalMeters = fields.double(in: bytes)
        speedMetersPerSecond = fields.speed(metersPerSecond: 1 / 3.6, in: bytes)
        courseDegrees = fields.course(in: bytes)
        fields.skip(2, in: bytes)
        horizontalDilution = fields.dilution(in: bytes)
        verticalDilution = fields.dilution(in: bytes)
        fields.skip(in: bytes)
        satellitesUsed = fields.integer(0...999, in: bytes).map { Int($0) }
    }
}
