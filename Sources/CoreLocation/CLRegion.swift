// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LinuxSystem
import LocationModel
import Waymark

public enum CLRegionState: Int, Hashable, Sendable {
    case unknown = 0
    case inside = 1
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
    /// The values of every region in an archive.
    private struct Values: Codable {
        var identifier: String
        var notifiesEntry = true
        var notifiesExit = true
    }

    private let values: Guarded<Values>

    fileprivate init(_ identifier: String) { values = Guarded(Values(identifier: identifier)) }

    public required init?(coder: NSCoder) {
        guard let values = coder.decodeValues(Values.self) else { return nil }
        self.values = Guarded(values)
    }

    /// Writes the region into an archive, which only this module reads.
    open func encode(with coder: NSCoder) { coder.encode(values: values.withLock { $0 }) }

    open class var supportsSecureCoding: Bool { true }

    /// The app's name for it, of 1 to 128 bytes, by which it replaces an earlier one.
    public var identifier: String { values.withLock { $0.identifier } }

    /// Whether the delegate is called when the machine enters.
    open var notifyOnEntry: Bool {
        get { values.withLock { $0.notifiesEntry } }
        set { values.withLock { $0.notifiesEntry = newValue } }
    }

    /// Whether the delegate is called when the machine leaves.
    open var notifyOnExit: Bool {
        get { values.withLock { $0.notifiesExit } }
        set { values.withLock { $0.notifiesExit = newValue } }
    }

    /// The condition that the service watches; `nil` for a circle that is not on the globe.
    fileprivate var condition: RegionCondition? { nil }

    var value: WatchedRegion {
        let values = values.withLock { $0 }
        return WatchedRegion(
            identifier: values.identifier,
            condition: condition,
            notifiesEntry: values.notifiesEntry,
            notifiesExit: values.notifiesExit
        )
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CLRegion)?.identifier == identifier }

    open override var hash: Int { identifier.hashValue }
}

open class CLCircularRegion: CLRegion, @unchecked Sendable {
    public let center: CLLocationCoordinate2D

    /// The radius in metres, from 10 to 1,000,000.
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        self.center = center
        self.radius = radius
        super.init(identifier)
    }

    public required init?(coder: NSCoder) {
        guard let circle = coder.decodeValues(Circle.self, forKey: "circle") else { return nil }
        center = CLLocationCoordinate2D(latitude: circle.latitude, longitude: circle.longitude)
        radius = circle.radius
        super.init(coder: coder)
    }

    /// Writes the circle into an archive, which only this module reads.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let circle = Circle(latitude: center.latitude, longitude: center.longitude, radius: radius)
        coder.encode(values: circle, forKey: "circle")
    }

    private struct Circle: Codable { var latitude, longitude, radius: Double }

    fileprivate override var condition: RegionCondition? {
        Coordinate(center).map { .circle(center: $0, radiusMeters: radius) }
    }

    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        guard let here = Coordinate(coordinate), let center = Coordinate(center) else { return false }
        return center.distanceMeters(to: here) <= radius
    }
}

/// The surroundings of beacons.
open class CLBeaconRegion: CLRegion, @unchecked Sendable {
    public let beaconIdentityConstraint: CLBeaconIdentityConstraint
    public var uuid: UUID { beaconIdentityConstraint.uuid }
    public var major: NSNumber? { beaconIdentityConstraint.major.map { NSNumber(value: $0) } }
    public var minor: NSNumber? { beaconIdentityConstraint.minor.map { NSNumber(value: $0) } }

    public init(beaconIdentityConstraint constraint: CLBeaconIdentityConstraint, identifier: String) {
        beaconIdentityConstraint = constraint
        super.init(identifier)
    }

    public required init?(coder: NSCoder) {
        guard let kept = coder.decodeValues(Beacons.self, forKey: "beacons") else { return nil }
        beaconIdentityConstraint = CLBeaconIdentityConstraint(kept.uuid, kept.major, kept.minor)
        super.init(coder: coder)
    }

    /// Writes the region into an archive, which only this module reads.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let beacons = beaconIdentityConstraint
        let kept = Beacons(uuid: beacons.uuid, major: beacons.major, minor: beacons.minor)
        coder.encode(values: kept, forKey: "beacons")
    }

    fileprivate override var condition: RegionCondition? {
        .beacons(BeaconCondition(beaconIdentityConstraint))
    }

    private struct Beacons: Codable {
        var uuid: UUID
        var major, minor: UInt16?
    }

    public convenience init(uuid: UUID, identifier: String) {
        self.init(beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: uuid), identifier: identifier)
    }

    public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
        let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major)
        self.init(beaconIdentityConstraint: constraint, identifier: identifier)
    }

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
struct WatchedRegion: Hashable, Sendable {
    var identifier: String

    /// `nil` for a circle that is not on the globe.
    var condition: RegionCondition?
    var notifiesEntry = true
    var notifiesExit = true

    /// The name of the monitor, which records what notifications the delegate wants while the app does not
    /// run.
    var monitor: String { Self.monitors[(notifiesEntry ? 2 : 0) + (notifiesExit ? 1 : 0)] }

    static let monitors = ["CLRegion_none", "CLRegion_exit", "CLRegion_entry", "CLRegion"]

    var region: CLRegion? {
        let region: CLRegion
        switch condition?.condition {
        case let circle as CLMonitor.CircularGeographicCondition:
            region = CLCircularRegion(center: circle.center, radius: circle.radius, identifier: identifier)
        case let beacons as CLBeaconIdentityConstraint:
            region = CLBeaconRegion(beaconIdentityConstraint: beacons, identifier: identifier)
        default: return nil
        }
        region.notifyOnEntry = notifiesEntry
        region.notifyOnExit = notifiesExit
        return region
    }
}

extension WatchedRegion {
    /// Creates a region from the service's record; `nil` for one of a ``CLMonitor``.
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
