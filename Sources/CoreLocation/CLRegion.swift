import LinuxSystem
import LocationModel
import Waymark

/// The state of a region.
public enum CLRegionState: Int, Hashable, Sendable {
    /// Not known yet.
    case unknown = 0

    /// The machine is inside.
    case inside = 1

    /// The machine is outside.
    case outside = 2

    init(_ state: RegionState) {
        self =
            switch state {
            case .satisfied: .inside
            case .unsatisfied: .outside
            default: .unknown
            }
    }
}

/// A region that an app monitors: a ``CLCircularRegion`` or a ``CLBeaconRegion``.
///
/// Regions are equal if their identifiers are.
open class CLRegion: NSObject, NSSecureCoding, @unchecked Sendable {
    private let watched: Guarded<WatchedRegion>

    fileprivate init(_ condition: RegionCondition?, _ identifier: String) {
        watched = Guarded(WatchedRegion(identifier: identifier, condition: condition))
    }

    /// Reads a region from an archive.
    public required convenience init?(coder: NSCoder) { self.init(nil, coder) }

    fileprivate init?(_ condition: RegionCondition?, _ coder: NSCoder) {
        guard var value = coder.decodeValues(WatchedRegion.self) else { return nil }
        value.condition = condition
        watched = Guarded(value)
    }

    /// Writes the region into an archive, which only this module reads.
    open func encode(with coder: NSCoder) { coder.encode(values: value) }

    /// Regions can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// The app's name for it, by which it replaces an earlier one.
    public var identifier: String { value.identifier }

    /// Whether the delegate is told that the machine came in.
    open var notifyOnEntry: Bool {
        get { value.notifiesEntry }
        set { watched.withLock { $0.notifiesEntry = newValue } }
    }

    /// Whether the delegate is told that the machine left.
    open var notifyOnExit: Bool {
        get { value.notifiesExit }
        set { watched.withLock { $0.notifiesExit = newValue } }
    }

    var value: WatchedRegion { watched.withLock { $0 } }

    /// Compares the identifiers.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CLRegion)?.identifier == identifier }

    /// Hashes the identifier.
    open override var hash: Int { identifier.hashValue }
}

/// A circle.
open class CLCircularRegion: CLRegion, @unchecked Sendable {
    /// The middle.
    public let center: CLLocationCoordinate2D

    /// The radius in metres, from 10 to 1,000,000.
    public let radius: CLLocationDistance

    /// Creates a circle.
    ///
    /// - Parameters:
    ///   - center: The middle.
    ///   - radius: The radius in metres, from 10 to 1,000,000.
    ///   - identifier: The app's name for it, of 1 to 128 bytes.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        self.center = center
        self.radius = radius
        super.init(Self.condition(center, radius), identifier)
    }

    /// Reads a circle from an archive.
    public required init?(coder: NSCoder) {
        guard let circle = coder.decodeValues(Circle.self, forKey: "circle") else { return nil }
        center = CLLocationCoordinate2D(latitude: circle.latitude, longitude: circle.longitude)
        radius = circle.radius
        super.init(Self.condition(center, radius), coder)
    }

    /// Writes the circle into an archive, which only this module reads.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let circle = Circle(latitude: center.latitude, longitude: center.longitude, radius: radius)
        coder.encode(values: circle, forKey: "circle")
    }

    private struct Circle: Codable { var latitude, longitude, radius: Double }

    private static func condition(
        _ center: CLLocationCoordinate2D,
        _ radius: CLLocationDistance
    ) -> RegionCondition? {
        Coordinate(center).map { .circle(center: $0, radiusMeters: radius) }
    }

    /// Returns whether a coordinate is inside.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        guard let here = Coordinate(coordinate), let center = Coordinate(center) else { return false }
        return center.distanceMeters(to: here) <= radius
    }
}

/// The surroundings of beacons.
open class CLBeaconRegion: CLRegion, @unchecked Sendable {
    /// The beacons.
    public let beaconIdentityConstraint: CLBeaconIdentityConstraint

    /// The UUID that the beacons of one owner have in common.
    public var uuid: UUID { beaconIdentityConstraint.uuid }

    /// The group; `nil` for all.
    public var major: NSNumber? { beaconIdentityConstraint.major.map { NSNumber(value: $0) } }

    /// The beacon in its group; `nil` for all.
    public var minor: NSNumber? { beaconIdentityConstraint.minor.map { NSNumber(value: $0) } }

    /// Creates a region around the beacons of a constraint.
    ///
    /// - Parameters:
    ///   - constraint: The beacons.
    ///   - identifier: The app's name for it, of 1 to 128 bytes.
    public init(beaconIdentityConstraint constraint: CLBeaconIdentityConstraint, identifier: String) {
        beaconIdentityConstraint = constraint
        super.init(.beacons(BeaconCondition(constraint)), identifier)
    }

    /// Reads a region from an archive.
    public required init?(coder: NSCoder) {
        guard let kept = coder.decodeValues(Beacons.self, forKey: "beacons") else { return nil }
        beaconIdentityConstraint = CLBeaconIdentityConstraint(kept.uuid, kept.major, kept.minor)
        super.init(.beacons(BeaconCondition(beaconIdentityConstraint)), coder)
    }

    /// Writes the region into an archive, which only this module reads.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let beacons = beaconIdentityConstraint
        let kept = Beacons(uuid: beacons.uuid, major: beacons.major, minor: beacons.minor)
        coder.encode(values: kept, forKey: "beacons")
    }

    private struct Beacons: Codable {
        var uuid: UUID
        var major, minor: UInt16?
    }

    /// Creates a region around all beacons of an owner.
    public convenience init(uuid: UUID, identifier: String) {
        self.init(beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid), identifier: identifier)
    }

    /// Creates a region around the beacons of a group.
    public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
        let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major)
        self.init(beaconIdentityConstraint: constraint, identifier: identifier)
    }

    /// Creates a region around one beacon.
    public convenience init(
        uuid: UUID,
        major: CLBeaconMajorValue,
        minor: CLBeaconMinorValue,
        identifier: String
    ) {
        let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
        self.init(beaconIdentityConstraint: constraint, identifier: identifier)
    }
}

/// A region as the service keeps it for location managers, in one of their monitors.
struct WatchedRegion: Hashable, Codable, Sendable {
    /// Archives of a region have the condition beside these.
    private enum CodingKeys: CodingKey { case identifier, notifiesEntry, notifiesExit }

    var identifier: String

    /// `nil` for a circle that is not on the globe.
    var condition: RegionCondition?
    var notifiesEntry = true
    var notifiesExit = true

    /// The name of the monitor, which keeps what the delegate wants to be told while the app does not run.
    var monitor: String { Self.monitors[(notifiesEntry ? 2 : 0) + (notifiesExit ? 1 : 0)] }

    static let monitors = ["CLRegion_none", "CLRegion_exit", "CLRegion_entry", "CLRegion"]

    /// The region for the delegate.
    var region: CLRegion? {
        let region: CLRegion
        switch condition?.condition {
        case let circle as CLMonitor.CircularGeographicCondition:
            region = CLCircularRegion(center: circle.center, radius: circle.radius, identifier: identifier)
        case let beacons as CLMonitor.BeaconIdentityCondition:
            let constraint = CLBeaconIdentityConstraint(beacons.uuid, beacons.major, beacons.minor)
            region = CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier)
        default: return nil
        }
        region.notifyOnEntry = notifiesEntry
        region.notifyOnExit = notifiesExit
        return region
    }
}

extension WatchedRegion {
    /// Reads what the service keeps; `nil` for a region of a ``CLMonitor``.
    init?(_ named: WaymarkService.NamedRegion) {
        guard let number = Self.monitors.firstIndex(of: named.monitor) else { return nil }
        self.init(
            identifier: named.identifier,
            condition: named.record.condition,
            notifiesEntry: number & 2 != 0,
            notifiesExit: number & 1 != 0
        )
    }
}
