// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
package import Varlink

package enum HostInterface: NamedInterface {
    package static let name = "io.waymark.Host"
    package struct Entry: JSONStructure {
        package var date: String
        package var content: RawJSON
        package init(date: String, content: RawJSON) { self.date = date; self.content = content }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            date = try json["date"]; content = try json["content"]
        }
        package func write(_ json: inout JSONWriter) { json.member("content", content); json.member("date", date) }
    }
    package struct WidgetView: JSONStructure {
        package var widget: String
        package var app: String
        package var kind: String
        package var user: Int
        package var family: WidgetFamily
        package var status: WidgetCondition
        package var entry: Entry?
        package var relevance: Double?
        package var shareable: Bool?
        package var placeholder: RawJSON?
        package init(
            widget: String, app: String, kind: String, user: Int, family: WidgetFamily, status: WidgetCondition,
            entry: Entry? = nil, relevance: Double? = nil, shareable: Bool? = nil, placeholder: RawJSON? = nil
        ) {
            self.widget = widget; self.app = app; self.kind = kind; self.user = user; self.family = family;
            self.status = status; self.entry = entry; self.relevance = relevance; self.shareable = shareable;
            self.placeholder = placeholder
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; app = try json["app"]; kind = try json["kind"]; user = try json["user"];
            family = try json["family"]; status = try json["status"]; entry = try json["entry"];
            relevance = try json["relevance"]; shareable = try json["shareable"]; placeholder = try json["placeholder"]
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
            app = try json["app"]; appName = try json["appName"]; kind = try json["kind"]; user = try json["user"];
            name = try json["name"]; description = try json["description"]; families = try json["families"];
            wantsLocation = try json["wantsLocation"]; pushable = try json["pushable"];
            configuration = try json["configuration"]; served = try json["served"]
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
                kinds = try json["kinds"]; next = try json["next"]
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
            app = try json["app"]; user = try json["user"]; locale = try json["locale"]; after = try json["after"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("after", after); json.member("app", app); json.member("locale", locale);
            json.member("user", user)
        }
    }
    package struct GetSnapshot: MethodParameters {
        package static let method = "io.waymark.Host.GetSnapshot"
        package struct Reply: JSONStructure {
            package var content: RawJSON?
            package var absence: SnapshotAbsence?
            package init(
                content: RawJSON? = nil, absence: SnapshotAbsence? = nil
            ) {
                self.content = content; self.absence = absence
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                content = try json["content"]; absence = try json["absence"]
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
            app = try json["app"]; kind = try json["kind"]; user = try json["user"]; family = try json["family"];
            configuration = try json["configuration"]
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
                widget = try json["widget"]; score = try json["score"]; until = try json["until"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("score", score); json.member("until", until); json.member("widget", widget)
            }
        }
        package var widgets: [String]
        package init(widgets: [String]) { self.widgets = widgets }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widgets = try json["widgets"] }
        package func write(_ json: inout JSONWriter) { json.member("widgets", widgets) }
    }
    package struct Place: MethodParameters {
        package static let method = "io.waymark.Host.Place"
        package struct Reply: JSONStructure {
            package var widget: String
            package init(widget: String) { self.widget = widget }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json["widget"] }
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
            app = try json["app"]; kind = try json["kind"]; user = try json["user"]; family = try json["family"];
            configuration = try json["configuration"]; key = try json["key"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("configuration", configuration); json.member("family", family);
            json.member("key", key); json.member("kind", kind); json.member("user", user)
        }
    }
    package struct Configure: MethodParameters {
        package static let method = "io.waymark.Host.Configure"
        package var widget: String
        package var family: WidgetFamily?
        package var configuration: RawJSON?
        package init(
            widget: String, family: WidgetFamily? = nil, configuration: RawJSON? = nil
        ) {
            self.widget = widget; self.family = family; self.configuration = configuration
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; family = try json["family"]; configuration = try json["configuration"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("configuration", configuration); json.member("family", family); json.member("widget", widget)
        }
    }
    package struct Remove: MethodParameters {
        package static let method = "io.waymark.Host.Remove"
        package var widget: String
        package init(widget: String) { self.widget = widget }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json["widget"] }
        package func write(_ json: inout JSONWriter) { json.member("widget", widget) }
    }
    package struct SetVisibility: MethodParameters {
        package static let method = "io.waymark.Host.SetVisibility"
        package var widget: String
        package var visible: Bool
        package var session: String?
        package init(
            widget: String, visible: Bool, session: String? = nil
        ) {
            self.widget = widget; self.visible = visible; self.session = session
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; visible = try json["visible"]; session = try json["session"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("session", session); json.member("visible", visible); json.member("widget", widget)
        }
    }
    package struct ShareOnce: MethodParameters {
        package static let method = "io.waymark.Host.ShareOnce"
        package var widget: String
        package var session: String?
        package var exactly: Bool?
        package init(
            widget: String, session: String? = nil, exactly: Bool? = nil
        ) {
            self.widget = widget; self.session = session; self.exactly = exactly
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; session = try json["session"]; exactly = try json["exactly"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("exactly", exactly); json.member("session", session); json.member("widget", widget)
        }
    }
    package struct SetAppVisibility: MethodParameters {
        package static let method = "io.waymark.Host.SetAppVisibility"
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
            app = try json["app"]; visible = try json["visible"]; session = try json["session"]; user = try json["user"]
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
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                session = try json["session"]; widgets = try json["widgets"]; more = try json["more"];
                widget = try json["widget"]; removed = try json["removed"]; simulated = try json["simulated"]
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
            widgets = try json["widgets"]; alwaysInView = try json["alwaysInView"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("alwaysInView", alwaysInView); json.member("widgets", widgets)
        }
    }
}
