// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
public import LocationModel
public import Varlink

/// For apps that want to know of significant changes and visits, also of those that happen while they do not run.
///
/// StartMonitoring registers the app's interest, which outlives the app and restarts of the service. FollowEvents streams
/// what happens. An event is saved before it is sent, and kept until the app acknowledges it; of each kind, the newest.
/// So an app that ends, or a service that ends, loses none of these and sees none of them twice. While the app runs,
/// "when in use" is enough. What happens while it does not run is kept only if it may always know.
public enum MonitorInterface: NamedInterface {
    package static let name = "io.waymark.Monitor"
    package struct Place: JSONStructure {
        package var latitudeDegrees: Double
        package var longitudeDegrees: Double
        package var horizontalAccuracyMeters: Double?
        package var horizontalAccuracy95Meters: Double?
        package var time: String
        package init(
            latitudeDegrees: Double, longitudeDegrees: Double, horizontalAccuracyMeters: Double? = nil,
            horizontalAccuracy95Meters: Double? = nil, time: String
        ) {
            self.latitudeDegrees = latitudeDegrees; self.longitudeDegrees = longitudeDegrees;
            self.horizontalAccuracyMeters = horizontalAccuracyMeters;
            self.horizontalAccuracy95Meters = horizontalAccuracy95Meters; self.time = time
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            latitudeDegrees = try json["latitudeDegrees"]; longitudeDegrees = try json["longitudeDegrees"];
            horizontalAccuracyMeters = try json["horizontalAccuracyMeters"];
            horizontalAccuracy95Meters = try json["horizontalAccuracy95Meters"]; time = try json["time"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("horizontalAccuracy95Meters", horizontalAccuracy95Meters);
            json.member("horizontalAccuracyMeters", horizontalAccuracyMeters);
            json.member("latitudeDegrees", latitudeDegrees); json.member("longitudeDegrees", longitudeDegrees);
            json.member("time", time)
        }
    }
    /// A stay at one place.
    public struct Visit: JSONStructure, Hashable, Sendable {
        /// The position, WGS-84.
        public var coordinate: LocationModel.Coordinate
        /// The radius of the circle that contains the true position with 68 % probability.
        public var horizontalAccuracyMeters: Double
        /// The time of the arrival, RFC 3339 in UTC; absent if it is unknown, because nobody watched when the machine came.
        package var arrivalInstant: LocationModel.UTCInstant?
        /// The time of the departure, RFC 3339 in UTC; absent while the visit lasts. If nobody watched when the machine left, it
        /// is the last time that it was known to be there.
        package var departureInstant: LocationModel.UTCInstant?
        package init(
            coordinate: LocationModel.Coordinate, horizontalAccuracyMeters: Double,
            arrivalInstant: LocationModel.UTCInstant?, departureInstant: LocationModel.UTCInstant?
        ) {
            self.coordinate = coordinate; self.horizontalAccuracyMeters = horizontalAccuracyMeters;
            self.arrivalInstant = arrivalInstant; self.departureInstant = departureInstant
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            coordinate = try json.coordinate(); horizontalAccuracyMeters = try json["horizontalAccuracyMeters"];
            arrivalInstant = try json["arrival"]; departureInstant = try json["departure"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("arrival", arrivalInstant); json.member("departure", departureInstant);
            json.member("horizontalAccuracyMeters", horizontalAccuracyMeters);
            json.member("latitudeDegrees", coordinate.latitudeDegrees);
            json.member("longitudeDegrees", coordinate.longitudeDegrees)
        }
    }
    package struct Circle: JSONStructure {
        package var latitudeDegrees: Double
        package var longitudeDegrees: Double
        package var radiusMeters: Double
        package init(
            latitudeDegrees: Double, longitudeDegrees: Double, radiusMeters: Double
        ) {
            self.latitudeDegrees = latitudeDegrees; self.longitudeDegrees = longitudeDegrees;
            self.radiusMeters = radiusMeters
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            latitudeDegrees = try json["latitudeDegrees"]; longitudeDegrees = try json["longitudeDegrees"];
            radiusMeters = try json["radiusMeters"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("latitudeDegrees", latitudeDegrees); json.member("longitudeDegrees", longitudeDegrees);
            json.member("radiusMeters", radiusMeters)
        }
    }
    package struct Beacons: JSONStructure {
        package var uuid: String
        package var major: Int?
        package var minor: Int?
        package init(
            uuid: String, major: Int? = nil, minor: Int? = nil
        ) {
            self.uuid = uuid; self.major = major; self.minor = minor
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            uuid = try json["uuid"]; major = try json["major"]; minor = try json["minor"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("major", major); json.member("minor", minor); json.member("uuid", uuid)
        }
    }
    /// The new state of a region.
    public struct RegionChange: JSONStructure, Hashable, Sendable {
        /// The app's monitor that the region belongs to.
        public var monitor: String
        /// The region.
        public var identifier: String
        /// The state: satisfied or unsatisfied.
        public var state: RegionState
        package init(
            monitor: String, identifier: String, state: RegionState
        ) {
            self.monitor = monitor; self.identifier = identifier; self.state = state
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            monitor = try json["monitor"]; identifier = try json["identifier"]; state = try json["state"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("identifier", identifier); json.member("monitor", monitor); json.member("state", state)
        }
    }
    package struct Region: JSONStructure {
        package var monitor: String
        package var identifier: String
        package var circle: Circle?
        package var geoJSON: RawJSON?
        package var beacons: Beacons?
        package var state: RegionState
        package var lastState: RegionState?
        package var lastTime: String?
        package init(
            monitor: String, identifier: String, circle: Circle? = nil, geoJSON: RawJSON? = nil, beacons: Beacons? = nil,
            state: RegionState, lastState: RegionState? = nil, lastTime: String? = nil
        ) {
            self.monitor = monitor; self.identifier = identifier; self.circle = circle; self.geoJSON = geoJSON;
            self.beacons = beacons; self.state = state; self.lastState = lastState; self.lastTime = lastTime
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            monitor = try json["monitor"]; identifier = try json["identifier"]; circle = try json["circle"];
            geoJSON = try json["geoJSON"]; beacons = try json["beacons"]; state = try json["state"];
            lastState = try json["lastState"]; lastTime = try json["lastTime"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("beacons", beacons); json.member("circle", circle); json.member("geoJSON", geoJSON);
            json.member("identifier", identifier); json.member("lastState", lastState);
            json.member("lastTime", lastTime); json.member("monitor", monitor); json.member("state", state)
        }
    }
    package struct Rode: JSONStructure {
        package var chainMeters: Double
        package var depthMeters: Double?
        package var bowMeters: Double?
        package init(
            chainMeters: Double, depthMeters: Double? = nil, bowMeters: Double? = nil
        ) {
            self.chainMeters = chainMeters; self.depthMeters = depthMeters; self.bowMeters = bowMeters
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            chainMeters = try json["chainMeters"]; depthMeters = try json["depthMeters"];
            bowMeters = try json["bowMeters"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("bowMeters", bowMeters); json.member("chainMeters", chainMeters);
            json.member("depthMeters", depthMeters)
        }
    }
    package struct Anchor: JSONStructure {
        package var rode: Rode
        package var condition: AnchorCondition
        package var doubt: AnchorDoubt?
        package var since: String
        package var silenced: Bool
        package var dropped: String
        package var fitted: Bool
        package var radiusMeters: Double
        package var distanceMeters: Double?
        package var latitudeDegrees: Double?
        package var longitudeDegrees: Double?
        package init(
            rode: Rode, condition: AnchorCondition, doubt: AnchorDoubt? = nil, since: String, silenced: Bool,
            dropped: String, fitted: Bool, radiusMeters: Double, distanceMeters: Double? = nil,
            latitudeDegrees: Double? = nil, longitudeDegrees: Double? = nil
        ) {
            self.rode = rode; self.condition = condition; self.doubt = doubt; self.since = since;
            self.silenced = silenced; self.dropped = dropped; self.fitted = fitted; self.radiusMeters = radiusMeters;
            self.distanceMeters = distanceMeters; self.latitudeDegrees = latitudeDegrees;
            self.longitudeDegrees = longitudeDegrees
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            rode = try json["rode"]; condition = try json["condition"]; doubt = try json["doubt"];
            since = try json["since"]; silenced = try json["silenced"]; dropped = try json["dropped"];
            fitted = try json["fitted"]; radiusMeters = try json["radiusMeters"];
            distanceMeters = try json["distanceMeters"]; latitudeDegrees = try json["latitudeDegrees"];
            longitudeDegrees = try json["longitudeDegrees"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("condition", condition); json.member("distanceMeters", distanceMeters);
            json.member("doubt", doubt); json.member("dropped", dropped); json.member("fitted", fitted);
            json.member("latitudeDegrees", latitudeDegrees); json.member("longitudeDegrees", longitudeDegrees);
            json.member("radiusMeters", radiusMeters); json.member("rode", rode); json.member("silenced", silenced);
            json.member("since", since)
        }
    }
    package struct State: JSONStructure {
        package var services: [MonitoredService]
        package var regions: Int
        package var diagnostics: [MonitoringDiagnostic]
        package var place: Place?
        package var visit: Visit?
        package var anchor: Anchor?
        package var trust: Trust?
        package var simulated: Bool?
        package init(
            services: [MonitoredService], regions: Int, diagnostics: [MonitoringDiagnostic], place: Place? = nil,
            visit: Visit? = nil, anchor: Anchor? = nil, trust: Trust? = nil, simulated: Bool? = nil
        ) {
            self.services = services; self.regions = regions; self.diagnostics = diagnostics; self.place = place;
            self.visit = visit; self.anchor = anchor; self.trust = trust; self.simulated = simulated
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            services = try json["services"]; regions = try json["regions"]; diagnostics = try json["diagnostics"];
            place = try json["place"]; visit = try json["visit"]; anchor = try json["anchor"]; trust = try json["trust"];
            simulated = try json["simulated"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("anchor", anchor); json.member("diagnostics", diagnostics); json.member("place", place);
            json.member("regions", regions); json.member("services", services); json.member("simulated", simulated);
            json.member("trust", trust); json.member("visit", visit)
        }
    }
    package struct Occurrence: JSONStructure {
        package var identifier: String
        package var kind: MonitorEventKind
        package var time: String
        package var place: Place?
        package var visit: Visit?
        package var region: RegionChange?
        package init(
            identifier: String, kind: MonitorEventKind, time: String, place: Place? = nil, visit: Visit? = nil,
            region: RegionChange? = nil
        ) {
            self.identifier = identifier; self.kind = kind; self.time = time; self.place = place; self.visit = visit;
            self.region = region
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            identifier = try json["identifier"]; kind = try json["kind"]; time = try json["time"];
            place = try json["place"]; visit = try json["visit"]; region = try json["region"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("identifier", identifier); json.member("kind", kind); json.member("place", place);
            json.member("region", region); json.member("time", time); json.member("visit", visit)
        }
    }
    package struct StartMonitoring: MethodParameters {
        package static let method = "io.waymark.Monitor.StartMonitoring"
        package struct Reply: JSONStructure {
            package var state: State
            package init(state: State) { self.state = state }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { state = try json["state"] }
            package func write(_ json: inout JSONWriter) { json.member("state", state) }
        }
        package var app: String
        package var service: MonitoredService
        package init(app: String, service: MonitoredService) { self.app = app; self.service = service }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; service = try json["service"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("service", service) }
    }
    package struct StopMonitoring: MethodParameters {
        package static let method = "io.waymark.Monitor.StopMonitoring"
        package typealias Reply = StartMonitoring.Reply
        package var app: String
        package var service: MonitoredService
        package init(app: String, service: MonitoredService) { self.app = app; self.service = service }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; service = try json["service"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("service", service) }
    }
    package struct ListMonitoring: MethodParameters {
        package static let method = "io.waymark.Monitor.ListMonitoring"
        package typealias Reply = StartMonitoring.Reply
        package var app: String
        package init(app: String) { self.app = app }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json["app"] }
        package func write(_ json: inout JSONWriter) { json.member("app", app) }
    }
    package struct FollowEvents: MethodParameters {
        package static let method = "io.waymark.Monitor.FollowEvents"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case state, occurrence, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var state: State?
            package var occurrence: Occurrence?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, state: State? = nil, occurrence: Occurrence? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.state = state;
                self.occurrence = occurrence
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                state = try json["state"]; occurrence = try json["occurrence"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("event", event); json.member("occurrence", occurrence); json.member("state", state)
            }
        }
        package var app: String
        package init(app: String) { self.app = app }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json["app"] }
        package func write(_ json: inout JSONWriter) { json.member("app", app) }
    }
    package struct Acknowledge: MethodParameters {
        package static let method = "io.waymark.Monitor.Acknowledge"
        package var app: String
        package var event: String
        package init(app: String, event: String) { self.app = app; self.event = event }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; event = try json["event"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("event", event) }
    }
    package struct AddRegion: MethodParameters {
        package static let method = "io.waymark.Monitor.AddRegion"
        package var app: String
        package var monitor: String
        package var identifier: String
        package var circle: Circle?
        package var geoJSON: RawJSON?
        package var beacons: Beacons?
        package var assuming: RegionState?
        package init(
            app: String, monitor: String, identifier: String, circle: Circle? = nil, geoJSON: RawJSON? = nil,
            beacons: Beacons? = nil, assuming: RegionState? = nil
        ) {
            self.app = app; self.monitor = monitor; self.identifier = identifier; self.circle = circle;
            self.geoJSON = geoJSON; self.beacons = beacons; self.assuming = assuming
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; monitor = try json["monitor"]; identifier = try json["identifier"];
            circle = try json["circle"]; geoJSON = try json["geoJSON"]; beacons = try json["beacons"];
            assuming = try json["assuming"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("assuming", assuming); json.member("beacons", beacons);
            json.member("circle", circle); json.member("geoJSON", geoJSON); json.member("identifier", identifier);
            json.member("monitor", monitor)
        }
    }
    package struct RemoveRegion: MethodParameters {
        package static let method = "io.waymark.Monitor.RemoveRegion"
        package var app: String
        package var monitor: String
        package var identifier: String
        package init(
            app: String, monitor: String, identifier: String
        ) {
            self.app = app; self.monitor = monitor; self.identifier = identifier
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; monitor = try json["monitor"]; identifier = try json["identifier"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("identifier", identifier); json.member("monitor", monitor)
        }
    }
    package struct ListRegions: PagedCall {
        package static let method = "io.waymark.Monitor.ListRegions"
        package struct Reply: Page {
            package var elements: [Region] { get { regions } set { regions = newValue } }
            package var regions: [Region]
            package var next: String?
            package init(regions: [Region], next: String? = nil) { self.regions = regions; self.next = next }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                regions = try json["regions"]; next = try json["next"]
            }
            package func write(_ json: inout JSONWriter) { json.member("next", next); json.member("regions", regions) }
        }
        package var app: String
        package var after: String?
        package init(app: String, after: String? = nil) { self.app = app; self.after = after }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; after = try json["after"]
        }
        package func write(_ json: inout JSONWriter) { json.member("after", after); json.member("app", app) }
    }
    package struct DropAnchor: MethodParameters {
        package static let method = "io.waymark.Monitor.DropAnchor"
        package typealias Reply = StartMonitoring.Reply
        package var app: String
        package var rode: Rode
        package init(app: String, rode: Rode) { self.app = app; self.rode = rode }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; rode = try json["rode"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("rode", rode) }
    }
    package struct SetAnchor: MethodParameters {
        package static let method = "io.waymark.Monitor.SetAnchor"
        package typealias Reply = StartMonitoring.Reply
        package var app: String
        package var rode: Rode?
        package init(app: String, rode: Rode? = nil) { self.app = app; self.rode = rode }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; rode = try json["rode"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("rode", rode) }
    }
    package struct RaiseAnchor: MethodParameters {
        package static let method = "io.waymark.Monitor.RaiseAnchor"
        package typealias Reply = StartMonitoring.Reply
        package var app: String
        package init(app: String) { self.app = app }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json["app"] }
        package func write(_ json: inout JSONWriter) { json.member("app", app) }
    }
    package struct SilenceAnchor: MethodParameters {
        package static let method = "io.waymark.Monitor.SilenceAnchor"
        package typealias Reply = StartMonitoring.Reply
        package var app: String
        package init(app: String) { self.app = app }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json["app"] }
        package func write(_ json: inout JSONWriter) { json.member("app", app) }
    }
}

extension MonitorInterface {
    package static let text = #"""
# For apps that want to know of significant changes and visits, also of those that happen while they do not run.
#
# StartMonitoring registers the app's interest, which outlives the app and restarts of the service. FollowEvents streams
# what happens. An event is saved before it is sent, and kept until the app acknowledges it; of each kind, the newest.
# So an app that ends, or a service that ends, loses none of these and sees none of them twice. While the app runs,
# "when in use" is enough. What happens while it does not run is kept only if it may always know.
interface io.waymark.Monitor

# A service that can be monitored.
type Service (
  # Movements of 500 m or more, at most one in 5 minutes, as configured.
  significantChanges,
  # Stays of 5 minutes or more within 100 m, as configured.
  visits
)

# A kind of event.
type EventKind (
  # The machine moved significantly, or under reduced accuracy, to another area.
  significantChange,
  # A visit began.
  arrival,
  # A visit ended.
  departure,
  # A region was entered or left, or its first state is not the one that the app assumed.
  region
)

# A condition that keeps events from the app, or limits them.
type Diagnostic (
  # The person has not decided about the app yet, and is not being asked.
  authorizationNotDetermined,
  # The person is being asked.
  authorizationRequestInProgress,
  # The person denied it, or location services are switched off.
  authorizationDenied,
  # Location services are switched off.
  authorizationDeniedGlobally,
  # The administrator forbids it; nobody else can change that.
  authorizationRestricted,
  # The person has paused the location of all apps for a while: what happens meanwhile is told to none.
  pausedByPerson,
  # The app may know while it is in use, and it is not: a host reports that its windows are hidden, or it does not run.
  insufficientlyInUse,
  # The app may know only while it is in use: what happens at other times is not kept for it.
  alwaysAuthorizationDenied,
  # The app's manifest requires a service session, and the app holds none: events wait until it does.
  serviceSessionRequired,
  # The app has reduced accuracy: a place is an area some kilometres wide. Times are exact.
  accuracyLimited,
  # No receiver can give a position: none is configured, or none can be reached; and no place is stated.
  locationUnavailable,
  # The app monitors beacons, and nobody can listen for them.
  beaconsUnavailable
)

# A place. Members that are absent are unknown.
type Place (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that contains the true position with 68 % probability.
  horizontalAccuracyMeters: ?float,
  # The radius of the circle that contains the true position with 95 % probability.
  horizontalAccuracy95Meters: ?float,
  # When the machine was there, RFC 3339 in UTC.
  time: string
)

# A stay at one place.
type Visit (
  # Degrees north of the middle of the place, WGS-84.
  latitudeDegrees: float,
  # Degrees east of the middle of the place, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that contains the true position with 68 % probability.
  horizontalAccuracyMeters: float,
  # The time of the arrival, RFC 3339 in UTC; absent if it is unknown, because nobody watched when the machine came.
  arrival: ?string,
  # The time of the departure, RFC 3339 in UTC; absent while the visit lasts. If nobody watched when the machine left, it
  # is the last time that it was known to be there.
  departure: ?string
)

# Whether the machine is in a region.
type RegionState (
  # It is inside.
  satisfied,
  # It is outside.
  unsatisfied,
  # Nothing is known yet.
  unknown,
  # The region is not monitored now; the diagnostics say why.
  unmonitored
)

# A circle on the ground.
type Circle (
  # Degrees north of the centre, WGS-84.
  latitudeDegrees: float,
  # Degrees east of the centre, WGS-84.
  longitudeDegrees: float,
  # The radius, from 10 m to 1000 km.
  radiusMeters: float
)

# Beacons: the machine is in their region while one of them is in range.
type Beacons (
  # The UUID, such as 74278BDA-B644-4520-8F0C-720EAF059935.
  uuid: string,
  # Only those of this group, from 0 to 65535.
  major: ?int,
  # Only the one with this number in the group.
  minor: ?int
)

# The new state of a region.
type RegionChange (
  # The app's monitor that the region belongs to.
  monitor: string,
  # The region.
  identifier: string,
  # The state: satisfied or unsatisfied.
  state: RegionState
)

# A region that an app monitors.
type Region (
  # The app's monitor that the region belongs to.
  monitor: string,
  # The region, unique in the monitor.
  identifier: string,
  # The area, if it is a circle.
  circle: ?Circle,
  # The area, if it is a polygon: a GeoJSON object of type MultiPolygon.
  geoJSON: ?object,
  # The beacons, if it is around these.
  beacons: ?Beacons,
  # The state; unmonitored while the app may not know it.
  state: RegionState,
  # The state that the last acknowledged event told.
  lastState: ?RegionState,
  # When the service made that event, RFC 3339 in UTC.
  lastTime: ?string
)

# What holds a boat to its anchor.
type Rode (
  # The length of the chain or line that is out, from 1 to 1000 m.
  chainMeters: float,
  # The height of the bow's roller above the ground, at high water: less than the chain; absent for 0.
  depthMeters: ?float,
  # The distance from the bow's roller back to the receiver's antenna, up to 200 m; absent for 0.
  bowMeters: ?float
)

# What is known of a dropped anchor.
type AnchorCondition (
  # Its place is being determined.
  placing,
  # The antenna is within the circle.
  holding,
  # The antenna has left the circle: an alarm.
  dragging,
  # Whether it holds is not known any more: an alarm.
  unknown
)

# Why it is not known whether an anchor holds.
type AnchorDoubt (
  # No receiver gives a position.
  noPosition,
  # The positions are too inaccurate.
  inaccurate,
  # The positions are not believed.
  doubtful,
  # The app may not always know the exact location.
  notPermitted
)

# The anchor that an app watches.
type Anchor (
  # What holds the boat.
  rode: Rode,
  # What is known.
  condition: AnchorCondition,
  # Why that is unknown, if it is.
  doubt: ?AnchorDoubt,
  # Since when it has been so, RFC 3339 in UTC.
  since: string,
  # True if somebody has heard the alarm.
  silenced: bool,
  # When the anchor was dropped, RFC 3339 in UTC.
  dropped: string,
  # True if the anchor is in the middle of the swing, false if it is where it was dropped.
  fitted: bool,
  # The radius of the circle, with the errors that it allows.
  radiusMeters: float,
  # How far the antenna was from the anchor by the latest position, if there is one and the app may know.
  distanceMeters: ?float,
  # Degrees north of the anchor, WGS-84. Absent while that is unknown or the app may not know, and in replies to calls.
  latitudeDegrees: ?float,
  # Degrees east of the anchor, WGS-84.
  longitudeDegrees: ?float
)

# Whether what a receiver reports is believed.
type Trust (
  # Nothing speaks against it.
  trusted,
  # Something speaks against it, and does not prove it wrong.
  doubtful,
  # It cannot be right: no event follows from it.
  contradicted
)

# What the app monitors, and what keeps events from it.
type State (
  # The services that the app monitors.
  services: []Service,
  # The number of regions that the app monitors.
  regions: int,
  # The conditions that keep events from it, or limit them; empty if nothing does.
  diagnostics: []Diagnostic,
  # The last known place: the one from which the next significant change is measured. Absent unless the app monitors
  # significant changes and may know now, and in replies to calls.
  place: ?Place,
  # The visit that lasts. Absent unless the app monitors visits and may know now, and in replies to calls.
  visit: ?Visit,
  # The anchor that the app watches, if any. On a stream the state comes again when its condition, or whether it is
  # silenced, changes.
  anchor: ?Anchor,
  # What speaks against the receiver; absent while nothing does, and unless the app may know the exact location now. On a
  # stream the state comes again when it changes.
  trust: ?Trust,
  # True if the service only simulates locations, so that no event is a real one.
  simulated: ?bool
)

# An event. It has a place, a visit, or a region.
type Occurrence (
  # Its identifier, the same whenever the event is sent.
  identifier: string,
  # Its kind.
  kind: EventKind,
  # When the service noticed it, RFC 3339 in UTC.
  time: string,
  # The place, of a significant change.
  place: ?Place,
  # The visit, of an arrival or departure.
  visit: ?Visit,
  # The region, of that kind.
  region: ?RegionChange
)

# Monitors a service for an app until StopMonitoring. To monitor it already changes nothing.
method StartMonitoring(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The service.
  service: Service
) -> (
  # What the app monitors now.
  state: State
)

# Stops monitoring a service for an app, and deletes its events that wait.
method StopMonitoring(
  # The app.
  app: string,
  # The service.
  service: Service
) -> (
  # What the app monitors now.
  state: State
)

# Returns what an app monitors.
method ListMonitoring(
  # The app.
  app: string
) -> (
  # What the app monitors now.
  state: State
)

# Streams what happens. The app is in use while the stream is open, unless a host reports that its windows are hidden.
#
# The first reply has the state, which comes again whenever it changes. Then come the events that wait, oldest first, and
# each new one. With several streams of one app, each gets all events. Without more it fails with ExpectedMore.
method FollowEvents(
  # The app.
  app: string
) -> (
  # The number of this reply in the stream, from 1.
  sequence: int,
  # The kind of reply; keepAlive only shows that the service is alive.
  event: (state, occurrence, keepAlive),
  # The number of older events of the same kind dropped because this client was slow.
  dropped: ?int,
  # The state.
  state: ?State,
  # What happened.
  occurrence: ?Occurrence
)

# Deletes an event that the app has handled. An event that is gone already is no error.
method Acknowledge(
  # The app.
  app: string,
  # The identifier of the event.
  event: string
) -> ()

# Monitors a region for an app until RemoveRegion, in place of one of the same monitor and identifier.
#
# An event tells when the machine has been on the other side of the edge for 20 s, farther than the error of its position.
# A region around beacons is entered when one is heard, and left when none was for 30 s. The first event tells the state
# once it is known, unless the app assumes just that. Events need full accuracy.
method AddRegion(
  # The app.
  app: string,
  # The app's monitor: 1 to 64 ASCII letters, digits and "_", not beginning with "_".
  monitor: string,
  # The app's name for the region in the monitor: 1 to 128 bytes without control characters.
  identifier: string,
  # The region: either this area,
  circle: ?Circle,
  # or a GeoJSON object (RFC 7946) of type Polygon, MultiPolygon, Feature with one of these, or FeatureCollection of such,
  # of 4096 vertices at most.
  geoJSON: ?object,
  # or beacons.
  beacons: ?Beacons,
  # The state that the app assumes, satisfied or unsatisfied: an event tells only what differs.
  assuming: ?RegionState
) -> ()

# Stops monitoring a region, and deletes its event that waits. A region that is not there is no error.
method RemoveRegion(
  # The app.
  app: string,
  # The app's monitor.
  monitor: string,
  # The region.
  identifier: string
) -> ()

# Returns regions of an app in the order of adding, as many as fit into one reply.
method ListRegions(
  # The app.
  app: string,
  # The value of next in an earlier reply, to go on behind its regions.
  after: ?string
) -> (
  # The regions.
  regions: []Region,
  # The value of after for the next call; absent if there are no more.
  next: ?string
)

# Watches an anchor for an app, which must always know the exact location, until RaiseAnchor; in place of one before.
#
# The anchor is where the bow is now, or as soon as there are positions. While it is down, receivers stay on. An alarm is
# a state with the condition dragging or unknown that is not silenced. A client that hears nothing on FollowEvents for
# 45 s, or cannot open it again for 30 s, knows nothing any more, and should say so.
method DropAnchor(
  # The app.
  app: string,
  # What holds the boat.
  rode: Rode
) -> (
  # What the app monitors now.
  state: State
)

# Takes the middle of the swing for the anchor's place, if the swing shows it, and ends an alarm that it drags.
#
# Without an anchor nothing happens.
method SetAnchor(
  # The app.
  app: string,
  # What holds the boat now; absent for what did.
  rode: ?Rode
) -> (
  # What the app monitors now.
  state: State
)

# Watches the anchor no more. Without one nothing happens.
method RaiseAnchor(
  # The app.
  app: string
) -> (
  # What the app monitors now.
  state: State
)

# Records that somebody has heard the alarm. The next one is an alarm again.
method SilenceAnchor(
  # The app.
  app: string
) -> (
  # What the app monitors now.
  state: State
)

# The area is none that can be monitored, or the beacons are none. Nothing was changed.
error ConditionUnsupported (
  # The path of the mistake in the parameters.
  parameter: string,
  # The mistake and its remedy, for a person.
  reason: string
)

# The program, or one that it was started by, holds a Serve stream of io.waymark.Widgets: it serves widgets, and is not the
# app itself. It cannot begin to monitor, or follow; an open stream ends with it when the program begins to serve.
error ServesWidgets (
  # The error and its remedy, for a person.
  reason: string
)

# The sandbox or unit of the program shows that it is another app.
error AppMismatch (
  # The app that the program claims to be.
  claimed: string,
  # The apps that the program may be.
  apps: []string,
  # The evidence and the remedy, for a person.
  reason: string
)

# The call would exceed a quota of the user. Nothing was changed.
error QuotaExceeded (
  # The exhausted quota: placed widgets, bytes of their timelines, registered kinds, apps with decisions or kinds,
  # registered manifests, open streams, open requests and questions, services that apps monitor, regions, or their
  # vertices.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
}
