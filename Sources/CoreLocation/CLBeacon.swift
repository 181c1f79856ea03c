// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Waymark

public typealias CLBeaconMajorValue = UInt16

public typealias CLBeaconMinorValue = UInt16

public enum CLProximity: Int, Hashable, Sendable {
    /// The beacon states no usable strength of its signal.
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
    public let uuid: UUID
    public let major: NSNumber
    public let minor: NSNumber
    public let proximity: CLProximity

    /// The distance in metres that the signal suggests; negative if unknown.
    public let accuracy: CLLocationAccuracy

    /// The strength of the received signal in dBm, smoothed over some seconds.
    public let rssi: Int

    /// When the service told it.
    public let timestamp: Date

    init(_ beacon: RangedBeacon, at date: Date) {
        uuid = UUID(beacon.identity.uuid)
        major = NSNumber(value: beacon.identity.major)
        minor = NSNumber(value: beacon.identity.minor)
        proximity = CLProximity(beacon.proximity)
        accuracy = beacon.accuracyMeters ?? -1
        rssi = beacon.rssi
        timestamp = date
    }

    public static func == (left: CLBeacon, right: CLBeacon) -> Bool {
        left.uuid == right.uuid && left.major == right.major && left.minor == right.minor
            && left.timestamp == right.timestamp
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(uuid)
        hasher.combine(major)
        hasher.combine(minor)
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
