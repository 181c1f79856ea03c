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
