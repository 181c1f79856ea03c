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
    /// The reason why an app gets no location.
    @nonexhaustive public enum AbsenceReason: String, JSONWord, Hashable, Sendable, CaseIterable {
        /// The person has not decided about this app yet.
        case notDetermined
        /// The administrator forbids it; nobody else can change that.
        case restricted
        /// The person denied it.
        case denied
        /// Location services are switched off.
        case servicesOff
        /// The person has paused the location of all apps; the text says until when.
        case pausedByPerson
        /// A host reports that the app's windows are hidden.
        case insufficientlyInUse
        /// The app's manifest requires a service session, and the app holds none.
        case serviceSessionRequired
        /// The app may know the location, but no receiver provided one in time.
        case locationUnknown
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

extension LocationInterface {
    package static let text = #"""
# For apps: the location, and requests to the person for authorization.
#
# An app holds an Open stream as long as it runs. It is in use for that time, unless a host reports that its windows are
# hidden. It makes its calls on a second connection with the session from the stream's first reply. GetLocation,
# FollowLocation, FollowHeading, FollowBeacons and HoldSession need no such stream.
#
# A program that serves widgets is not the app. While it holds a Serve stream of io.waymark.Widgets, these methods fail with
# ServesWidgets for it and for what it has started.
interface io.waymark.Location

# The effective authorization of an app.
type AuthorizationStatus (
  # The person has not decided yet.
  notDetermined,
  # The administrator forbids it; nobody else can change that.
  restricted,
  # The person denied it, or location services are switched off.
  denied,
  # The app may know while it or one of its widgets is in use.
  authorizedWhenInUse,
  # The app may know at any time.
  authorizedAlways
)

# The accuracy an app may know: that of the receivers, or an area some kilometres wide.
type AccuracyAuthorization (full, reduced)

# The person's decision about the app's widgets.
type WidgetGrant (undecided, granted, refused)

# A service that is unavailable under reduced accuracy.
type Service (regions, heading, beacons)

# The complete authorization of the app.
type Authorization (
  # Whether the app may know the location.
  status: AuthorizationStatus,
  # The accuracy; meaningless unless the app may know the location.
  accuracy: AccuracyAuthorization,
  # The person's decision about its widgets.
  widgets: WidgetGrant,
  # Whether its widgets may know the location: always, or when in use and granted to widgets.
  isAuthorizedForWidgetUpdates: bool,
  # The services that the accuracy excludes.
  unavailableServices: []Service
)

# A question to the person.
type Question (whenInUse, always, alwaysUpgrade, provisionalAlways, usageReminder, unusedPermission,
  temporaryFullAccuracy, widgets, proposal)

# The outcome of a request.
type Outcome (
  # The person is being asked; the stream reports the end of the request.
  authorizationRequestInProgress,
  # No agent can ask the person yet. The question waits for an agent or for a decision in the settings.
  noAgent,
  # No question: the app is not in use.
  notInUse,
  # No question: the person has already decided.
  alreadyDetermined,
  # No question: the app is allowed once and can ask for more next time.
  allowedOnce,
  # No question: the app has used its one request for always.
  alwaysWasAsked,
  # No question: the administrator does not allow it.
  restricted,
  # No question: location services are switched off.
  servicesOff,
  # No question: the app may not know the location at all.
  notAuthorized,
  # No question: the app already has full accuracy.
  alreadyFullAccuracy
)

# A position. Members that are absent are unknown.
type Location (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The time since the service received it.
  ageSeconds: float,
  # The time of the position according to the receiver, RFC 3339 in UTC.
  time: ?string,
  # The radius of the circle that contains the true position with 68 % probability.
  horizontalAccuracyMeters: ?float,
  # The radius of the circle that contains the true position with 95 % probability.
  horizontalAccuracy95Meters: ?float,
  # Metres above mean sea level.
  altitudeMeters: ?float,
  # Metres above the WGS-84 ellipsoid, from a receiver that tells how high the geoid is there.
  ellipsoidalAltitudeMeters: ?float,
  # Half the interval that contains the true altitude with 68 % probability.
  verticalAccuracyMeters: ?float,
  # Speed over ground.
  speedMetersPerSecond: ?float,
  # Course over ground, clockwise from true north.
  courseDegrees: ?float,
  # The origin of the position.
  source: LocationSource,
  # Whether the receiver is trusted; absent without a receiver, and under reduced accuracy.
  trust: ?Trust
)

# Whether what a receiver reports is believed.
type Trust (
  # Nothing speaks against it.
  trusted,
  # Something speaks against it, and does not prove it wrong.
  doubtful,
  # It cannot be right. Its locations are not given.
  contradicted
)

# The origin of a position.
type LocationSource (
  # A receiver measured it.
  receiver,
  # A phone of the machine's owner measured it.
  phone,
  # The machine's modem measured it.
  modem,
  # It follows from networks in reach, such as cells or access points.
  network,
  # A person stated it: the machine's owner, for when no receiver has a fix, or whoever entered it into the receiver.
  stated,
  # A simulator made it.
  simulated
)

# The reason why an app gets no location.
type AbsenceReason (
  # The person has not decided about this app yet.
  notDetermined,
  # The administrator forbids it; nobody else can change that.
  restricted,
  # The person denied it.
  denied,
  # Location services are switched off.
  servicesOff,
  # The person has paused the location of all apps; the text says until when.
  pausedByPerson,
  # A host reports that the app's windows are hidden.
  insufficientlyInUse,
  # The app's manifest requires a service session, and the app holds none.
  serviceSessionRequired,
  # The app may know the location, but no receiver provided one in time.
  locationUnknown
)

# The reason why no receiver provided a location in time.
type UnknownCause (
  # No receiver is configured.
  noReceiver,
  # The receiver is unreachable: it is unplugged or does not answer.
  absent,
  # The receiver is being opened.
  connecting,
  # The receiver is open but has not had a position yet.
  acquiring,
  # The receiver had a position and lost it.
  lost,
  # The receiver provides positions, but they are probably wrong.
  inDoubt,
  # The receiver has a position but has not sent a new one since the call.
  noNewFix,
  # The recording has ended.
  ended
)

# The reason for a missing location, with the evidence.
type LocationAbsence (
  # The reason.
  reason: AbsenceReason,
  # The cause, if the reason is locationUnknown. Of several receivers, the one closest to a position counts.
  cause: ?UnknownCause,
  # The configured URL of that receiver.
  receiver: ?string,
  # The time since the cause arose.
  sinceSeconds: ?float,
  # The reason why the receiver is unreachable, for a person.
  problem: ?string,
  # The satellites that the receiver uses, or tracks for use, while it has no position and counts them.
  satellitesUsed: ?int,
  # The satellites that it has in view meanwhile.
  satellitesInView: ?int
)

# Whether this machine can give something, whatever the person allows.
type Availability (
  # It can.
  available,
  # It cannot be told yet.
  unknown,
  # It cannot now.
  unavailable
)

# What keeps this machine from giving something, or from knowing whether it can.
type AvailabilityObstacle (
  # No receiver is configured.
  noReceiver,
  # No receiver can be reached.
  receiversUnreachable,
  # No receiver has been reached yet, or not when it was last tried: nobody needs one now.
  receiversUntried,
  # The machine knows only the place that its owner stated.
  placeIsStated,
  # No receiver has given a heading since the service started. Unless one does, the heading is unavailable once receivers
  # have been on for a minute.
  noHeading,
  # The compasses give only the heading from true north.
  noMagneticHeading,
  # No program that listens for beacons runs.
  noBeaconProgram,
  # The program that listens for beacons finds no Bluetooth adapter that is on.
  bluetoothUnavailable
)

# Something that the service gives apps.
type FeatureAvailability (
  # The feature: the location once or as updates, the heading, what apps monitor, or beacons.
  feature: (location, heading, significantChanges, visits, regions, beacons),
  # Whether the machine can give it.
  availability: Availability,
  # What prevents it, if anything does.
  obstacle: ?AvailabilityObstacle,
  # The same, for a person.
  text: ?string
)

# A capability: any source of location, positions from satellites, or magnetic headings.
type Capability (locationServices, gps, magnetometer)

# A capability that a manifest can require.
type CapabilityAvailability (
  # The capability.
  capability: Capability,
  # Whether the machine has it.
  availability: Availability,
  # What prevents it, if anything does.
  obstacle: ?AvailabilityObstacle,
  # The same, for a person.
  text: ?string
)

# Returns what this machine can give now: its equipment, not the person's permission.
method GetAvailability() -> (
  # All features.
  features: []FeatureAvailability,
  # All capabilities that manifests can require.
  capabilities: []CapabilityAvailability
)

# Reports that the app runs, and streams its authorization. The first reply carries the session and the authorization.
# Without more it fails with ExpectedMore.
method Open(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (session, authorization, requestEnded, keepAlive),
  # The number of older events about the same subjects dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # The authorization: in the first reply, and whenever it changed.
  authorization: ?Authorization,
  # The question that is closed.
  prompt: ?string,
  # The kind of question that was closed.
  question: ?Question
)

# Asks the person whether the app may know the location. Returns at once.
method RequestAuthorization(
  # The session.
  session: string,
  # The requested authorization.
  level: (whenInUse, always)
) -> (
  # The outcome of the request.
  outcome: Outcome,
  # The same as text, for a person.
  text: string,
  # The question, if the person is asked.
  prompt: ?string
)

# Asks the person for full accuracy while the app is in use. Returns at once.
method RequestTemporaryFullAccuracy(
  # The session.
  session: string,
  # The key of the purpose in the app's manifest.
  purpose: string
) -> (
  # The outcome of the request.
  outcome: Outcome,
  # The same as text, for a person.
  text: string,
  # The question, if the person is asked.
  prompt: ?string
)

# Returns the location once.
#
# The service answers at once if its latest location is recent and accurate enough, or if the app may not know the
# location. Otherwise it turns receivers on and answers with the first location that is accurate enough. At the deadline
# it returns the most accurate location since the call. The app is in use while its call waits. A client that
# disconnects ends the call.
method GetLocation(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The largest 68 % radius that permits an answer before the deadline; any accuracy if absent.
  desiredAccuracyMeters: ?float,
  # The maximum age of a latest location that is returned at once; 5 if absent.
  maximumAgeSeconds: ?float,
  # The longest wait: more than 0, at most 300; 10 if absent.
  deadlineSeconds: ?float
) -> (
  # The location; under reduced accuracy, an area some kilometres wide.
  location: ?Location,
  # The reason for a missing location.
  absence: ?LocationAbsence,
  # The outcome as text, for a person.
  text: string
)

# What an app follows the location for, which decides how soon updates pause at rest.
type Activity (
  # None of the others: after 5 minutes.
  other,
  # Navigation of a car, which waits in jams: after 10 minutes.
  automotive,
  # Sport on foot or by bicycle: after 2 minutes.
  fitness,
  # Navigation of another vehicle, such as a boat or train: after 10 minutes.
  otherNavigation,
  # Flight: never.
  airborne
)

# Something that limits or explains what a stream gets.
type Diagnostic (
  # The person has not decided about the app, and is not being asked.
  authorizationNotDetermined,
  # The person is being asked.
  authorizationRequestInProgress,
  # The person denied it, or location services are off.
  authorizationDenied,
  # Location services are off.
  authorizationDeniedGlobally,
  # The administrator forbids it; nobody else can change that.
  authorizationRestricted,
  # The person has paused the location of all apps; the text of a stream of locations says until when.
  pausedByPerson,
  # The app may not always know the location.
  alwaysAuthorizationDenied,
  # The app is not in use: a host reports that its windows are hidden.
  insufficientlyInUse,
  # The app's manifest requires a service session, and the app holds none.
  serviceSessionRequired,
  # The accuracy is reduced: locations are areas, told at most four times an hour, and there are no headings or beacons.
  accuracyLimited,
  # The app does not have the full accuracy that it asked for.
  fullAccuracyDenied,
  # No receiver gives a location now.
  locationUnavailable,
  # No receiver gives a heading now.
  headingUnavailable,
  # Nobody can listen for beacons now.
  beaconsUnavailable,
  # The machine rests: this is the last update until it moves.
  stationary
)

# A heading: the direction in which the vehicle points, which may differ from its course.
type Heading (
  # Degrees clockwise from true north.
  trueDegrees: ?float,
  # Degrees clockwise from magnetic north.
  magneticDegrees: ?float,
  # The magnetic variation, positive to the east: true = magnetic + variation.
  variationDegrees: ?float,
  # Half the interval that contains the true heading with 68 % probability, if the receiver states it.
  accuracyDegrees: ?float,
  # How the heading was determined, if the receiver says.
  origin: ?(measured, estimated, manual, simulated),
  # What the compass says of itself, if it does: it works, it wants to be calibrated, or the magnetic field around it is
  # not the earth's.
  compass: ?(normal, uncalibrated, disturbed)
)

# Streams the location: first the present one or the reason why there is none, then each change of both.
#
# The app is in use while the stream is open. If the person has not decided about the app and its manifest has the text,
# the person is asked. The stream goes on by itself when a reason has passed. Without more it fails with ExpectedMore.
method FollowLocation(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The 68 % radius that suffices; the best if absent. From 50 on, receivers may pause while the machine cannot be
  # farther than this from the last location.
  desiredAccuracyMeters: ?float,
  # The distance from the last location at which the next is told; any if absent.
  distanceFilterMeters: ?float,
  # The least time between two locations, on average; at most 86400. From 20 on, receivers pause between them.
  minimumIntervalSeconds: ?float,
  # What the app follows the location for; other if absent.
  activity: ?Activity
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # The location; under reduced accuracy, an area some kilometres wide.
  location: ?Location,
  # What limits the stream now; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # Why no receiver gives a location, if diagnostics has locationUnavailable.
  absence: ?LocationAbsence,
  # The diagnostics as text, for a person.
  text: ?string,
  # Whether an agent can ask the person now; absent unless the person is being asked.
  hasAgent: ?bool
)

# Streams the location for an app that asked a bridge for it: a program that serves apps of all users by another protocol.
#
# Only the user that the configuration names as the bridge may call it. The user and the process are those of the app's
# program. What the system shows of the process decides which app it is; the name that the program gives itself counts
# only where the system shows nothing. The app gets what its person allowed, and nothing else. The person is asked even
# if no manifest states a purpose. While there is no location, the stream begins with the last known one, at most an hour
# old, beside locationUnavailable: its accuracy allows for what a car can have driven since. Otherwise it is as
# FollowLocation. Without more it fails with ExpectedMore.
method FollowLocationFor(
  # The user of the app.
  user: int,
  # The process of the app. It must belong to the user.
  process: int,
  # The app that the program says it is: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The most accurate location that the app wants; reduced gives areas even if it may know more.
  accuracy: AccuracyAuthorization,
  # The 68 % radius that suffices, as of FollowLocation.
  desiredAccuracyMeters: ?float,
  # The distance from the last location at which the next is told; any if absent.
  distanceFilterMeters: ?float,
  # The least time between two locations, on average; at most 86400.
  minimumIntervalSeconds: ?float
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # The location; under reduced accuracy, an area some kilometres wide.
  location: ?Location,
  # What limits the stream now; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # Why no receiver gives a location, if diagnostics has locationUnavailable.
  absence: ?LocationAbsence,
  # The diagnostics as text, for a person.
  text: ?string,
  # Whether an agent can ask the person now; absent unless the person is being asked.
  hasAgent: ?bool
)

# Streams the heading of the vehicle: first the present one or the reason why there is none, then each change of both.
#
# The app is in use while the stream is open. Without more it fails with ExpectedMore.
method FollowHeading(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The turn after which the next heading is told, from 0 to 180; 1 if absent.
  filterDegrees: ?float
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # The heading.
  heading: ?Heading,
  # What limits the stream now; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # The diagnostics as text, for a person.
  text: ?string
)

# A beacon in range.
type Beacon (
  # The UUID, such as 74278BDA-B644-4520-8F0C-720EAF059935.
  uuid: string,
  # The group of the beacon, from 0 to 65535.
  major: int,
  # The beacon in its group, from 0 to 65535.
  minor: int,
  # How near it is: within half a metre, within some three metres, or farther; unknown if it states no usable strength.
  proximity: (immediate, near, far, unknown),
  # The distance that the signal suggests; walls and bodies make it too large. Use it to order beacons of one proximity.
  accuracyMeters: ?float,
  # The strength of the received signal in dBm, smoothed over some seconds.
  rssi: int
)

# Streams the beacons in range: first those of now, then each change.
#
# The app is in use while the stream is open. Without more it fails with ExpectedMore.
method FollowBeacons(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The UUID of the beacons.
  uuid: string,
  # Only those of this group, from 0 to 65535.
  major: ?int,
  # Only the one with this number in the group.
  minor: ?int
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # The beacons, the nearest first, at most 32; absent if diagnostics says why.
  beacons: ?[]Beacon,
  # What limits the stream now; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # The diagnostics as text, for a person.
  text: ?string
)

# Holds a service session: the app declares what it needs for as long as the stream is open.
#
# The person is asked as soon as the rules allow a question, and again after a permission for once has ended. The stream
# tells what is missing. An app whose manifest has RequireServiceSession=yes gets locations only while it holds one. The
# app is in use while the stream is open. Without more it fails with ExpectedMore.
method HoldSession(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The authorization that the app needs; with none the person is not asked.
  level: (none, whenInUse, always),
  # The key of the purpose in the app's manifest for which it needs full accuracy; the person is asked once.
  fullAccuracyPurpose: ?string,
  # Whether the app stays in use although its windows are hidden, which the person is shown. It begins when the app is
  # in use.
  background: ?bool
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # What the app needs and does not have; absent if all is well.
  diagnostics: ?[]Diagnostic,
  # The diagnostics as text, for a person.
  text: ?string
)

# No open stream of this caller has this session.
error UnknownSession (session: string)

# The app's manifest states no purpose for the location, so nobody is asked.
#
# For a person: no manifest of '{app}' that the service knows says what the location is for, with {key}
error MissingPurpose (
  app: string,
  # The missing key, as written in a manifest.
  key: string
)

# The program, or one that it was started by, holds a Serve stream of io.waymark.Widgets: it serves widgets, and is not the
# app itself. An open stream of the app ends with it when the program begins to serve.
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
  # The limit for each user; where many share what all may have, what this user has. Requests for a location also have
  # a limit for each app.
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
