/// A geodetic datum other than WGS-84 that a receiver is set to.
///
/// The same coordinates in it are a different place, up to some hundreds of metres away.
package struct LocalDatum: Hashable, Codable, Sendable {
    /// Up to four letters and digits, the last in the lowest byte.
    ///
    /// An integer keeps ``Fix`` free of reference counting.
    private let code: UInt32

    /// The distance in metres by which the coordinate was moved to convert it to WGS-84; `nil` if the receiver did not
    /// give the shift.
    ///
    /// Without a shift the coordinate is still on the local datum.
    package var shiftMeters: Double?

    /// Creates a datum from the first four bytes of its code; any other byte than a letter or digit becomes `?`.
    package init(code: some Sequence<UInt8>, shiftMeters: Double? = nil) {
        self.shiftMeters = shiftMeters
        self.code = code.prefix(4).reduce(0) { code, byte in
            code << 8 | UInt32(isLetterOrDigit(byte) ? byte : UInt8(ascii: "?"))
        }
    }

    /// The code of the datum as the receiver reports it, such as `999` for a user-defined one.
    package var name: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }.filter { $0 != 0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
