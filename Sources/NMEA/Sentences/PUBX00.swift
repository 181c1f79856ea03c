import LocationModel

extension Solution {
    /// u-blox's proprietary position sentence, the only one with the receiver's own accuracy estimate.
    ///
    ///              1         2       3 4        5 6   7  8   9   10  11  12  13 14  15  16  17
    ///              |         |       | |        | |   |  |   |   |   |   |   |  |   |   |   |
    ///     $PUBX,00,hhmmss.ss,ddmm.mm,N,dddmm.mm,E,a.a,ns,h.h,v.v,k.k,c.c,d.d,aa,h.h,v.v,t.t,nn,…*hh
    ///
    ///  1 time · 2-5 position · 6 height above the ellipsoid · 7 NF no fix, DR dead reckoning, G2 G3 stand-alone,
    ///  D2 D3 differential, RK with dead reckoning, TT time only · 8-9 horizontal and vertical accuracy in metres
    ///  10 speed in km/h · 11 course · 12 vertical velocity, positive downward · 13 age of corrections
    ///  14-16 HDOP, VDOP, TDOP · 17 satellites used
    ///
    /// It is read after `00`; `nil` if time, position or status are malformed.
    ///
    /// Reference: "u-blox 8 / M8 Receiver description", UBX-13003221, 31.3.2.
    /// Quirks: u-blox does not state the confidence; 68 % is assumed. Without a fix the accuracies are millions of metres.
    @inline(__always)
    init?(pubx00 fields: inout FieldCursor, in bytes: Span<UInt8>) {
        self.init(.pubx)
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
        let horizontal = fields.double(in: bytes)
        accuracy = FixAccuracy(statedMeters: horizontal, vertical: fields.double(in: bytes))
        speedMetersPerSecond = fields.speed(metersPerSecond: 1 / 3.6, in: bytes)
        courseDegrees = fields.course(in: bytes)
        fields.skip(2, in: bytes)
        horizontalDilution = fields.dilution(in: bytes)
        verticalDilution = fields.dilution(in: bytes)
        fields.skip(in: bytes)
        satellitesUsed = fields.integer(0...999, in: bytes).map { Int($0) }
    }
}
