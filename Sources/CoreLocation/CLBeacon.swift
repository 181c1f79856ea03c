// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Waymark

public typealias CLBeaconMajorValue = UInt16

public typealias CLBeaconMinorValue = UInt16

public enum CLProximity: Int, Hashable, Sendable {
    /// The beacon states no usable signal strength.
    case unknown = 0

    /// Within half a metre.
    case immediate = 1

    /// Within some three metres.
    case near = 2

    /// Farther away.
    case far = 3

    init(_ proximity: BeaconProximity) {
        self =
            switch proximity {
            case .immediate: .immediate
            case .near: .near
            case .far: .far
            default: .unknown
            }
    }
}

public final class CLBeacon: Hashable, Sendable {
    private let beacon: RangedBeacon

    /// The time at which the service reported it.
    public let timestamp: Date

    public var uuid: UUID { UUID(beacon.identity.uuid) }
    public var major: NSNumber { NSNumber(value: beacon.identity.major) }
    public var minor: NSNumber { NSNumber(value: beacon.identity.minor) }
    public var proximity: CLProximity { CLProximity(beacon.proximity) }

    /// The distance in metres that the signal suggests; negative if unknown.
    public var accuracy: CLLocationAccuracy { beacon.accuracyMeters ?? -1 }

    /// The strength of the received signal in dBm, smoothed over some seconds.
    public var rssi: Int { beacon.rssi }

    init(_ beacon: RangedBeacon, at date: Date) { (self.beacon, timestamp) = (beacon, date) }

    public static func == (left: CLBeacon, right: CLBeacon) -> Bool {
        left.beacon.identity == right.beacon.identity && left.timestamp == right.timestamp
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(beacon.identity)
        hasher.combine(timestamp)
    }
}

/// The beacons that an app wants to know of: all of an owner, those of one group, or a single one.
public final class CLBeaconIdentityConstraint: CLCondition, Hashable {
    public let uuid: UUID
    public let major: CLBeaconMajorValue?
    public let minor: CLBeaconMinorValue?

    public init(uuid: UUID) { (self.uuid, major, minor) = (uuid, nil, nil) }
    public init(uuid: UUID, major: CLBeaconMajorValue) { (self.uuid, self.major, minor) = (uuid, major, nil) }

    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
        (self.uuid, self.major, self.minor) = (uuid, major, minor)
    }

    init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
        (self.uuid, self.major, self.minor) = (uuid, major, minor)
    }

    public static func == (left: CLBeaconIdentityConstraint, right: CLBeaconIdentityConstraint) -> Bool {
        BeaconCondition(left) == BeaconCondition(right)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(BeaconCondition(self)) }
}

extension UUID {
    init(_ uuid: BeaconUUID) {
        let halves = (uuid.halves.0.bigEndian, uuid.halves.1.bigEndian)
        self.init(uuid: unsafe unsafeBitCast(halves, to: uuid_t.self))
    }
}

extension BeaconCondition {
    init(_ constraint: CLBeaconIdentityConstraint) {
        let halves = unsafe unsafeBitCast(constraint.uuid.uuid, to: (UInt64, UInt64).self)
        let owner = BeaconUUID(halves: UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
        self = BeaconCondition(owner, constraint.major, constraint.minor) ?? BeaconCondition(uuid: owner)
    }
}
