// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
public import LocationModel
public import Varlink

/// For apps: the location, and requests to the person for authorization.
///
/// An app holds an Open stream as long as it runs. It is in use for that time, unless a host reports that its windows are
/// hidden. It makes its calls on a second connection with the session from the stream's first reply. GetLocation,
/// FollowLocation, FollowHeading, FollowBeacons and HoldSession need no such stream.
///
/// A program that serves widgets is not the app. While it holds a Serve stream of io.waymark.Widgets, these methods fail with
/// ServesWidgets for it and for what it has started.
public enum LocationInterface: NamedInterface {
    package static let name = "io.waymark.Location"
    /// A service that is unavailable under reduced accuracy.
    @nonexhaustive public enum Service: String, JSONWord, Hashable, Sendable, CaseIterable {
        case regions
        case heading
        case beacons
    }
    /// The complete authorization of the app.
    public struct Authorization: JSONStructure, Hashable, Sendable {
        /// Whether the app may know the location.
        public var status: AuthorizationStatus
        /// The accuracy; meaningless unless the app may know the location.
        public var accuracy: AccuracyAuthorization
        /// The person's decision about its widgets.
        public var widgets: WidgetGrant
        /// Whether its widgets may know the location: always, or when in use and granted to widgets.
        public var isAuthorizedForWidgetUpdates: Bool
        /// The services that the accuracy excludes.
        public var unavailableServices: [Service]
        package init(
            status: AuthorizationStatus, accuracy: AccuracyAuthorization, widgets: WidgetGrant,
            isAuthorizedForWidgetUpdates: Bool, unavailableServices: [Service]
        ) {
            self.status = status; self.accuracy = accuracy; self.widgets = widgets;
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates;
            self.unavailableServices = unavailableServices
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            status = try json["status"]; accuracy = try json["accuracy"]; widgets = try json["widgets"];
            isAuthorizedForWidgetUpdates = try json["isAuthorizedForWidgetUpdates"];
            unavailableServices = try json["unavailableServices"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("isAuthorizedForWidgetUpdates", isAuthorizedForWidgetUpdates);
            json.member("status", status); json.member("unavailableServices", unavailableServices);
            json.member("widgets", widgets)
        }
    }
    package enum Question: String, JSONWord { case whenInUse, always, alwaysUpgrade, provisionalAlways, usageReminder, unusedPermission, temporaryFullAccuracy, widgets, proposal }
    /// A position. Members that are absent are unknown.
    public struct Location: JSONStructure, Hashable, Sendable {
        /// The position, WGS-84.
        public var coordinate: LocationModel.Coordinate
        /// The time since the service received it.
        public var age: Duration
        /// The time of the position according to the receiver, RFC 3339 in UTC.
        package var timeInstant: LocationModel.UTCInstant?
        /// The radius of the circle that contains the true position with 68 % probability.
        public var horizontalAccuracyMeters: Double?
        /// The radius of the circle that contains the true position with 95 % probability.
        public var horizontalAccuracy95Meters: Double?
        /// Metres above mean sea level.
        public var altitudeMeters: Double?
        /// Metres above the WGS-84 ellipsoid, from a receiver that tells how high the geoid is there.
        public var ellipsoidalAltitudeMeters: Double?
        /// Half the interval that contains the true altitude with 68 % probability.
        public var verticalAccuracyMeters: Double?
        /// Speed over ground.
        public var speedMetersPerSecond: Double?
        /// Course over ground, clockwise from true north.
        public var courseDegrees: Double?
        /// The origin of the position.
        public var source: LocationSource
        /// Whether the receiver is trusted; absent without a receiver, and under reduced accuracy.
        public var trust: Trust?
        package init(
            coordinate: LocationModel.Coordinate, age: Duration, timeInstant: LocationModel.UTCInstant?,
            horizontalAccuracyMeters: Double? = nil, horizontalAccuracy95Meters: Double? = nil,
            altitudeMeters: Double? = nil, ellipsoidalAltitudeMeters: Double? = nil,
            verticalAccuracyMeters: Double? = nil, speedMetersPerSecond: Double? = nil, courseDegrees: Double? = nil,
            source: LocationSource, trust: Trust? = nil
        ) {
            self.coordinate = coordinate; self.age = age; self.timeInstant = timeInstant;
            self.horizontalAccuracyMeters = horizontalAccuracyMeters;
            self.horizontalAccuracy95Meters = horizontalAccuracy95Meters; self.altitudeMeters = altitudeMeters;
            self.ellipsoidalAltitudeMeters = ellipsoidalAltitudeMeters;
            self.verticalAccuracyMeters = verticalAccuracyMeters; self.speedMetersPerSecond = speedMetersPerSecond;
            self.courseDegrees = courseDegrees; self.source = source; self.trust = trust
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            coordinate = try json.coordinate(); age = try json.seconds("ageSeconds"); timeInstant = try json["time"];
            horizontalAccuracyMeters = try json["horizontalAccuracyMeters"];
            horizontalAccuracy95Meters = try json["horizontalAccuracy95Meters"];
            altitudeMeters = try json["altitudeMeters"];
            ellipsoidalAltitudeMeters = try json["ellipsoidalAltitudeMeters"];
            verticalAccuracyMeters = try json["verticalAccuracyMeters"];
            speedMetersPerSecond = try json["speedMetersPerSecond"]; courseDegrees = try json["courseDegrees"];
            source = try json["source"]; trust = try json["trust"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("ageSeconds", age.inSeconds); json.member("altitudeMeters", altitudeMeters);
            json.member("courseDegrees", courseDegrees);
            json.member("ellipsoidalAltitudeMeters", ellipsoidalAltitudeMeters);
            json.member("horizontalAccuracy95Meters", horizontalAccuracy95Meters);
            json.member("horizontalAccuracyMeters", horizontalAccuracyMeters);
            json.member("latitudeDegrees", coordinate.latitudeDegrees);
            json.member("longitudeDegrees", coordinate.longitudeDegrees); json.member("source", source);
            json.member("speedMetersPerSecond", speedMetersPerSecond); json.member("time", timeInstant);
            json.member("trust", trust); json.member("verticalAccuracyMeters", verticalAccuracyMeters)
        }
    }
    /// The reason why no receiver provided a location in time.
    @nonexhaustive public enum UnknownCause: String, JSONWord, Hashable, Sendable, CaseIterable {
        /// No receiver is configured.
        case noReceiver
        /// The receiver is unreachable: it is unplugged or does not answer.
        case absent
        /// The receiver is being opened.
        case connecting
        /// The receiver is open but has not had a position yet.
        case acquiring
        /// The receiver had a position and lost it.
        case lost
        /// The receiver provides positions, but they are probably wrong.
        case inDoubt
        /// The receiver has a position but has not sent a new one since the call.
        case noNewFix
        /// The recording has ended.
        case ended
    }
    /// The reason for a missing location, with the evidence.
    public struct LocationAbsence: JSONStructure, Hashable, Sendable {
        /// The reason.
        public var reason: AbsenceReason
        /// The cause, if the reason is locationUnknown. Of several receivers, the one closest to a position counts.
        public var cause: UnknownCause?
        /// The configured URL of that receiver.
        public var receiver: String?
        /// The time since the cause arose.
        public var since: Duration?
        /// The reason why the receiver is unreachable, for a person.
        public var problem: String?
        /// The satellites that the receiver uses, or tracks for use, while it has no position and counts them.
        public var satellitesUsed: Int?
        /// The satellites that it has in view meanwhile.
        public var satellitesInView: Int?
        package init(
            reason: AbsenceReason, cause: UnknownCause? = nil, receiver: String? = nil, since: Duration? = nil,
            problem: String? = nil, satellitesUsed: Int? = nil, satellitesInView: Int? = nil
        ) {
            self.reason = reason; self.cause = cause; self.receiver = receiver; self.since = since;
            self.problem = problem; self.satellitesUsed = satellitesUsed; self.satellitesInView = satellitesInView
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            reason = try json["reason"]; cause = try json["cause"]; receiver = try json["receiver"];
            since = try json.seconds("sinceSeconds"); problem = try json["problem"];
            satellitesUsed = try json["satellitesUsed"]; satellitesInView = try json["satellitesInView"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("cause", cause); json.member("problem", problem); json.member("reason", reason);
            json.member("receiver", receiver); json.member("satellitesInView", satellitesInView);
            json.member("satellitesUsed", satellitesUsed); json.member("sinceSeconds", since?.inSeconds)
        }
    }
    /// Something that the service gives apps.
    public struct FeatureAvailability: JSONStructure, Hashable, Sendable {
        /// The feature: the location once or as updates, the heading, what apps monitor, or beacons.
        public var feature: LocationFeature
        /// Whether the machine can give it.
        public var availability: Availability
        /// What prevents it, if anything does.
        public var obstacle: AvailabilityObstacle?
        /// The same, for a person.
        public var text: String?
        package init(
            feature: LocationFeature, availability: Availability, obstacle: AvailabilityObstacle? = nil,
            text: String? = nil
        ) {
            self.feature = feature; self.availability = availability; self.obstacle = obstacle; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            feature = try json["feature"]; availability = try json["availability"]; obstacle = try json["obstacle"];
            text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("availability", availability); json.member("feature", feature);
            json.member("obstacle", obstacle); json.member("text", text)
        }
    }
    package enum Capability: String, JSONWord { case locationServices, gps, magnetometer }
    package struct CapabilityAvailability: JSONStructure {
        package var capability: Capability
        package var availability: Availability
        package var obstacle: AvailabilityObstacle?
        package var text: String?
        package init(
            capability: Capability, availability: Availability, obstacle: AvailabilityObstacle? = nil,
            text: String? = nil
        ) {
            self.capability = capability; self.availability = availability; self.obstacle = obstacle; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            capability = try json["capability"]; availability = try json["availability"];
            obstacle = try json["obstacle"]; text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("availability", availability); json.member("capability", capability);
            json.member("obstacle", obstacle); json.member("text", text)
        }
    }
    /// A heading: the direction in which the vehicle points, which may differ from its course.
    public struct Heading: JSONStructure, Hashable, Sendable {
        @nonexhaustive public enum Origin: String, JSONWord, Hashable, Sendable, CaseIterable {
            case measured
            case estimated
            case manual
            case simulated
        }
        /// Degrees clockwise from true north.
        public var trueDegrees: Double?
        /// Degrees clockwise from magnetic north.
        public var magneticDegrees: Double?
        /// The magnetic variation, positive to the east: true = magnetic + variation.
        public var variationDegrees: Double?
        /// Half the interval that contains the true heading with 68 % probability, if the receiver states it.
        public var accuracyDegrees: Double?
        /// How the heading was determined, if the receiver says.
        public var origin: Origin?
        /// What the compass says of itself, if it does: it works, it wants to be calibrated, or the magnetic field around it is
        /// not the earth's.
        public var compass: CompassCondition?
        package init(
            trueDegrees: Double? = nil, magneticDegrees: Double? = nil, variationDegrees: Double? = nil,
            accuracyDegrees: Double? = nil, origin: Origin? = nil, compass: CompassCondition? = nil
        ) {
            self.trueDegrees = trueDegrees; self.magneticDegrees = magneticDegrees;
            self.variationDegrees = variationDegrees; self.accuracyDegrees = accuracyDegrees; self.origin = origin;
            self.compass = compass
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            trueDegrees = try json["trueDegrees"]; magneticDegrees = try json["magneticDegrees"];
            variationDegrees = try json["variationDegrees"]; accuracyDegrees = try json["accuracyDegrees"];
            origin = try json["origin"]; compass = try json["compass"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracyDegrees", accuracyDegrees); json.member("compass", compass);
            json.member("magneticDegrees", magneticDegrees); json.member("origin", origin);
            json.member("trueDegrees", trueDegrees); json.member("variationDegrees", variationDegrees)
        }
    }
    package struct Beacon: JSONStructure {
        package var uuid: String
        package var major: Int
        package var minor: Int
        package var proximity: BeaconProximity
        package var accuracyMeters: Double?
        package var rssi: Int
        package init(
            uuid: String, major: Int, minor: Int, proximity: BeaconProximity, accuracyMeters: Double? = nil, rssi: Int
        ) {
            self.uuid = uuid; self.major = major; self.minor = minor; self.proximity = proximity;
            self.accuracyMeters = accuracyMeters; self.rssi = rssi
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            uuid = try json["uuid"]; major = try json["major"]; minor = try json["minor"];
            proximity = try json["proximity"]; accuracyMeters = try json["accuracyMeters"]; rssi = try json["rssi"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracyMeters", accuracyMeters); json.member("major", major); json.member("minor", minor);
            json.member("proximity", proximity); json.member("rssi", rssi); json.member("uuid", uuid)
        }
    }
    package struct GetAvailability: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Location.GetAvailability"
        package struct Reply: JSONStructure {
            package var features: [FeatureAvailability]
            package var capabilities: [CapabilityAvailability]
            package init(
                features: [FeatureAvailability], capabilities: [CapabilityAvailability]
            ) {
                self.features = features; self.capabilities = capabilities
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                features = try json["features"]; capabilities = try json["capabilities"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("capabilities", capabilities); json.member("features", features)
            }
        }
        package init() {}
    }
    package struct Open: MethodParameters {
        package static let method = "io.waymark.Location.Open"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case session, authorization, requestEnded, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var authorization: Authorization?
            package var prompt: String?
            package var question: Question?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, session: String? = nil,
                authorization: Authorization? = nil, prompt: String? = nil, question: Question? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.authorization = authorization; self.prompt = prompt; self.question = question
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                session = try json["session"]; authorization = try json["authorization"]; prompt = try json["prompt"];
                question = try json["question"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("authorization", authorization); json.member("event", event); json.member("prompt", prompt);
                json.member("question", question); json.member("session", session)
            }
        }
        package var app: String
        package init(app: String) { self.app = app }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json["app"] }
        package func write(_ json: inout JSONWriter) { json.member("app", app) }
    }
    package struct RequestAuthorization: MethodParameters {
        package static let method = "io.waymark.Location.RequestAuthorization"
        package enum Level: String, JSONWord { case whenInUse, always }
        package struct Reply: JSONStructure {
            package var outcome: RequestOutcome
            package var text: String
            package var prompt: String?
            package init(
                outcome: RequestOutcome, text: String, prompt: String? = nil
            ) {
                self.outcome = outcome; self.text = text; self.prompt = prompt
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                outcome = try json["outcome"]; text = try json["text"]; prompt = try json["prompt"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("outcome", outcome); json.member("prompt", prompt); json.member("text", text)
            }
        }
        package var session: String
        package var level: Level
        package init(session: String, level: Level) { self.session = session; self.level = level }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; level = try json["level"]
        }
        package func write(_ json: inout JSONWriter) { json.member("level", level); json.member("session", session) }
    }
    package struct RequestTemporaryFullAccuracy: MethodParameters {
        package static let method = "io.waymark.Location.RequestTemporaryFullAccuracy"
        package typealias Reply = RequestAuthorization.Reply
        package var session: String
        package var purpose: String
        package init(session: String, purpose: String) { self.session = session; self.purpose = purpose }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; purpose = try json["purpose"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("purpose", purpose); json.member("session", session)
        }
    }
    package struct GetLocation: MethodParameters {
        package static let method = "io.waymark.Location.GetLocation"
        package struct Reply: JSONStructure {
            package var location: Location?
            package var absence: LocationAbsence?
            package var text: String
            package init(
                location: Location? = nil, absence: LocationAbsence? = nil, text: String
            ) {
                self.location = location; self.absence = absence; self.text = text
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                location = try json["location"]; absence = try json["absence"]; text = try json["text"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("absence", absence); json.member("location", location); json.member("text", text)
            }
        }
        package var app: String
        package var desiredAccuracyMeters: Double?
        package var maximumAgeSeconds: Double?
        package var deadlineSeconds: Double?
        package init(
            app: String, desiredAccuracyMeters: Double? = nil, maximumAgeSeconds: Double? = nil,
            deadlineSeconds: Double? = nil
        ) {
            self.app = app; self.desiredAccuracyMeters = desiredAccuracyMeters;
            self.maximumAgeSeconds = maximumAgeSeconds; self.deadlineSeconds = deadlineSeconds
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; desiredAccuracyMeters = try json["desiredAccuracyMeters"];
            maximumAgeSeconds = try json["maximumAgeSeconds"]; deadlineSeconds = try json["deadlineSeconds"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("deadlineSeconds", deadlineSeconds);
            json.member("desiredAccuracyMeters", desiredAccuracyMeters);
            json.member("maximumAgeSeconds", maximumAgeSeconds)
        }
    }
    package struct FollowLocation: MethodParameters {
        package static let method = "io.waymark.Location.FollowLocation"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case update, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var location: Location?
            package var diagnostics: [LiveDiagnostic]?
            package var absence: LocationAbsence?
            package var text: String?
            package var hasAgent: Bool?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, location: Location? = nil,
                diagnostics: [LiveDiagnostic]? = nil, absence: LocationAbsence? = nil, text: String? = nil,
                hasAgent: Bool? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.location = location;
                self.diagnostics = diagnostics; self.absence = absence; self.text = text; self.hasAgent = hasAgent
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                location = try json["location"]; diagnostics = try json["diagnostics"]; absence = try json["absence"];
                text = try json["text"]; hasAgent = try json["hasAgent"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("absence", absence); json.member("diagnostics", diagnostics); json.member("event", event);
                json.member("hasAgent", hasAgent); json.member("location", location); json.member("text", text)
            }
        }
        package var app: String
        package var desiredAccuracyMeters: Double?
        package var distanceFilterMeters: Double?
        package var minimumIntervalSeconds: Double?
        package var activity: LocationActivity?
        package init(
            app: String, desiredAccuracyMeters: Double? = nil, distanceFilterMeters: Double? = nil,
            minimumIntervalSeconds: Double? = nil, activity: LocationActivity? = nil
        ) {
            self.app = app; self.desiredAccuracyMeters = desiredAccuracyMeters;
            self.distanceFilterMeters = distanceFilterMeters; self.minimumIntervalSeconds = minimumIntervalSeconds;
            self.activity = activity
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; desiredAccuracyMeters = try json["desiredAccuracyMeters"];
            distanceFilterMeters = try json["distanceFilterMeters"];
            minimumIntervalSeconds = try json["minimumIntervalSeconds"]; activity = try json["activity"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("activity", activity); json.member("app", app);
            json.member("desiredAccuracyMeters", desiredAccuracyMeters);
            json.member("distanceFilterMeters", distanceFilterMeters);
            json.member("minimumIntervalSeconds", minimumIntervalSeconds)
        }
    }
    package struct FollowLocationFor: MethodParameters {
        package static let method = "io.waymark.Location.FollowLocationFor"
        package typealias Reply = FollowLocation.Reply
        package var user: Int
        package var process: Int
        package var app: String
        package var accuracy: AccuracyAuthorization
        package var desiredAccuracyMeters: Double?
        package var distanceFilterMeters: Double?
        package var minimumIntervalSeconds: Double?
        package init(
            user: Int, process: Int, app: String, accuracy: AccuracyAuthorization, desiredAccuracyMeters: Double? = nil,
            distanceFilterMeters: Double? = nil, minimumIntervalSeconds: Double? = nil
        ) {
            self.user = user; self.process = process; self.app = app; self.accuracy = accuracy;
            self.desiredAccuracyMeters = desiredAccuracyMeters; self.distanceFilterMeters = distanceFilterMeters;
            self.minimumIntervalSeconds = minimumIntervalSeconds
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            user = try json["user"]; process = try json["process"]; app = try json["app"];
            accuracy = try json["accuracy"]; desiredAccuracyMeters = try json["desiredAccuracyMeters"];
            distanceFilterMeters = try json["distanceFilterMeters"];
            minimumIntervalSeconds = try json["minimumIntervalSeconds"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("app", app);
            json.member("desiredAccuracyMeters", desiredAccuracyMeters);
            json.member("distanceFilterMeters", distanceFilterMeters);
            json.member("minimumIntervalSeconds", minimumIntervalSeconds); json.member("process", process);
            json.member("user", user)
        }
    }
    package struct FollowHeading: MethodParameters {
        package static let method = "io.waymark.Location.FollowHeading"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case update, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var heading: Heading?
            package var diagnostics: [LiveDiagnostic]?
            package var text: String?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, heading: Heading? = nil,
                diagnostics: [LiveDiagnostic]? = nil, text: String? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.heading = heading;
                self.diagnostics = diagnostics; self.text = text
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                heading = try json["heading"]; diagnostics = try json["diagnostics"]; text = try json["text"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("diagnostics", diagnostics); json.member("event", event); json.member("heading", heading);
                json.member("text", text)
            }
        }
        package var app: String
        package var filterDegrees: Double?
        package init(app: String, filterDegrees: Double? = nil) { self.app = app; self.filterDegrees = filterDegrees }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; filterDegrees = try json["filterDegrees"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("filterDegrees", filterDegrees)
        }
    }
    package struct FollowBeacons: MethodParameters {
        package static let method = "io.waymark.Location.FollowBeacons"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case update, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var beacons: [Beacon]?
            package var diagnostics: [LiveDiagnostic]?
            package var text: String?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, beacons: [Beacon]? = nil,
                diagnostics: [LiveDiagnostic]? = nil, text: String? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.beacons = beacons;
                self.diagnostics = diagnostics; self.text = text
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                beacons = try json["beacons"]; diagnostics = try json["diagnostics"]; text = try json["text"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("beacons", beacons); json.member("diagnostics", diagnostics); json.member("event", event);
                json.member("text", text)
            }
        }
        package var app: String
        package var uuid: String
        package var major: Int?
        package var minor: Int?
        package init(
            app: String, uuid: String, major: Int? = nil, minor: Int? = nil
        ) {
            self.app = app; self.uuid = uuid; self.major = major; self.minor = minor
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; uuid = try json["uuid"]; major = try json["major"]; minor = try json["minor"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("major", major); json.member("minor", minor); json.member("uuid", uuid)
        }
    }
    package struct HoldSession: MethodParameters {
        package static let method = "io.waymark.Location.HoldSession"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case update, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var diagnostics: [LiveDiagnostic]?
            package var text: String?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, diagnostics: [LiveDiagnostic]? = nil,
                text: String? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.diagnostics = diagnostics;
                self.text = text
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                diagnostics = try json["diagnostics"]; text = try json["text"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("diagnostics", diagnostics); json.member("event", event); json.member("text", text)
            }
        }
        package var app: String
        package var level: SessionRequirement
        package var fullAccuracyPurpose: String?
        package var background: Bool?
        package init(
            app: String, level: SessionRequirement, fullAccuracyPurpose: String? = nil, background: Bool? = nil
        ) {
            self.app = app; self.level = level; self.fullAccuracyPurpose = fullAccuracyPurpose;
            self.background = background
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; level = try json["level"]; fullAccuracyPurpose = try json["fullAccuracyPurpose"];
            background = try json["background"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("background", background);
            json.member("fullAccuracyPurpose", fullAccuracyPurpose); json.member("level", level)
        }
    }
}
