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
        package var locationAbsence: WidgetAbsence?
        package var unknownLocation: UnknownLocation?
        package init(
            request: String, widget: String, kind: String, family: WidgetFamily, configuration: RawJSON,
            reason: ReloadReason, deadline: String, isAuthorizedForWidgetUpdates: Bool,
            location: LocationInterface.Location? = nil, locationAbsence: WidgetAbsence? = nil,
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
