/// The UUID that the beacons of one owner have in common.
public struct BeaconUUID: Hashable, Comparable, Sendable, LosslessStringConvertible {
    private let value: UInt128

    /// Creates a UUID from its text, such as `74278BDA-B644-4520-8F0C-720EAF059935`, in letters of either case.
    public init?(_ description: String) {
        let groups = description.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            description.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let value = UInt128(groups.joined(), radix: 16)
        else { return nil }
        self.value = value
    }

    /// Creates a UUID from its bytes, or `nil` unless there are 16.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        value = bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// The two halves, the first one first.
    package var halves: (UInt64, UInt64) { (UInt64(value >> 64), UInt64(truncatingIfNeeded: value)) }

    package init(halves first: UInt64, _ second: UInt64) { value = UInt128(first) << 64 | UInt128(second) }

    /// The text, in capital letters.
    public var description: String {
        let digits = String(value, radix: 16, uppercase: true)
        var text = String(repeating: "0", count: 32 - digits.count) + digits
        for place in [8, 13, 18, 23] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
        return text
    }

    /// Orders by value.
    public static func < (left: BeaconUUID, right: BeaconUUID) -> Bool { left.value < right.value }
}

extension BeaconUUID: Codable {
    /// Creates a UUID from its coded text.
    ///
    /// - Throws: `DecodingError` unless the value is the text of a UUID.
    public init(from decoder: any Decoder) throws { self = try decoder.value { BeaconUUID($0) } }

    /// Encodes its text.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
