// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
public import LocationModel
public import Varlink

/// For providers: programs that make the timelines of kinds of widgets.
///
/// A provider holds one Serve stream, which carries the service's requests. It answers on a second connection with the
/// session from the stream's first reply. The session ends with the stream; registrations stay. A provider serves the
/// widgets of its own user.
public enum WidgetsInterface: NamedInterface {
    package static let name = "io.waymark.Widgets"
    package struct KindDeclaration: JSONStructure {
        package var kind: String
        package var wantsLocation: Bool
        package var placeholder: RawJSON?
        package var name: String?
        package var description: String?
        package var families: [WidgetFamily]?
        package init(
            kind: String, wantsLocation: Bool, placeholder: RawJSON? = nil, name: String? = nil,
            description: String? = nil, families: [WidgetFamily]? = nil
        ) {
            self.kind = kind; self.wantsLocation = wantsLocation; self.placeholder = placeholder; self.name = name;
            self.description = description; self.families = families
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            kind = try json["kind"]; wantsLocation = try json["wantsLocation"]; placeholder = try json["placeholder"];
            name = try json["name"]; description = try json["description"]; families = try json["families"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("description", description); json.member("families", families); json.member("kind", kind);
            json.member("name", name); json.member("placeholder", placeholder);
            json.member("wantsLocation", wantsLocation)
        }
    }
    /// The complete authorization of the app.
    public struct Authorization: JSONStructure, Hashable, Sendable {
        /// The authorization of the app itself.
        public var status: AuthorizationStatus
        /// The accuracy; meaningless unless the app may know the location.
        public var accuracy: AccuracyAuthorization
        /// The person's decision about its widgets.
        public var widgets: WidgetGrant
        /// Whether its widgets may know the location: always, or when in use and granted to widgets.
        public var isAuthorizedForWidgetUpdates: Bool
        package init(
            status: AuthorizationStatus, accuracy: AccuracyAuthorization, widgets: WidgetGrant,
            isAuthorizedForWidgetUpdates: Bool
        ) {
            self.status = status; self.accuracy = accuracy; self.widgets = widgets;
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            status = try json["status"]; accuracy = try json["accuracy"]; widgets = try json["widgets"];
            isAuthorizedForWidgetUpdates = try json["isAuthorizedForWidgetUpdates"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("isAuthorizedForWidgetUpdates", isAuthorizedForWidgetUpdates);
            json.member("status", status); json.member("widgets", widgets)
        }
    }
    /// The evidence why the receivers have no fix.
    public struct UnknownLocation: JSONStructure, Hashable, Sendable {
        /// The cause. Of several receivers, the one closest to a position counts.
        public var cause: LocationInterface.UnknownCause
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
        /// The cause as text, for a person.
        public var text: String
        package init(
            cause: LocationInterface.UnknownCause, receiver: String? = nil, since: Duration? = nil,
            problem: String? = nil, satellitesUsed: Int? = nil, satellitesInView: Int? = nil, text: String
        ) {
            self.cause = cause; self.receiver = receiver; self.since = since; self.problem = problem;
            self.satellitesUsed = satellitesUsed; self.satellitesInView = satellitesInView; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            cause = try json["cause"]; receiver = try json["receiver"]; since = try json.seconds("sinceSeconds");
            problem = try json["problem"]; satellitesUsed = try json["satellitesUsed"];
            satellitesInView = try json["satellitesInView"]; text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("cause", cause); json.member("problem", problem); json.member("receiver", receiver);
            json.member("satellitesInView", satellitesInView); json.member("satellitesUsed", satellitesUsed);
            json.member("sinceSeconds", since?.inSeconds); json.member("text", text)
        }
    }
    package struct Reload: JSONStructure {
        package var request: String
        package var widget: String
        package var kind: String
        package var family: WidgetFamily
        package var configuration: RawJSON
        package var reason: ReloadReason
        package var deadline: String
        package var isAuthorizedForWidgetUpdates: Bool
        package var location: LocationInterface.Location?
        package var locationAbsence: LocationAbsence?
        package var unknownLocation: UnknownLocation?
        package init(
            request: String, widget: String, kind: String, family: WidgetFamily, configuration: RawJSON,
            reason: ReloadReason, deadline: String, isAuthorizedForWidgetUpdates: Bool,
            location: LocationInterface.Location? = nil, locationAbsence: LocationAbsence? = nil,
            unknownLocation: UnknownLocation? = nil
        ) {
            self.request = request; self.widget = widget; self.kind = kind; self.family = family;
            self.configuration = configuration; self.reason = reason; self.deadline = deadline;
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates; self.location = location;
            self.locationAbsence = locationAbsence; self.unknownLocation = unknownLocation
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            request = try json["request"]; widget = try json["widget"]; kind = try json["kind"];
            family = try json["family"]; configuration = try json["configuration"]; reason = try json["reason"];
            deadline = try json["deadline"]; isAuthorizedForWidgetUpdates = try json["isAuthorizedForWidgetUpdates"];
            location = try json["location"]; locationAbsence = try json["locationAbsence"];
            unknownLocation = try json["unknownLocation"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("configuration", configuration); json.member("deadline", deadline);
            json.member("family", family); json.member("isAuthorizedForWidgetUpdates", isAuthorizedForWidgetUpdates);
            json.member("kind", kind); json.member("location", location);
            json.member("locationAbsence", locationAbsence); json.member("reason", reason);
            json.member("request", request); json.member("unknownLocation", unknownLocation);
            json.member("widget", widget)
        }
    }
    package struct Snapshot: JSONStructure {
        package var request: String
        package var kind: String
        package var family: WidgetFamily
        package var configuration: RawJSON
        package var deadline: String
        package init(
            request: String, kind: String, family: WidgetFamily, configuration: RawJSON, deadline: String
        ) {
            self.request = request; self.kind = kind; self.family = family; self.configuration = configuration;
            self.deadline = deadline
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            request = try json["request"]; kind = try json["kind"]; family = try json["family"];
            configuration = try json["configuration"]; deadline = try json["deadline"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("configuration", configuration); json.member("deadline", deadline);
            json.member("family", family); json.member("kind", kind); json.member("request", request)
        }
    }
    package struct Relevance: JSONStructure {
        package var score: Double
        package var durationSeconds: Double?
        package var regions: [MonitorInterface.Circle]?
        package init(
            score: Double, durationSeconds: Double? = nil, regions: [MonitorInterface.Circle]? = nil
        ) {
            self.score = score; self.durationSeconds = durationSeconds; self.regions = regions
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            score = try json["score"]; durationSeconds = try json["durationSeconds"]; regions = try json["regions"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("durationSeconds", durationSeconds); json.member("regions", regions);
            json.member("score", score)
        }
    }
    package struct Entry: JSONStructure {
        package var date: String
        package var content: RawJSON
        package var relevance: Relevance?
        package init(
            date: String, content: RawJSON, relevance: Relevance? = nil
        ) {
            self.date = date; self.content = content; self.relevance = relevance
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            date = try json["date"]; content = try json["content"]; relevance = try json["relevance"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("content", content); json.member("date", date); json.member("relevance", relevance)
        }
    }
    package enum ReloadPolicy: String, JSONWord { case atEnd, after, never }
    package struct AskedReload: JSONStructure {
        package var widget: String
        package var ticket: String
        package var merged: Bool
        package init(
            widget: String, ticket: String, merged: Bool
        ) {
            self.widget = widget; self.ticket = ticket; self.merged = merged
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; ticket = try json["ticket"]; merged = try json["merged"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("merged", merged); json.member("ticket", ticket); json.member("widget", widget)
        }
    }
    package struct Ticket: JSONStructure {
        package var ticket: String
        package var widget: String
        package var app: String
        package var kind: String
        package var user: Int
        package var reason: ReloadReason
        package var asked: String
        package var asks: Int
        package var state: TicketCondition
        package var remainingSeconds: Double?
        package var request: String?
        package var failures: Int
        package var ended: String?
        package var text: String
        package init(
            ticket: String, widget: String, app: String, kind: String, user: Int, reason: ReloadReason, asked: String,
            asks: Int, state: TicketCondition, remainingSeconds: Double? = nil, request: String? = nil, failures: Int,
            ended: String? = nil, text: String
        ) {
            self.ticket = ticket; self.widget = widget; self.app = app; self.kind = kind; self.user = user;
            self.reason = reason; self.asked = asked; self.asks = asks; self.state = state;
            self.remainingSeconds = remainingSeconds; self.request = request; self.failures = failures;
            self.ended = ended; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            ticket = try json["ticket"]; widget = try json["widget"]; app = try json["app"]; kind = try json["kind"];
            user = try json["user"]; reason = try json["reason"]; asked = try json["asked"]; asks = try json["asks"];
            state = try json["state"]; remainingSeconds = try json["remainingSeconds"]; request = try json["request"];
            failures = try json["failures"]; ended = try json["ended"]; text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("asked", asked); json.member("asks", asks); json.member("ended", ended);
            json.member("failures", failures); json.member("kind", kind); json.member("reason", reason);
            json.member("remainingSeconds", remainingSeconds); json.member("request", request);
            json.member("state", state); json.member("text", text); json.member("ticket", ticket);
            json.member("user", user); json.member("widget", widget)
        }
    }
    package struct Serve: MethodParameters {
        package static let method = "io.waymark.Widgets.Serve"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case session, reload, snapshot, authorization, stop, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var authorization: Authorization?
            package var reload: Reload?
            package var snapshot: Snapshot?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, session: String? = nil,
                authorization: Authorization? = nil, reload: Reload? = nil, snapshot: Snapshot? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.authorization = authorization; self.reload = reload; self.snapshot = snapshot
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                session = try json["session"]; authorization = try json["authorization"]; reload = try json["reload"];
                snapshot = try json["snapshot"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("authorization", authorization); json.member("event", event); json.member("reload", reload);
                json.member("session", session); json.member("snapshot", snapshot)
            }
        }
        package var app: String
        package var kinds: [KindDeclaration]
        package init(app: String, kinds: [KindDeclaration]) { self.app = app; self.kinds = kinds }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; kinds = try json["kinds"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("kinds", kinds) }
    }
    package struct DeliverTimeline: MethodParameters {
        package static let method = "io.waymark.Widgets.DeliverTimeline"
        package var session: String
        package var request: String
        package var entries: [Entry]
        package var policy: ReloadPolicy
        package var after: String?
        package init(
            session: String, request: String, entries: [Entry], policy: ReloadPolicy, after: String? = nil
        ) {
            self.session = session; self.request = request; self.entries = entries; self.policy = policy;
            self.after = after
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; request = try json["request"]; entries = try json["entries"];
            policy = try json["policy"]; after = try json["after"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("after", after); json.member("entries", entries); json.member("policy", policy);
            json.member("request", request); json.member("session", session)
        }
    }
    package struct FailTimeline: MethodParameters {
        package static let method = "io.waymark.Widgets.FailTimeline"
        package struct Reply: JSONStructure {
            package var retryAfterSeconds: Double
            package init(retryAfterSeconds: Double) { self.retryAfterSeconds = retryAfterSeconds }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                retryAfterSeconds = try json["retryAfterSeconds"]
            }
            package func write(_ json: inout JSONWriter) { json.member("retryAfterSeconds", retryAfterSeconds) }
        }
        package var session: String
        package var request: String
        package var message: String
        package init(
            session: String, request: String, message: String
        ) {
            self.session = session; self.request = request; self.message = message
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; request = try json["request"]; message = try json["message"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("message", message); json.member("request", request); json.member("session", session)
        }
    }
    package struct DeliverSnapshot: MethodParameters {
        package static let method = "io.waymark.Widgets.DeliverSnapshot"
        package var session: String
        package var request: String
        package var content: RawJSON?
        package init(
            session: String, request: String, content: RawJSON? = nil
        ) {
            self.session = session; self.request = request; self.content = content
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; request = try json["request"]; content = try json["content"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("content", content); json.member("request", request); json.member("session", session)
        }
    }
    package struct ReloadTimelines: MethodParameters {
        package static let method = "io.waymark.Widgets.ReloadTimelines"
        package struct Reply: JSONStructure {
            package var reloads: [AskedReload]
            package init(reloads: [AskedReload]) { self.reloads = reloads }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { reloads = try json["reloads"] }
            package func write(_ json: inout JSONWriter) { json.member("reloads", reloads) }
        }
        package var session: String
        package var kind: String?
        package var widget: String?
        package init(
            session: String, kind: String? = nil, widget: String? = nil
        ) {
            self.session = session; self.kind = kind; self.widget = widget
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; kind = try json["kind"]; widget = try json["widget"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("kind", kind); json.member("session", session); json.member("widget", widget)
        }
    }
    package struct Push: MethodParameters {
        package static let method = "io.waymark.Widgets.Push"
        package typealias Reply = ReloadTimelines.Reply
        package var app: String
        package var kind: String?
        package var user: Int?
        package init(
            app: String, kind: String? = nil, user: Int? = nil
        ) {
            self.app = app; self.kind = kind; self.user = user
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; kind = try json["kind"]; user = try json["user"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("kind", kind); json.member("user", user)
        }
    }
    package struct GetTicket: MethodParameters {
        package static let method = "io.waymark.Widgets.GetTicket"
        package struct Reply: JSONStructure {
            package var ticket: Ticket
            package init(ticket: Ticket) { self.ticket = ticket }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { ticket = try json["ticket"] }
            package func write(_ json: inout JSONWriter) { json.member("ticket", ticket) }
        }
        package var ticket: String
        package init(ticket: String) { self.ticket = ticket }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { ticket = try json["ticket"] }
        package func write(_ json: inout JSONWriter) { json.member("ticket", ticket) }
    }
    package struct WatchTickets: MethodParameters {
        package static let method = "io.waymark.Widgets.WatchTickets"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case tickets, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var tickets: [Ticket]?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, tickets: [Ticket]? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.tickets = tickets
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                tickets = try json["tickets"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("event", event); json.member("tickets", tickets)
            }
        }
        package var tickets: [String]
        package init(tickets: [String]) { self.tickets = tickets }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { tickets = try json["tickets"] }
        package func write(_ json: inout JSONWriter) { json.member("tickets", tickets) }
    }
}

extension WidgetsInterface {
    package static let text = #"""
# For providers: programs that make the timelines of kinds of widgets.
#
# A provider holds one Serve stream, which carries the service's requests. It answers on a second connection with the
# session from the stream's first reply. The session ends with the stream; registrations stay. A provider serves the
# widgets of its own user.
interface io.waymark.Widgets

# A kind of widget as declared by its provider.
type KindDeclaration (
  # Its name, unique within the app: ASCII letters, digits, ".", "-" and "_".
  kind: string,
  # Whether its timelines depend on the location.
  wantsLocation: bool,
  # The content to show while there is nothing else: without data of a person, at most 4 KiB. That of the app's manifest
  # counts before it.
  placeholder: ?object,
  # Its name for people, at most 256 bytes. What the app's manifest says counts before this and the next two.
  name: ?string,
  # What its widgets show, for people who choose one, at most 1024 bytes.
  description: ?string,
  # The families that it has a layout for, the preferred one first, each once; all if absent.
  families: ?[]WidgetFamily
)

# The shape and size in which a host shows a widget.
type WidgetFamily (
  # A square tile.
  small,
  # A tile as high as a small one and twice as wide.
  medium,
  # A square tile, twice as wide and high as a small one.
  large,
  # A tile as high as a large one and twice as wide.
  extraLarge,
  # A small circle, such as a gauge.
  circular,
  # A few short lines of text.
  rectangular,
  # One line of text, as in a bar.
  inline
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

# The effective authorization of an app; restricted means that the administrator forbids the location.
type AuthorizationStatus (notDetermined, restricted, denied, authorizedWhenInUse, authorizedAlways)

# The accuracy an app may know: that of the receivers, or an area some kilometres wide.
type AccuracyAuthorization (full, reduced)

# The person's decision about the app's widgets.
type WidgetGrant (undecided, granted, refused)

# The complete authorization of the app.
type Authorization (
  # The authorization of the app itself.
  status: AuthorizationStatus,
  # The accuracy; meaningless unless the app may know the location.
  accuracy: AccuracyAuthorization,
  # The person's decision about its widgets.
  widgets: WidgetGrant,
  # Whether its widgets may know the location: always, or when in use and granted to widgets.
  isAuthorizedForWidgetUpdates: bool
)

# The reason for a timeline request.
type ReloadReason (
  # The widget was just placed or never had a timeline.
  placed,
  # The machine has moved significantly.
  significantChange,
  # A location became available to a widget that was told there is none, or the person shared it by a click.
  locationAvailable,
  # The person changed the app's authorization.
  authorizationChanged,
  # The person changed the widget's family or configuration.
  configurationChanged,
  # The last entry is due and the policy is atEnd.
  timelineEnded,
  # The date of the policy after has come.
  dateReached,
  # The provider asked for it.
  requestedByProvider,
  # Another program of the user pushed it.
  pushed,
  # The clock or the time zone was set.
  timeChanged,
  # The widget came into view with an old timeline, whose reload was waiting for the budget.
  stale,
  # An earlier request failed or was not answered in time.
  retry
)

# The reason for a reload without a location.
type LocationAbsence (
  # The kind does not want a location.
  notWanted,
  # The app's widgets may not know the location: isAuthorizedForWidgetUpdates is false.
  unauthorized,
  # The widgets may know the location, but the person has paused the location of all apps for a while.
  pausedByPerson,
  # The widgets may know the location, but this one was not in view recently.
  insufficientlyInUse,
  # The widgets may know the location, but the receivers have no fix.
  locationUnknown
)

# What keeps receivers from having a fix.
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
  # The receiver has a position but has not sent a new one lately.
  noNewFix,
  # The recording has ended.
  ended
)

# The evidence why the receivers have no fix.
type UnknownLocation (
  # The cause. Of several receivers, the one closest to a position counts.
  cause: UnknownCause,
  # The configured URL of that receiver.
  receiver: ?string,
  # The time since the cause arose.
  sinceSeconds: ?float,
  # The reason why the receiver is unreachable, for a person.
  problem: ?string,
  # The satellites that the receiver uses, or tracks for use, while it has no position and counts them.
  satellitesUsed: ?int,
  # The satellites that it has in view meanwhile.
  satellitesInView: ?int,
  # The cause as text, for a person.
  text: string
)

# A request for a timeline.
type Reload (
  # The identifier of the request for the answer.
  request: string,
  # The widget that needs the timeline.
  widget: string,
  # Its kind.
  kind: string,
  # The family in which its host shows it.
  family: WidgetFamily,
  # Its configuration, with the defaults of the kind: Booleans, numbers and strings by property.
  configuration: object,
  # The reason for the request.
  reason: ReloadReason,
  # The deadline for the answer, RFC 3339 in UTC.
  deadline: string,
  # Whether the app's widgets may know the location at all.
  isAuthorizedForWidgetUpdates: bool,
  # The location, if it is known and allowed now.
  location: ?Location,
  # The reason for a missing location.
  locationAbsence: ?LocationAbsence,
  # The evidence, if that is locationUnknown.
  unknownLocation: ?UnknownLocation
)

# A request for what a kind looks like in a gallery, made of sample data. It concerns no widget and has no location.
type Snapshot (
  # The identifier of the request for the answer.
  request: string,
  # The kind.
  kind: string,
  # The family in which the gallery shows it.
  family: WidgetFamily,
  # The configuration, with the defaults of the kind; what is required may be absent.
  configuration: object,
  # The deadline for the answer, RFC 3339 in UTC.
  deadline: string
)

# A circle in which a widget matters.
type Circle (
  # The centre.
  latitudeDegrees: float,
  longitudeDegrees: float,
  # From 100 to 1,000,000.
  radiusMeters: float
)

# How much an entry matters to the person.
type Relevance (
  # A figure that only counts in comparison; 0 or less means not relevant.
  score: float,
  # The time from the date of the entry for which it counts; until the next figure if absent or 0.
  durationSeconds: ?float,
  # The regions in which it counts, at most 8; everywhere if absent. A region counts while the widget may know the
  # location, and the last known place is in it, as exactly as the widget may know it.
  regions: ?[]Circle
)

# A state of a widget from a date on.
type Entry (
  # The date from which to show it, RFC 3339.
  date: string,
  # The content to show. The service passes it to hosts unread. By convention: text, detail, alt, class, percentage.
  content: object,
  # How much it matters. Without it, the earlier relevance goes on.
  relevance: ?Relevance
)

# The time to request the next timeline.
type ReloadPolicy (
  # When the last entry is due.
  atEnd,
  # At the date in the parameter after.
  after,
  # Never by the clock. A significant change of location still reloads.
  never
)

# A reload that a call has asked for.
type AskedReload (
  # The widget.
  widget: string,
  # The ticket for GetTicket.
  ticket: string,
  # Whether the ticket is that of an earlier call, whose reload still waits and serves this call too.
  merged: bool
)

# A reload that was asked for, and what has become of it.
type Ticket (
  # The ticket.
  ticket: string,
  # The widget.
  widget: string,
  # Its app.
  app: string,
  # Its kind.
  kind: string,
  # The user it belongs to.
  user: int,
  # The reason, from the first who asked.
  reason: ReloadReason,
  # The date when it was first asked for, RFC 3339 in UTC.
  asked: string,
  # The number of calls that have asked for it; after a restart of the service it counts from 1 again.
  asks: int,
  # What has become of it: it waits for the widget's budget, it waits for something else, the timeline is requested from
  # the provider, the timeline was delivered, or the widget was removed.
  state: (deferred, waiting, requested, done, removed),
  # The time until it can go on, if that is known.
  remainingSeconds: ?float,
  # The request for it, once there is one.
  request: ?string,
  # The number of requests for it that have failed.
  failures: int,
  # The date when it was done or its widget removed, RFC 3339 in UTC.
  ended: ?string,
  # What has become of it, for a person.
  text: string
)

# Registers kinds and streams the service's requests. The first reply carries the session and the authorization. Without
# more it fails with ExpectedMore.
method Serve(
  # The app that owns the kinds: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The kinds that this provider serves, at least one.
  kinds: []KindDeclaration
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive, stop asks a provider to end that the service has
  # had started, because nothing needs it now.
  event: (session, reload, snapshot, authorization, stop, keepAlive),
  # The number of older events about the same subjects dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # The authorization: in the first reply, and whenever it changed.
  authorization: ?Authorization,
  # The request, in a reload event.
  reload: ?Reload,
  # The request, in a snapshot event.
  snapshot: ?Snapshot
)

# Answers a request with a timeline. The timeline is durable once this returns.
method DeliverTimeline(
  # The session.
  session: string,
  # The request.
  request: string,
  # 1 to 256 entries, 64 KiB encoded.
  entries: []Entry,
  # The policy for the next request.
  policy: ReloadPolicy,
  # The date for the policy after, RFC 3339.
  after: ?string
) -> ()

# Answers a request with a failure. The last good timeline stays; the request is repeated later.
method FailTimeline(
  # The session.
  session: string,
  # The request.
  request: string,
  # The failure, for a person.
  message: string
) -> (
  # The time until the request is repeated.
  retryAfterSeconds: float
)

# Answers a request for a snapshot.
method DeliverSnapshot(
  # The session.
  session: string,
  # The request.
  request: string,
  # The content to show, 16 KiB encoded; absent if there is none, which shows the placeholder.
  content: ?object
) -> ()

# Requests new timelines for one widget, one kind, or all kinds of the session.
method ReloadTimelines(
  # The session.
  session: string,
  # Only this kind.
  kind: ?string,
  # Only this widget.
  widget: ?string
) -> (
  # The reloads that were accepted.
  reloads: []AskedReload
)

# Reloads the widgets of an app because another program says that there is something new. Programs of the same user may
# push, and members of the group that may show everybody's widgets. The reloads are charged to the widgets' budgets. A
# kind whose manifest does not say Pushable=yes is left out; if nothing is left, the call fails with NotPushable. A kind
# that no manifest declares may be pushed.
method Push(
  # The app.
  app: string,
  # Only this kind.
  kind: ?string,
  # The user who owns the app; the caller if absent.
  user: ?int
) -> (
  # The reloads that were accepted.
  reloads: []AskedReload
)

# Tells what has become of a reload that was asked for. Tickets survive a restart of the service. Those that still wait
# are known, and of those that are over the latest 256 of each user.
method GetTicket(ticket: string) -> (
  # The ticket.
  ticket: Ticket
)

# Streams what becomes of reloads that were asked for. The first reply has all the tickets as they are now, in the order
# of the calls that made them; each further one has the ticket whose state, or what it waits for, has changed. Nothing
# follows the states done and removed. Without more it fails with ExpectedMore.
method WatchTickets(
  # 1 to 64 tickets.
  tickets: []string
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (tickets, keepAlive),
  # The number of older events about the same tickets dropped because this client was slow.
  dropped: ?int,
  # The tickets, in a tickets event.
  tickets: ?[]Ticket
)

# No open stream of this caller has this session.
error UnknownSession (session: string)

# The request is not waiting for an answer.
#
# For a person: the request '{request}' waits for no answer: {why}
error RequestOver (
  request: string,
  # The reason: answered, past its deadline, its widget removed, or never known to this session.
  why: (answered, late, removed, unknown)
)

# The session serves no such kind, or the app has none of this name.
error UnknownKind (app: string, kind: string)

# The session serves no such widget.
error UnknownWidget (widget: string)

# The manifest of the app does not permit pushes: no kind of it that has a widget, or not the given one, is Pushable=.
#
# For a person: a push may not reload these widgets of '{app}': the manifest does not say Pushable=yes in its [Kind
# NAME]
error NotPushable (
  app: string,
  # The given kind.
  kind: ?string
)

# There is no such ticket any more, or it is not the caller's.
#
# For a person: there is no ticket '{ticket}' any more: of those that are over, the latest 256 are known
error UnknownTicket (ticket: string)

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
