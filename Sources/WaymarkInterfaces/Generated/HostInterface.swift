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

extension HostInterface {
    package static let text = #"""
# For hosts: programs that show widgets and report which are in view.
#
# A host holds one Watch stream and makes its calls on a second connection. When the stream ends, the widgets that it
# reported in view go out of view. A host handles the widgets of its own user; root handles those of every user.
interface io.waymark.Host

# A state of a widget from a date on.
type Entry (
  # The date from which to show it, RFC 3339.
  date: string,
  # The content to show, as the provider made it.
  content: object
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

# The location status of a widget.
type WidgetStatus (
  # The widget's kind does not want a location.
  ready,
  # The latest timeline was made with a location.
  fix,
  # The widget has no timeline yet, or none that may be shown.
  waiting,
  # The widget may not know the location: neither do widgets share the authorization, nor is the app itself in use.
  denied,
  # The widget may know the location, but got none: it was not in view recently, or there was no fix.
  unavailable
)

# A widget as shown by a host.
type WidgetView (
  # The widget.
  widget: string,
  # Its app.
  app: string,
  # Its kind.
  kind: string,
  # The user it belongs to.
  user: int,
  # The family in which to show it.
  family: WidgetFamily,
  # The location status.
  status: WidgetStatus,
  # The entry to show now, if the widget has a timeline that may be shown.
  entry: ?Entry,
  # How much it matters now, by its provider's figure for the time and the machine's place: above 0, and absent if it does
  # not. A host with room for one of several widgets shows the one with the greatest.
  relevance: ?float,
  # True if the widget may not know the location, but a click of its user could give it one with ShareOnce. A host of that
  # user may show a button for that.
  shareable: ?bool,
  # The content to show while there is no entry, if the kind has one. Show it as a placeholder, not as news.
  placeholder: ?object
)

# A kind of widget that can be placed.
type Kind (
  # Its app.
  app: string,
  # The name of the app for people, if it has a manifest.
  appName: ?string,
  # Its name, unique within the app.
  kind: string,
  # The user it belongs to.
  user: int,
  # Its name for people.
  name: ?string,
  # What its widgets show, for people.
  description: ?string,
  # The families that it has a layout for, the preferred one first.
  families: []WidgetFamily,
  # Whether its timelines depend on the location.
  wantsLocation: bool,
  # Whether programs that are not its provider may have its widgets reloaded with Push.
  pushable: bool,
  # The properties of its configuration, as a JSON schema; absent if it has none.
  configuration: ?object,
  # Whether its provider is connected.
  served: bool
)

# Lists the kinds of widgets of one user that can be placed: those of manifests and those that providers have registered.
# A page has at most 100 kinds and may have fewer.
method ListKinds(
  # Only this app.
  app: ?string,
  # The user who owns the apps; the caller if absent.
  user: ?int,
  # The language of names, such as de_AT; the untranslated ones if absent.
  locale: ?string,
  # The place of the page, from the next of an earlier reply.
  after: ?string
) -> (
  # The kinds, in the order of app and kind.
  kinds: []Kind,
  # The place of the next page; absent in the last.
  next: ?string
)

# Returns what a kind looks like, for a gallery. The provider makes it of sample data, within 2 s.
method GetSnapshot(
  # The app.
  app: string,
  # The kind.
  kind: string,
  # The user who owns the app; the caller if absent.
  user: ?int,
  # The family in which to show it; the kind's preferred one if absent.
  family: ?WidgetFamily,
  # The values of the kind's properties; what is absent has its default.
  configuration: ?object
) -> (
  # The content to show: that of the provider, or else the placeholder of the kind. Absent if there is neither.
  content: ?object,
  # Why the content is not the provider's: none is connected, it could not make one, or it took too long.
  absence: ?(noProvider, failed, late)
)

# Returns the most relevant of several widgets, of equals the first.
method MostRelevant(
  # The widgets, at most 64.
  widgets: []string
) -> (
  # The most relevant widget; absent if none is relevant.
  widget: ?string,
  # Its score.
  score: ?float,
  # The date at which to ask again, RFC 3339: the answer may change then. It may also change with any widget.
  until: ?string
)

# Places a widget of a kind that a manifest or a provider has declared. With a key, it places one widget only the first
# time; later calls with the same kind and key return that widget, until it is removed.
method Place(
  # The app.
  app: string,
  # The kind.
  kind: string,
  # The user who owns the app; the caller if absent.
  user: ?int,
  # The family in which to show it; the kind's preferred one if absent.
  family: ?WidgetFamily,
  # The values of the kind's properties; what is absent has its default.
  configuration: ?object,
  # The host's own name for the widget: ASCII letters, digits, ".", "-" and "_". Hosts that use the same key for the same
  # kind share the widget.
  key: ?string
) -> (
  # The widget: a new one, or the one that was placed with this key.
  widget: string
)

# Changes the family or the configuration of a widget, and reloads it. What is absent stays as it is.
method Configure(
  # The widget.
  widget: string,
  # The family in which to show it.
  family: ?WidgetFamily,
  # The values of the kind's properties, in place of all earlier ones.
  configuration: ?object
) -> ()

# Removes a widget permanently.
method Remove(widget: string) -> ()

# Reports that a widget came into view or went out of view.
method SetVisibility(
  # The widget.
  widget: string,
  # Whether it is in view.
  visible: bool,
  # The caller's Watch session. The report ends with it; without a session it lasts until revoked.
  session: ?string
) -> ()

# Gives a widget the location once, because the person clicked on a surface that shows it. Its next reload gets the
# location without a question, and no other; if none takes it within 60 s, it lapses. Only a program of the widget's user
# that is in no sandbox may call this, once for each click. Without a permission of the app, what the widget then shows
# stays until its next reload, or until the person refuses the location to the app or its widgets.
method ShareOnce(
  # The widget.
  widget: string,
  # The caller's Watch session, which has the widget in view. Without it, the click was on any host of this user that has
  # the widget in view: as when a bar runs a command for a click.
  session: ?string,
  # Whether the click said that the location is exact. Otherwise reduced accuracy stays reduced.
  exactly: ?bool
) -> ()

# Reports that an app's windows are visible or hidden. A hidden app is not in use even while it runs. The report lasts
# until the caller's Watch session ends.
method SetAppVisibility(
  # The app.
  app: string,
  # Whether its windows are visible.
  visible: bool,
  # The caller's Watch session.
  session: string,
  # The user who owns the app; the caller if absent.
  user: ?int
) -> ()

# Streams the widgets to show. The first reply carries the session and the first watched widgets. If there are more, they
# follow in further replies as fast as the client reads them. Each change of a widget that was sent follows. On the event
# withdrawn a host must remove the content of the widget from everywhere at once, and may show its placeholder. Without
# more it fails with ExpectedMore.
method Watch(
  # The widgets to watch; all of the caller's if absent.
  widgets: ?[]string,
  # Whether the surface on which this host shows widgets is always in view, such as a dashboard or a watch face. What the
  # host reports visible is then explained so. It ends with the session.
  alwaysInView: ?bool
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (session, widgets, widget, withdrawn, removed, keepAlive),
  # The number of older events about the same widgets dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # The first watched widgets, in the first reply, and the next ones, in the event widgets.
  widgets: ?[]WidgetView,
  # Whether more widgets follow. Without it, the client has all watched widgets.
  more: ?bool,
  # The widget that changed, or whose content is withdrawn.
  widget: ?WidgetView,
  # The widget that was removed.
  removed: ?string,
  # True in the first reply if the service only simulates locations: it was started with --simulated. Hosts say so.
  simulated: ?bool
)

# No open stream of this caller has this session.
error UnknownSession (session: string)

# Neither a manifest nor a provider of this user has declared the kind.
#
# For a person: there is no kind '{kind}' of '{app}'; 'waymarkctl kinds' lists those of manifests and of providers
# that have run once
error UnknownKind (app: string, kind: string)

# The kind has no layout for the family.
#
# For a person: the kind has no layout for the family '{family}', only for {families}
error UnsupportedFamily (
  # The family.
  family: WidgetFamily,
  # The families that the kind supports.
  families: []WidgetFamily
)

# The kind does not accept the configuration.
error InvalidConfiguration (
  # The property at fault; absent if it is the configuration as a whole.
  property: ?string,
  # The mistake and its correction, for a person.
  reason: string
)

# The click gives the widget no location.
error NotShared (
  widget: string,
  # The obstacle: no host of the user, or not that of the session, has the widget in view; its kind does not want a
  # location; the person has refused it to the app or its widgets; the administrator's policy forbids it, or that it is
  # exact; location services are off; the person has paused the location; or the last click was less than 1 s ago.
  why: (notInView, notWanted, refused, policy, servicesOff, paused, tooSoon),
  # The obstacle and its remedy, for a person.
  reason: string
)

# The caller has no such widget.
#
# For a person: there is no widget '{widget}'; 'waymarkctl widgets' lists the existing ones
error UnknownWidget (widget: string)

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
