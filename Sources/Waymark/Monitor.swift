public import FoundationEssentials
public import LocationModel
import Varlink
public import WaymarkInterfaces

/// A region that an app monitors.
@nonexhaustive public enum RegionCondition: Hashable, Sendable {
    /// The area within `radiusMeters` of a place, from 10 to 1,000,000.
    case circle(center: Coordinate, radiusMeters: Double)

    /// A GeoJSON object (RFC 7946) of type `Polygon`, `MultiPolygon`, or `Feature` with one of these.
    case geoJSON(String)

    /// The surroundings of beacons: the machine is inside while one of them is in range.
    case beacons(BeaconCondition)
}

/// A named set of regions that the service watches for the app, also while it does not run.
///
/// The service keeps the regions, and of each the newest event until the app has handled it, over restarts of both.
///
/// ```swift
/// let places = try Monitor("places", of: "org.example.Reminders")
/// try await places.add(.circle(center: home, radiusMeters: 150), identifier: "home")
/// for try await update in places.updates {
///     guard case .event(let event) = update, case .region(let change) = event.content else { continue }
///     print(change.identifier, change.state)
/// }
/// ```
public struct Monitor: Sendable {
    /// A region, and what the app knows of it.
    public struct Record: Hashable, Sendable {
        /// The area.
        public let condition: RegionCondition

        /// Whether the machine is inside; `RegionState.unmonitored` while the app is not authorized.
        public let state: RegionState

        /// The state that the last handled event reported; `nil` before the first.
        public let lastEvent: LastEvent?

        /// The event about a region that was handled last.
        public struct LastEvent: Hashable, Sendable {
            /// The state that it reported.
            public let state: RegionState

            /// The time when the service noticed it.
            public let time: Date
        }
    }

    /// The monitor's name.
    public let name: String

    /// The app's identifier.
    public let app: String

    private let service: WaymarkService

    /// Creates or reopens a monitor, whose name has 1 to 64 ASCII letters, digits and `_`, and does not begin with `_`.
    ///
    /// - Throws: `ClientError.invalidName`.
    public init(
        _ name: String,
        of app: String = WaymarkService.defaultApp,
        on service: WaymarkService = WaymarkService()
    ) throws(ClientError) {
        guard MonitorName(name) != nil else { throw .invalidName(name) }
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        self.name = name
        self.app = app
        self.service = service
    }

    /// Monitors a region from now on, in place of one with the same identifier.
    ///
    /// - Parameters:
    ///   - condition: The area.
    ///   - identifier: The app's name for it, of 1 to 128 bytes.
    ///   - state: The state that the app assumes: an event reports the first state if it is another.
    /// - Throws: `ClientError`: `ServiceRefusal.conditionUnsupported` if the area has a mistake,
    ///   `ServiceRefusal.quotaExceeded` if the user's apps monitor as much as they may.
    public func add(
        _ condition: RegionCondition,
        identifier: String,
        assuming state: RegionState = .unknown
    ) async throws(ClientError) {
        var call = MonitorInterface.AddRegion(
            app: app,
            monitor: name,
            identifier: identifier,
            assuming: [.satisfied, .unsatisfied].contains(state) ? state : nil
        )
        switch condition {
        case .circle(let center, let radius):
            // JSON cannot express it.
            guard radius.isFinite else { throw Self.unsupported("circle", "the radius is no finite number") }
            call.circle = .init(
                latitudeDegrees: center.latitudeDegrees,
                longitudeDegrees: center.longitudeDegrees,
                radiusMeters: radius
            )
        case .geoJSON(let text):
            guard (try? JSONObject(Array(text.utf8), depthLimit: Self.geoJSONDepth)) != nil else {
                throw Self.unsupported(
                    "geoJSON",
                    "the GeoJSON is no JSON object, or nested deeper than \(Self.geoJSONDepth) levels"
                )
            }
            call.geoJSON = RawJSON(checked: text)
        case .beacons(let beacons):
            call.beacons = .init(beacons)
        }
        _ = try await service.call(call)
    }

    /// The service accepts messages that are 32 deep, and a GeoJSON object is in the parameters, in the message.
    private static let geoJSONDepth = 30

    private static func unsupported(_ parameter: String, _ reason: String) -> ClientError {
        let refusal = ServiceRefusal.conditionUnsupported(parameter: parameter, reason: reason)
        return .refused(refusal, method: MonitorInterface.AddRegion.method)
    }

    /// Stops monitoring a region, and deletes its event that waits; one that is not there is no error.
    public func remove(_ identifier: String) async throws(ClientError) {
        _ = try await service.call(
            MonitorInterface.RemoveRegion(app: app, monitor: name, identifier: identifier)
        )
    }

    /// Returns the monitor's regions by their identifiers.
    public func records() async throws(ClientError) -> [String: Record] {
        var records: [String: Record] = [:]
        let regions = try await service.callForAllPages(MonitorInterface.ListRegions(app: app))
        for region in regions where region.monitor == name {
            records[region.identifier] = try Record(region)
        }
        return records
    }

    /// The states of monitoring, with their diagnostics, and the events of this monitor's regions.
    ///
    /// As with ``WaymarkService/monitorUpdates(for:)``, which also reports the events of regions, an event
    /// counts as handled when the next update is asked for. The app is in use while it iterates.
    public var updates: ServiceEvents<MonitorUpdate> {
        service.monitorUpdates(for: app) { [name] event in
            if case .region(let change) = event.content { change.monitor == name } else { false }
        }
    }
}

/// The new state of a region: satisfied or unsatisfied.
public typealias RegionChange = MonitorInterface.RegionChange

extension BeaconCondition {
    fileprivate init(_ beacons: MonitorInterface.Beacons) throws(ClientError) {
        let major = beacons.major.flatMap { UInt16(exactly: $0) }
        let minor = beacons.minor.flatMap { UInt16(exactly: $0) }
        guard let uuid = BeaconUUID(beacons.uuid), (major == nil) == (beacons.major == nil),
            (minor == nil) == (beacons.minor == nil), let condition = BeaconCondition(uuid, major, minor)
        else { throw .protocolViolation("a region around beacons that cannot be") }
        self = condition
    }
}

extension Monitor.Record {
    init(_ region: MonitorInterface.Region) throws(ClientError) {
        if let circle = region.circle {
            let center = try circle.coordinate.orViolation("a region that is not on the globe")
            condition = .circle(center: center, radiusMeters: circle.radiusMeters)
        } else if let geoJSON = region.geoJSON {
            condition = .geoJSON(geoJSON.text)
        } else {
            let beacons = try region.beacons.orViolation("a region without an area")
            condition = .beacons(try BeaconCondition(beacons))
        }
        state = region.state
        if let state = region.lastState, let time = region.lastTime.flatMap({ Date($0) }) {
            lastEvent = LastEvent(state: state, time: time)
        } else {
            lastEvent = nil
        }
    }
}
