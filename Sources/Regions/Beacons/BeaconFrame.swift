package import LocationModel

package struct BeaconFrame: Hashable, Sendable {
    /// The company number in the manufacturer data of iBeacons: Apple's.
    package static let company: UInt16 = 0x004C

    package let identity: BeaconIdentity

    /// The strength that the beacon states for a distance of one metre, in dBm.
    package let powerAtOneMeter: Int8

    /// Creates the content of manufacturer data of ``company``; `nil` if it is not an iBeacon's.
    ///
    /// ```
    /// 02 15  74278BDA-B644-4520-8F0C-720EAF059935  00 01  00 02  C5
    /// type   UUID, 16 bytes                        major  minor  power
    /// and length
    /// ```
    package init?(manufacturerData bytes: [UInt8]) {
        guard bytes.count == 23, bytes[0] == 0x02, bytes[1] == 0x15,
            let uuid = BeaconUUID(bytes: bytes[2..<18])
        else { return nil }
        identity = BeaconIdentity(
            uuid: uuid,
            major: UInt16(bytes[18]) << 8 | UInt16(bytes[19]),
            minor: UInt16(bytes[20]) << 8 | UInt16(bytes[21])
        )
        powerAtOneMeter = Int8(bitPattern: bytes[22])
    }
}
