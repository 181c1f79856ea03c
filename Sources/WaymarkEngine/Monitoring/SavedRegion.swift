package import LocationModel
package import Regions

/// A region of an app: what it is called.
package struct RegionName: Hashable, Codable, Sendable, Comparable {
    /// The app.
    package let app: AppKey

    /// The app's monitor that the region belongs to.
    package let monitor: MonitorName

    /// The region in the monitor.
    package let identifier: RegionIdentifier

    /// Creates a name.
    package init(app: AppKey, monitor: MonitorName, identifier: RegionIdentifier) {
        self.app = app
        self.monitor = monitor
        self.identifier = identifier
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.app, left.monitor, left.identifier) < (right.app, right.monitor, right.identifier)
    }
}

/// What makes the machine be in a region.
package enum RegionCondition: Hashable, Codable, Sendable {
    /// It is in an area.
    case area(RegionShape)

    /// A beacon is in range.
    case beacons(BeaconCondition)

    /// The number of vertices that distances to the edge are computed from.
    package var vertexCount: Int {
        switch self {
        case .area(let shape): shape.vertexCount
        case .beacons: 0
        }
    }
}

/// A region that an app monitors, with what must survive a restart.
package struct SavedRegion: Hashable, Codable, Sendable {
    /// The region's name.
    package let name: RegionName

    /// What makes the machine be in it.
    package let condition: RegionCondition

    /// Whether the machine is inside; `nil` while unknown.
    package var isInside: Bool?

    /// What the app was told last, or assumes; `nil` for nothing.
    ///
    /// An event tells what differs.
    package var toldInside: Bool?

    /// The event that waits for the app.
    package var event: RegionEvent?

    /// The event that the app has acknowledged last.
    package var lastEvent: RegionEvent?

    /// Creates a region of which the app assumes something, or nothing.
    package init(_ name: RegionName, _ condition: RegionCondition, assumingInside: Bool? = nil) {
        self.name = name
        self.condition = condition
        toldInside = assumingInside
    }

    /// Whether the app does not know what is known.
    var isUntold: Bool { isInside != nil && isInside != toldInside }
}

/// The event that a region was entered or left, or is in a state that the app did not assume.
package struct RegionEvent: Hashable, Codable, Sendable {
    /// The event's identifier.
    package var identifier: MonitorEventIdentifier

    /// The time when the service made the event.
    package var date: UTCInstant

    /// The ground on which the app may know.
    package var ground: Ground

    /// Whether the event is held until the person confirms that the app may always know.
    package var isHeld: Bool

    /// Whether the machine is inside.
    package var isInside: Bool

    /// Creates an event.
    package init(
        identifier: MonitorEventIdentifier,
        date: UTCInstant,
        ground: Ground,
        isHeld: Bool,
        isInside: Bool
    ) {
        self.identifier = identifier
        self.date = date
        self.ground = ground
        self.isHeld = isHeld
        self.isInside = isInside
    }
}
