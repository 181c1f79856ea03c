/// GNSS satellites in view.
///
///            1 2 3 4  5  6   7  …
///            | | | |  |  |   |
///     $--GSV,t,n,v,id,el,azi,sn,…,s*hh
///
///  1 number of sentences · 2 number of this sentence · 3 satellites in view · 4-7 identifier, elevation, azimuth and
///  signal strength of up to four satellites · last: signal (NMEA 4.11)
///
/// Reference: IEC 61162-1, 8.3.40.
/// Quirks: it has no time. Receivers send a series for each satellite system and, from NMEA 4.11 on, for each signal.
package struct GSV: Hashable, Sendable {
    /// The number of satellites of the talker's system in view; `nil` except in the first sentence of a series.
    package var inView: Int?

    /// The strengths of the signals in the sentence, in dB-Hz.
    package private(set) var strengths = SignalSums()

    /// Parses the fields, or returns `nil` if the first ones are missing or malformed.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        fields.skip(in: bytes)
        let number = fields.integer(1...99, in: bytes)
        // All sentences of a series have the same count.
        if number == 1 { inView = fields.integer(0...999, in: bytes).map { Int($0) } }
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        // What follows four satellites, or fewer, is the signal.
        var satellites = fields
        if number != 1 { satellites.skip(in: bytes) }
        for _ in 0..<4 {
            satellites.skip(3, in: bytes)
            let strength = satellites.integer(0...99, in: bytes)
            guard !satellites.isTruncated else { break }
            if let strength, strength > 0 { strengths.add(Double(strength)) }
        }
    }
}
