/// A geodetic datum other than WGS-84 that a receiver was set to.
///
/// The same numbers mean another place in it, up to some hundreds of metres away.
package struct LocalDatum: Hashable, Sendable {
    /// Up to four letters and digits, the last one lowest: a fix shall hold nothing that is counted or allocated.
    private var code: UInt32 = 0

    /// Metres that the coordinate was moved to bring it to WGS-84; `nil` where the receiver did not say how far.
    ///
    /// Without it the coordinate is still that of the local datum.
    package var shiftMeters: Double?

    /// Creates a datum from the bytes of its code, of which the first four count.
    ///
    /// - Parameters:
    ///   - code: Letters and digits; anything else becomes `?`.
    ///   - shiftMeters: How far the coordinate was moved to bring it to WGS-84.
    package init(code: some Sequence<UInt8>, shiftMeters: Double? = nil) {
        self.shiftMeters = shiftMeters
        for byte in code { append(byte) }
    }

    /// Creates a datum whose code is appended byte by byte.
    package init() {}

    /// Adds a byte of the code, of which the first four count.
    package mutating func append(_ byte: UInt8) {
        guard code >> 24 == 0 else { return }
        code = code << 8 | UInt32(isLetterOrDigit(byte) ? byte : UInt8(ascii: "?"))
    }

    /// The code of the datum as the receiver gave it, such as `999` for one that was set by hand.
    package var name: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }.filter { $0 != 0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
