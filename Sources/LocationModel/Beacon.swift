/// The identity that an iBeacon advertises.
public struct BeaconIdentity: Hashable, Codable, Comparable, Sendable {
    /// The UUID, which the beacons of one owner have in common.
    public let uuid: BeaconUUID

    /// The number of a group of beacons, such as those of one shop.
    public let major: UInt16

    /// The number of one beacon in its group.
    public let minor: UInt16

    /// Creates an identity.
    public init(uuid: BeaconUUID, major: UInt16, minor: UInt16) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// Orders by UUID, group and number.
    public static func < (left: BeaconIdentity, right: BeaconIdentity) -> Bool {
        (left.uuid, left.major, left.minor) < (right.uuid, right.major, right.minor)
    }
}

/// The beacons that an app wants to know of: all of an owner, those of one group, or a single one.
public struct BeaconCondition: Hashable, Codable, Comparable, Sendable {
    /// The UUID, which the beacons of one owner have in common.
    public let uuid: BeaconUUID

    /// The group; `nil` for all.
    public let major: UInt16?

    /// The beacon in its group; `nil` for all.
    public let minor: UInt16?

    /// Creates a condition for all beacons of an owner, or for those of one group.
    public init(uuid: BeaconUUID, major: UInt16? = nil) {
        self.uuid = uuid
        self.major = major
        minor = nil
    }

    /// Creates a condition for one beacon.
    public init(uuid: BeaconUUID, major: UInt16, minor: UInt16) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// Creates a condition, or `nil` for a `minor` without a `major`.
    package init?(_ uuid: BeaconUUID, _ major: UInt16?, _ minor: UInt16?) {
        guard major != nil || minor == nil else { return nil }
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// Parses `UUID[,MAJOR[,MINOR]]`; `nil` if the text has another form.
    package init?(text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.dropFirst().compactMap { UInt16($0) }
        guard parts.count <= 3, numbers.count == parts.count - 1, let uuid = BeaconUUID(parts[0]) else {
            return nil
        }
        self.init(uuid, numbers.first, numbers.count > 1 ? numbers[1] : nil)
    }

    /// Returns whether a beacon meets the condition.
    public func matches(_ beacon: BeaconIdentity) -> Bool {
        beacon.uuid == uuid && major.map { $0 == beacon.major } ?? true
            && minor.map { $0 == beacon.minor } ?? true
    }

    /// Orders by UUID, group and number; a condition without group or number comes first.
    public static func < (left: BeaconCondition, right: BeaconCondition) -> Bool {
        func key(_ condition: BeaconCondition) -> (BeaconUUID, Int, Int) {
            (condition.uuid, condition.major.map { Int($0) } ?? -1, condition.minor.map { Int($0) } ?? -1)
        }
        return key(left) < key(right)
    }
}

/// The rough distance of a beacon, in steps that its signal can distinguish.
@nonexhaustive public enum BeaconProximity: String, Hashable, Codable, Sendable, CaseIterable {
    /// Within half a metre.
    case immediate

    /// Within some three metres.
    case near
    case far

    /// The beacon states no usable signal strength.
    case unknown
}

/// A beacon in range, as its signal shows it.
public struct RangedBeacon: Hashable, Codable, Sendable {
    /// The beacon.
    public let identity: BeaconIdentity

    /// The rough distance of the beacon.
    public let proximity: BeaconProximity

    /// The distance in metres that the signal suggests; walls and bodies make it too large.
    ///
    /// Use it to order beacons of the same proximity. `nil` if the beacon states no usable signal strength.
    public let accuracyMeters: Double?

    /// The strength of the received signal in dBm, smoothed over some seconds.
    public let rssi: Int

    package init(_ identity: BeaconIdentity, _ proximity: BeaconProximity, accuracyMeters: Double?, rssi: Int)
    {
        self.identity = identity
        self.proximity = proximity
        self.accuracyMeters = accuracyMeters
        self.rssi = rssi
    }
}

/// A signal of a beacon that a radio received.
package struct BeaconSighting: Hashable, Codable, Sendable {
    package let identity: BeaconIdentity

    /// The strength of the received signal, in dBm.
    package let rssi: Double

    /// The strength that the beacon states for a distance of one metre, in dBm.
    package let powerAtOneMeter: Double

    /// Creates a sighting, or `nil` unless both strengths are in `-128...20`, the range that a radio can
    /// report.
    package init?(_ identity: BeaconIdentity, rssi: Double, powerAtOneMeter: Double) {
        guard Self.strengths.contains(rssi), Self.strengths.contains(powerAtOneMeter) else { return nil }
        self.identity = identity
        self.rssi = rssi
        self.powerAtOneMeter = powerAtOneMeter
    }

    private static let strengths = -128.0...20
}
