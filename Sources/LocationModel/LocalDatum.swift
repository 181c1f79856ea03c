/// A geodetic datum other than WGS-84 that a receiver is set to.
///
/// The same coordinates in it are a different place, up to some hundreds of metres away.
package struct LocalDatum: Hashable, Codable, Sendable {
    /// Up to four letters and digits, the last in the lowest byte.
    ///
    /// An integer keeps ``Fix`` free of reference counting.
    private var code: UInt32 = 0

    /// The distance in metres by which the coordinate was moved to convert it to WGS-84; `nil` if the receiver did not
    /// give the shift.
    ///
    /// Without a shift the coordinate is still on the local datum.
    package var shiftMeters: Double?

    /// Creates a datum from the first four bytes of its code; any other byte than a letter or digit becomes `?`.
    package init(code: some Sequence<UInt8>, shiftMeters: Double? = nil) {
        self.shiftMeters = shiftMeters
        for byte in code { append(byte) }
    }

    /// Creates a datum without a code, to which ``append(_:)`` adds bytes.
    package init() {}

    /// Appends a byte of the code; bytes after the fourth are ignored.
    package mutating func append(_ byte: UInt8) {
        guard code >> 24 == 0 else { return }
        code = code << 8 | UInt32(isLetterOrDigit(byte) ? byte : UInt8(ascii: "?"))
    }

    /// The code of the datum as the receiver reports it, such as `999` for a user-defined one.
    package var name: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }.filter { $0 != 0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
