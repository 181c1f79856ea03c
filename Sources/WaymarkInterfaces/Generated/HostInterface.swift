// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
package import Varlink

/// For hosts: programs that show widgets and report which are in view.
///
/// A host holds one Watch stream and makes its calls on a second connection. When the stream ends, the widgets that it
/// reported in view go out of view. A host handles the widgets of its own user; root handles those of every user.
public enum HostInterface: NamedInterface {
    package static let name = "io.waymark.Host"
    package struct Entry: JSONStructure {
        package var date: String
        package var content: RawJSON
        package init(date: String, content: RawJSON) { self.date = date; self.content = content }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            date = try json.required("date"); content = try json.required("content")
        }
        package func write(_ json: inout JSONWriter) { json.member("content", content); json.member("date", date) }
    }
    package typealias WidgetFamily = LocationModel.WidgetFamily
    package typealias WidgetStatus = LocationModel.WidgetCondition
    package struct WidgetView: JSONStructure {
        package var widget: String
        package var app: String
        package var kind: String
        package var user: Int
        package var family: WidgetFamily
        package var status: WidgetStatus
        package var entry: Entry?
        package var relevance: Double?
        package var shareable: Bool?
        package var placeholder: RawJSON?
        package init(
            widget: String, app: String, kind: String, user: Int, family: WidgetFamily, status: WidgetStatus,
            entry: Entry? = nil, relevance: Double? = nil, shareable: Bool? = nil, placeholder: RawJSON? = nil
        ) {
            self.widget = widget; self.app = app; self.kind = kind; self.user = user; self.family = family;
            self.status = status; self.entry = entry; self.relevance = relevance; self.shareable = shareable;
            self.placeholder = placeholder
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json.required("widget"); app = try json.required("app"); kind = try json.required("kind");
            user = try json.required("user"); family = try json.required("family"); status = try json.required("status");
            entry = try json.optional("entry"); relevance = try json.optional("relevance");
            shareable = try json.optional("shareable"); placeholder = try json.optional("placeholder")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("entry", entry); json.member("family", family);
            json.member("kind", kind); json.member("placeholder", placeholder); json.member("relevance", relevance);
            json.member("shareable", shareable); json.member("status", status); json.member("user", user);
            json.member("widget", widget)
        }
    }
    package struct Kind: JSONStructure {
        package var app: String
        package var appName: String?
        package var kind: String
        package var user: Int
        package var name: String?
        package var description: String?
        package var families: [WidgetFamily]
        package var wantsLocation: Bool
        package var pushable: Bool
        package var configuration: RawJSON?
        package var served: Bool
        package init(
            app: String, appName: String? = nil, kind: String, user: Int, name: String? = nil,
            description: String? = nil, families: [WidgetFamily], wantsLocation: Bool, pushable: Bool,
            configuration: RawJSON? = nil, served: Bool
        ) {
            self.app = app; self.appName = appName; self.kind = kind; self.user = user; self.name = name;
            self.description = description; self.families = families; self.wantsLocation = wantsLocation;
            self.pushable = pushable; self.configuration = configuration; self.served = served
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); appName = try json.optional("appName"); kind = try json.required("kind");
            user = try json.required("user"); name = try json.optional("name");
            description = try json.optional("description"); families = try json.required("families");
            wantsLocation = try json.required("wantsLocation"); pushable = try json.required("pushable");
            configuration = try json.optional("configuration"); served = try json.required("served")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("appName", appName); json.member("configuration", configuration);
            json.member("description", description); json.member("families", families); json.member("kind", kind);
            json.member("name", name); json.member("pushable", pushable); json.member("served", served);
            json.member("user", user); json.member("wantsLocation", wantsLocation)
        }
    }
    package struct ListKinds: PagedCall {
        package static let method = "io.waymark.Host.ListKinds"
        package struct Reply: Page {
            package var elements: [Kind] { get { kinds } set { kinds = newValue } }
            package var kinds: [Kind]
            package var next: String?
            package init(kinds: [Kind], next: String? = nil) { self.kinds = kinds; self.next = next }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                kinds = try json.required("kinds"); next = try json.optional("next")
            }
            package func write(_ json: inout JSONWriter) { json.member("kinds", kinds); json.member("next", next) }
        }
        package var app: String?
        package var user: Int?
        package var locale: String?
        package var after: String?
        package init(
            app: String? = nil, user: Int? = nil, locale: String? = nil, after: String? = nil
        ) {
            self.app = app; self.user = user; self.locale = locale; self.after = after
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.optional("app"); user = try json.optional("user"); locale = try json.optional("locale");
            after = try json.optional("after")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("after", after); json.member("app", app); json.member("locale", locale);
            json.member("user", user)
        }
    }
    package struct GetSnapshot: MethodParameters {
        package static let method = "io.waymark.Host.GetSnapshot"
        package struct Reply: JSONStructure {
            package enum Absence: String, JSONWord { case noProvider, failed, late }
            package var content: RawJSON?
            package var absence: Absence?
            package init(
                content: RawJSON? = nil, absence: Absence? = nil
            ) {
                self.content = content; self.absence = absence
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                content = try json.optional("content"); absence = try json.optional("absence")
            }
            package func write(_ json: inout JSONWriter) {
                json.member("absence", absence); json.member("content", content)
            }
        }
        package var app: String
        package var kind: String
        package var user: Int?
        package var family: WidgetFamily?
        package var configuration: RawJSON?
        package init(
            app: String, kind: String, user: Int? = nil, family: WidgetFamily? = nil, configuration: RawJSON? = nil
        ) {
            self.app = app; self.kind = kind; self.user = user; self.family = family; self.configuration = configuration
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); kind = try json.required("kind"); user = try json.optional("user");
            family = try json.optional("family"); configuration = try json.optional("configuration")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("configuration", configuration); json.member("family", family);
            json.member("kind", kind); json.member("user", user)
        }
    }
    package struct MostRelevant: MethodParameters {
        package static let method = "io.waymark.Host.MostRelevant"
        package struct Reply: JSONStructure {
            package var widget: String?
            package var score: Double?
            package var until: String?
            package init(
                widget: String? = nil, score: Double? = nil, until: String? = nil
            ) {
                self.widget = widget; self.score = score; self.until = until
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                widget = try json.optional("widget"); score = try json.optional("score");
                until = try json.optional("until")
            }
            package func write(_ json: inout JSONWriter) {
                json.member("score", score); json.member("until", until); json.member("widget", widget)
            }
        }
        package var widgets: [String]
        package init(widgets: [String]) { self.widgets = widgets }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widgets = try json.required("widgets") }
        package func write(_ json: inout JSONWriter) { json.member("widgets", widgets) }
    }
    package struct Place: MethodParameters {
        package static let method = "io.waymark.Host.Place"
        package struct Reply: JSONStructure {
            package var widget: String
            package init(widget: String) { self.widget = widget }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json.required("widget") }
            package func write(_ json: inout JSONWriter) { json.member("widget", widget) }
        }
        package var app: String
        package var kind: String
        package var user: Int?
        package var family: WidgetFamily?
        package var configuration: RawJSON?
        package var key: String?
        package init(
            app: String, kind: String, user: Int? = nil, family: WidgetFamily? = nil, configuration: RawJSON? = nil,
            key: String? = nil
        ) {
            self.app = app; self.kind = kind; self.user = user; self.family = family; self.configuration = configuration;
            self.key = key
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); kind = try json.required("kind"); user = try json.optional("user");
            family = try json.optional("family"); configuration = try json.optional("configuration");
            key = try json.optional("key")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("configuration", configuration); json.member("family", family);
            json.member("key", key); json.member("kind", kind); json.member("user", user)
        }
    }
    package struct Configure: MethodParameters {
        package static let method = "io.waymark.Host.Configure"
        package typealias Reply = EmptyReply
        package var widget: String
        package var family: WidgetFamily?
        package var configuration: RawJSON?
        package init(
            widget: String, family: WidgetFamily? = nil, configuration: RawJSON? = nil
        ) {
            self.widget = widget; self.family = family; self.configuration = configuration
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json.required("widget"); family = try json.optional("family");
            configuration = try json.optional("configuration")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("configuration", configuration); json.member("family", family); json.member("widget", widget)
        }
    }
    package struct Remove: MethodParameters {
        package static let method = "io.waymark.Host.Remove"
        package typealias Reply = EmptyReply
        package var widget: String
        package init(widget: String) { self.widget = widget }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json.required("widget") }
        package func write(_ json: inout JSONWriter) { json.member("widget", widget) }
    }
    package struct SetVisibility: MethodParameters {
        package static let method = "io.waymark.Host.SetVisibility"
        package typealias Reply = EmptyReply
        package var widget: String
        package var visible: Bool
        package var session: String?
        package init(
            widget: String, visible: Bool, session: String? = nil
        ) {
            self.widget = widget; self.visible = visible; self.session = session
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json.required("widget"); visible = try json.required("visible");
            session = try json.optional("session")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("session", session); json.member("visible", visible); json.member("widget", widget)
        }
    }
    package struct ShareOnce: MethodParameters {
        package static let method = "io.waymark.Host.ShareOnce"
        package typealias Reply = EmptyReply
        package var widget: String
        package var session: String?
        package var exactly: Bool?
        package init(
            widget: String, session: String? = nil, exactly: Bool? = nil
        ) {
            self.widget = widget; self.session = session; self.exactly = exactly
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json.required("widget"); session = try json.optional("session");
            exactly = try json.optional("exactly")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("exactly", exactly); json.member("session", session); json.member("widget", widget)
        }
    }
    package struct SetAppVisibility: MethodParameters {
        package static let method = "io.waymark.Host.SetAppVisibility"
        package typealias Reply = EmptyReply
        package var app: String
        package var visible: Bool
        package var session: String
        package var user: Int?
        package init(
            app: String, visible: Bool, session: String, user: Int? = nil
        ) {
            self.app = app; self.visible = visible; self.session = session; self.user = user
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); visible = try json.required("visible");
            session = try json.required("session"); user = try json.optional("user")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("session", session); json.member("user", user);
            json.member("visible", visible)
        }
    }
    package struct Watch: MethodParameters {
        package static let method = "io.waymark.Host.Watch"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case session, widgets, widget, withdrawn, removed, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var widgets: [WidgetView]?
            package var more: Bool?
            package var widget: WidgetView?
            package var removed: String?
            package var simulated: Bool?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, session: String? = nil,
                widgets: [WidgetView]? = nil, more: Bool? = nil, widget: WidgetView? = nil, removed: String? = nil,
                simulated: Bool? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.widgets = widgets; self.more = more; self.widget = widget; self.removed = removed;
                self.simulated = simulated
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json.required("sequence"); event = try json.required("event");
                dropped = try json.optional("dropped"); session = try json.optional("session");
                widgets = try json.optional("widgets"); more = try json.optional("more");
                widget = try json.optional("widget"); removed = try json.optional("removed");
                simulated = try json.optional("simulated")
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("event", event); json.member("more", more); json.member("removed", removed);
                json.member("session", session); json.member("simulated", simulated); json.member("widget", widget);
                json.member("widgets", widgets)
            }
        }
        package var widgets: [String]?
        package var alwaysInView: Bool?
        package init(
            widgets: [String]? = nil, alwaysInView: Bool? = nil
        ) {
            self.widgets = widgets; self.alwaysInView = alwaysInView
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widgets = try json.optional("widgets"); alwaysInView = try json.optional("alwaysInView")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("alwaysInView", alwaysInView); json.member("widgets", widgets)
        }
    }
}
