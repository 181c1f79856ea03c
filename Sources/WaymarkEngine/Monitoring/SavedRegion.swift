package import LocationModel
package import Regions

package struct RegionName: Hashable, Codable, Sendable, Comparable {
    package let app: AppKey
    package let monitor: MonitorName
    package let identifier: RegionIdentifier

    package init(app: AppKey, monitor: MonitorName, identifier: RegionIdentifier) {
        self.app = app
        self.monitor = monitor
        self.identifier = identifier
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.app, left.monitor, left.identifier) < (right.app, right.monitor, right.identifier)
    }
}

package enum RegionCondition: Hashable, Codable, Sendable {
    case area(RegionShape)
    case beacons(BeaconCondition)

    package var vertexCount: Int {
        switch self {
        case .area(let shape): shape.vertexCount
        case .beacons: 0
        }
    }

    var isArea: Bool { if case .area = self { true } else { false } }
}

/// A region that an app monitors, with what must survive a restart.
package struct SavedRegion: Hashable, Codable, Sendable {
    package let name: RegionName
    package let condition: RegionCondition

    /// Whether the machine is inside; `nil` while unknown.
    package var isInside: Bool?

    /// The state that the app was told last, or assumes; `nil` for none.
    ///
    /// An event tells a different one.
    package var toldInside: Bool?
    package var event: MonitorEvent?
    package var lastEvent: MonitorEvent?

    package init(_ name: RegionName, _ condition: RegionCondition, assumingInside: Bool? = nil) {
        self.name = name
        self.condition = condition
        toldInside = assumingInside
    }

    /// Whether the app does not know the region's known state.
    var needsEvent: Bool { isInside != nil && isInside != toldInside }
}
