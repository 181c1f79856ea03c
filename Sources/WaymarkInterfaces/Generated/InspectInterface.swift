// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
package import Varlink

package enum InspectInterface: NamedInterface {
    package static let name = "io.waymark.Inspect"
    package struct Receiver: JSONStructure {
        package var number: Int
        package var name: String
        package var state: ReceiverCondition
        package var reason: String?
        package var reasonText: String?
        package var sinceSeconds: Double
        package var problem: String?
        package var retryAfterSeconds: Double?
        package var lastFixAgeSeconds: Double?
        package var accuracyMeters: Double?
        package var satellitesUsed: Int?
        package var satellitesInView: Int?
        package var headingTrueDegrees: Double?
        package var headingMagneticDegrees: Double?
        package var headingAgeSeconds: Double?
        package var followed: Bool
        package var trust: Trust?
        package var trustText: String?
        package var onSeconds: Double
        package init(
            number: Int, name: String, state: ReceiverCondition, reason: String? = nil, reasonText: String? = nil,
            sinceSeconds: Double, problem: String? = nil, retryAfterSeconds: Double? = nil,
            lastFixAgeSeconds: Double? = nil, accuracyMeters: Double? = nil, satellitesUsed: Int? = nil,
            satellitesInView: Int? = nil, headingTrueDegrees: Double? = nil, headingMagneticDegrees: Double? = nil,
            headingAgeSeconds: Double? = nil, followed: Bool, trust: Trust? = nil, trustText: String? = nil,
            onSeconds: Double
        ) {
            self.number = number; self.name = name; self.state = state; self.reason = reason;
            self.reasonText = reasonText; self.sinceSeconds = sinceSeconds; self.problem = problem;
            self.retryAfterSeconds = retryAfterSeconds; self.lastFixAgeSeconds = lastFixAgeSeconds;
            self.accuracyMeters = accuracyMeters; self.satellitesUsed = satellitesUsed;
            self.satellitesInView = satellitesInView; self.headingTrueDegrees = headingTrueDegrees;
            self.headingMagneticDegrees = headingMagneticDegrees; self.headingAgeSeconds = headingAgeSeconds;
            self.followed = followed; self.trust = trust; self.trustText = trustText; self.onSeconds = onSeconds
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            number = try json["number"]; name = try json["name"]; state = try json["state"]; reason = try json["reason"];
            reasonText = try json["reasonText"]; sinceSeconds = try json["sinceSeconds"]; problem = try json["problem"];
            retryAfterSeconds = try json["retryAfterSeconds"]; lastFixAgeSeconds = try json["lastFixAgeSeconds"];
            accuracyMeters = try json["accuracyMeters"]; satellitesUsed = try json["satellitesUsed"];
            satellitesInView = try json["satellitesInView"]; headingTrueDegrees = try json["headingTrueDegrees"];
            headingMagneticDegrees = try json["headingMagneticDegrees"];
            headingAgeSeconds = try json["headingAgeSeconds"]; followed = try json["followed"];
            trust = try json["trust"]; trustText = try json["trustText"]; onSeconds = try json["onSeconds"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracyMeters", accuracyMeters); json.member("followed", followed);
            json.member("headingAgeSeconds", headingAgeSeconds);
            json.member("headingMagneticDegrees", headingMagneticDegrees);
            json.member("headingTrueDegrees", headingTrueDegrees); json.member("lastFixAgeSeconds", lastFixAgeSeconds);
            json.member("name", name); json.member("number", number); json.member("onSeconds", onSeconds);
            json.member("problem", problem); json.member("reason", reason); json.member("reasonText", reasonText);
            json.member("retryAfterSeconds", retryAfterSeconds); json.member("satellitesInView", satellitesInView);
            json.member("satellitesUsed", satellitesUsed); json.member("sinceSeconds", sinceSeconds);
            json.member("state", state); json.member("trust", trust); json.member("trustText", trustText)
        }
    }
    package struct Sample: JSONStructure {
        package var labels: [Label]
        package var value: Double
        package init(labels: [Label], value: Double) { self.labels = labels; self.value = value }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            labels = try json["labels"]; value = try json["value"]
        }
        package func write(_ json: inout JSONWriter) { json.member("labels", labels); json.member("value", value) }
    }
    package struct Label: JSONStructure {
        package var name: String
        package var value: String
        package init(name: String, value: String) { self.name = name; self.value = value }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            name = try json["name"]; value = try json["value"]
        }
        package func write(_ json: inout JSONWriter) { json.member("name", name); json.member("value", value) }
    }
    package struct Metric: JSONStructure {
        package enum Kind: String, JSONWord { case counter, gauge }
        package var name: String
        package var help: String
        package var kind: Kind
        package var samples: [Sample]
        package init(
            name: String, help: String, kind: Kind, samples: [Sample]
        ) {
            self.name = name; self.help = help; self.kind = kind; self.samples = samples
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            name = try json["name"]; help = try json["help"]; kind = try json["kind"]; samples = try json["samples"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("help", help); json.member("kind", kind); json.member("name", name);
            json.member("samples", samples)
        }
    }
    package struct Consumer: JSONStructure {
        package enum Want: String, JSONWord { case everyFix, fix, fixes, significantChanges }
        package var app: String
        package var user: Int
        package var want: Want
        package var ground: Ground
        package var widget: String?
        package var request: String?
        package var session: String?
        package var inUseForSeconds: Double?
        package init(
            app: String, user: Int, want: Want, ground: Ground, widget: String? = nil, request: String? = nil,
            session: String? = nil, inUseForSeconds: Double? = nil
        ) {
            self.app = app; self.user = user; self.want = want; self.ground = ground; self.widget = widget;
            self.request = request; self.session = session; self.inUseForSeconds = inUseForSeconds
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; user = try json["user"]; want = try json["want"]; ground = try json["ground"];
            widget = try json["widget"]; request = try json["request"]; session = try json["session"];
            inUseForSeconds = try json["inUseForSeconds"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("ground", ground); json.member("inUseForSeconds", inUseForSeconds);
            json.member("request", request); json.member("session", session); json.member("user", user);
            json.member("want", want); json.member("widget", widget)
        }
    }
    package struct ReloadWait: JSONStructure {
        package enum WaitsFor: String, JSONWord { case view, confirmation, pause, provider, answer, retry, budget, fix, date, interval }
        package var waitsFor: WaitsFor
        package var remainingSeconds: Double?
        package var request: String?
        package var lastInViewSeconds: Double?
        package var text: String
        package init(
            waitsFor: WaitsFor, remainingSeconds: Double? = nil, request: String? = nil,
            lastInViewSeconds: Double? = nil, text: String
        ) {
            self.waitsFor = waitsFor; self.remainingSeconds = remainingSeconds; self.request = request;
            self.lastInViewSeconds = lastInViewSeconds; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            waitsFor = try json["waitsFor"]; remainingSeconds = try json["remainingSeconds"];
            request = try json["request"]; lastInViewSeconds = try json["lastInViewSeconds"]; text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("lastInViewSeconds", lastInViewSeconds); json.member("remainingSeconds", remainingSeconds);
            json.member("request", request); json.member("text", text); json.member("waitsFor", waitsFor)
        }
    }
    package struct Widget: JSONStructure {
        package var widget: String
        package var app: String
        package var kind: String
        package var key: String?
        package var user: Int
        package var family: WidgetFamily
        package var configuration: RawJSON
        package var visible: Bool
        package var alwaysInView: Bool
        package var inUse: Bool
        package var inUseForSeconds: Double?
        package var pendingReload: String?
        package var nextReload: ReloadWait?
        package var timelineDelivered: String?
        package init(
            widget: String, app: String, kind: String, key: String? = nil, user: Int, family: WidgetFamily,
            configuration: RawJSON, visible: Bool, alwaysInView: Bool, inUse: Bool, inUseForSeconds: Double? = nil,
            pendingReload: String? = nil, nextReload: ReloadWait? = nil, timelineDelivered: String? = nil
        ) {
            self.widget = widget; self.app = app; self.kind = kind; self.key = key; self.user = user;
            self.family = family; self.configuration = configuration; self.visible = visible;
            self.alwaysInView = alwaysInView; self.inUse = inUse; self.inUseForSeconds = inUseForSeconds;
            self.pendingReload = pendingReload; self.nextReload = nextReload; self.timelineDelivered = timelineDelivered
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; app = try json["app"]; kind = try json["kind"]; key = try json["key"];
            user = try json["user"]; family = try json["family"]; configuration = try json["configuration"];
            visible = try json["visible"]; alwaysInView = try json["alwaysInView"]; inUse = try json["inUse"];
            inUseForSeconds = try json["inUseForSeconds"]; pendingReload = try json["pendingReload"];
            nextReload = try json["nextReload"]; timelineDelivered = try json["timelineDelivered"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("alwaysInView", alwaysInView); json.member("app", app);
            json.member("configuration", configuration); json.member("family", family); json.member("inUse", inUse);
            json.member("inUseForSeconds", inUseForSeconds); json.member("key", key); json.member("kind", kind);
            json.member("nextReload", nextReload); json.member("pendingReload", pendingReload);
            json.member("timelineDelivered", timelineDelivered); json.member("user", user);
            json.member("visible", visible); json.member("widget", widget)
        }
    }
    package struct BudgetUses: JSONStructure {
        package var scheduled: Int
        package var requested: Int
        package var pushed: Int
        package var unchanged: Int
        package init(
            scheduled: Int, requested: Int, pushed: Int, unchanged: Int
        ) {
            self.scheduled = scheduled; self.requested = requested; self.pushed = pushed; self.unchanged = unchanged
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            scheduled = try json["scheduled"]; requested = try json["requested"]; pushed = try json["pushed"];
            unchanged = try json["unchanged"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("pushed", pushed); json.member("requested", requested); json.member("scheduled", scheduled);
            json.member("unchanged", unchanged)
        }
    }
    package struct Night: JSONStructure {
        package var firstHour: Int
        package var hours: Int
        package init(firstHour: Int, hours: Int) { self.firstHour = firstHour; self.hours = hours }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            firstHour = try json["firstHour"]; hours = try json["hours"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("firstHour", firstHour); json.member("hours", hours)
        }
    }
    package struct Budget: JSONStructure {
        package var widget: String
        package var app: String
        package var kind: String
        package var user: Int
        package var dailyReloads: Double
        package var left: Int
        package var capacity: Double
        package var seenHours: Double
        package var night: Night?
        package var nextSeconds: Double?
        package var fullSeconds: Double?
        package var uses: BudgetUses
        package var usesText: String
        package init(
            widget: String, app: String, kind: String, user: Int, dailyReloads: Double, left: Int, capacity: Double,
            seenHours: Double, night: Night? = nil, nextSeconds: Double? = nil, fullSeconds: Double? = nil,
            uses: BudgetUses, usesText: String
        ) {
            self.widget = widget; self.app = app; self.kind = kind; self.user = user; self.dailyReloads = dailyReloads;
            self.left = left; self.capacity = capacity; self.seenHours = seenHours; self.night = night;
            self.nextSeconds = nextSeconds; self.fullSeconds = fullSeconds; self.uses = uses; self.usesText = usesText
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; app = try json["app"]; kind = try json["kind"]; user = try json["user"];
            dailyReloads = try json["dailyReloads"]; left = try json["left"]; capacity = try json["capacity"];
            seenHours = try json["seenHours"]; night = try json["night"]; nextSeconds = try json["nextSeconds"];
            fullSeconds = try json["fullSeconds"]; uses = try json["uses"]; usesText = try json["usesText"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("capacity", capacity); json.member("dailyReloads", dailyReloads);
            json.member("fullSeconds", fullSeconds); json.member("kind", kind); json.member("left", left);
            json.member("nextSeconds", nextSeconds); json.member("night", night); json.member("seenHours", seenHours);
            json.member("user", user); json.member("uses", uses); json.member("usesText", usesText);
            json.member("widget", widget)
        }
    }
    package struct Decision: JSONStructure {
        package var number: Int
        package var time: String
        package var decision: String
        package var widget: String?
        package var app: String?
        package var user: Int?
        package var text: String
        package var evidence: RawJSON
        package init(
            number: Int, time: String, decision: String, widget: String? = nil, app: String? = nil, user: Int? = nil,
            text: String, evidence: RawJSON
        ) {
            self.number = number; self.time = time; self.decision = decision; self.widget = widget; self.app = app;
            self.user = user; self.text = text; self.evidence = evidence
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            number = try json["number"]; time = try json["time"]; decision = try json["decision"];
            widget = try json["widget"]; app = try json["app"]; user = try json["user"]; text = try json["text"];
            evidence = try json["evidence"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("decision", decision); json.member("evidence", evidence);
            json.member("number", number); json.member("text", text); json.member("time", time);
            json.member("user", user); json.member("widget", widget)
        }
    }
    package struct Check: JSONStructure {
        package var check: String
        package var holds: Bool?
        package var text: String
        package init(
            check: String, holds: Bool? = nil, text: String
        ) {
            self.check = check; self.holds = holds; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            check = try json["check"]; holds = try json["holds"]; text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("check", check); json.member("holds", holds); json.member("text", text)
        }
    }
    package struct Program: JSONStructure {
        package var app: String
        package var user: Int
        package var launch: String?
        package var connected: Bool
        package var text: String
        package init(
            app: String, user: Int, launch: String? = nil, connected: Bool, text: String
        ) {
            self.app = app; self.user = user; self.launch = launch; self.connected = connected; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; user = try json["user"]; launch = try json["launch"];
            connected = try json["connected"]; text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("connected", connected); json.member("launch", launch);
            json.member("text", text); json.member("user", user)
        }
    }
    package struct WaitingEvent: JSONStructure {
        package enum WaitsFor: String, JSONWord { case confirmation, stream, permission, acknowledgement }
        package var event: String
        package var kind: MonitorEventKind
        package var ageSeconds: Double
        package var monitor: String?
        package var region: String?
        package var waitsFor: WaitsFor
        package var text: String
        package init(
            event: String, kind: MonitorEventKind, ageSeconds: Double, monitor: String? = nil, region: String? = nil,
            waitsFor: WaitsFor, text: String
        ) {
            self.event = event; self.kind = kind; self.ageSeconds = ageSeconds; self.monitor = monitor;
            self.region = region; self.waitsFor = waitsFor; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            event = try json["event"]; kind = try json["kind"]; ageSeconds = try json["ageSeconds"];
            monitor = try json["monitor"]; region = try json["region"]; waitsFor = try json["waitsFor"];
            text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("ageSeconds", ageSeconds); json.member("event", event); json.member("kind", kind);
            json.member("monitor", monitor); json.member("region", region); json.member("text", text);
            json.member("waitsFor", waitsFor)
        }
    }
    package struct GetMetrics: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Inspect.GetMetrics"
        package struct Reply: JSONStructure {
            package var metrics: [Metric]
            package init(metrics: [Metric]) { self.metrics = metrics }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { metrics = try json["metrics"] }
            package func write(_ json: inout JSONWriter) { json.member("metrics", metrics) }
        }
        package init() {}
    }
    package struct GetStatus: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Inspect.GetStatus"
        package struct Reply: JSONStructure {
            package enum StatedPlace: String, JSONWord { case none, ready, used }
            package var version: String
            package var uptimeSeconds: Double
            package var simulated: Bool
            package var servicesOn: Bool
            package var servicesOffForEverybody: Bool
            package var pausedUntil: String?
            package var receiversWanted: Bool
            package var receiversOn: Bool
            package var receiversSinceSeconds: Double
            package var receiversPauseSeconds: Double?
            package var receiversReason: String
            package var consumers: [Consumer]
            package var backgroundApps: [String]
            package var receivers: [Receiver]
            package var statedPlace: StatedPlace
            package var apps: Int
            package var widgets: Int
            package var sessions: Int
            package var prompts: Int
            package var agents: Int
            package var startsPrograms: Bool
            package var programs: [Program]
            package var inUseWindowSeconds: Double
            package var significantDistanceMeters: Double
            package var significantIntervalSeconds: Double
            package var tellsOfMovement: Bool
            package var lastSignificantChangeAgeSeconds: Double?
            package init(
                version: String, uptimeSeconds: Double, simulated: Bool, servicesOn: Bool, servicesOffForEverybody: Bool,
                pausedUntil: String? = nil, receiversWanted: Bool, receiversOn: Bool, receiversSinceSeconds: Double,
                receiversPauseSeconds: Double? = nil, receiversReason: String, consumers: [Consumer],
                backgroundApps: [String], receivers: [Receiver], statedPlace: StatedPlace, apps: Int, widgets: Int,
                sessions: Int, prompts: Int, agents: Int, startsPrograms: Bool, programs: [Program],
                inUseWindowSeconds: Double, significantDistanceMeters: Double, significantIntervalSeconds: Double,
                tellsOfMovement: Bool, lastSignificantChangeAgeSeconds: Double? = nil
            ) {
                self.version = version; self.uptimeSeconds = uptimeSeconds; self.simulated = simulated;
                self.servicesOn = servicesOn; self.servicesOffForEverybody = servicesOffForEverybody;
                self.pausedUntil = pausedUntil; self.receiversWanted = receiversWanted; self.receiversOn = receiversOn;
                self.receiversSinceSeconds = receiversSinceSeconds; self.receiversPauseSeconds = receiversPauseSeconds;
                self.receiversReason = receiversReason; self.consumers = consumers; self.backgroundApps = backgroundApps;
                self.receivers = receivers; self.statedPlace = statedPlace; self.apps = apps; self.widgets = widgets;
                self.sessions = sessions; self.prompts = prompts; self.agents = agents;
                self.startsPrograms = startsPrograms; self.programs = programs;
                self.inUseWindowSeconds = inUseWindowSeconds; self.significantDistanceMeters = significantDistanceMeters;
                self.significantIntervalSeconds = significantIntervalSeconds; self.tellsOfMovement = tellsOfMovement;
                self.lastSignificantChangeAgeSeconds = lastSignificantChangeAgeSeconds
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                version = try json["version"]; uptimeSeconds = try json["uptimeSeconds"];
                simulated = try json["simulated"]; servicesOn = try json["servicesOn"];
                servicesOffForEverybody = try json["servicesOffForEverybody"]; pausedUntil = try json["pausedUntil"];
                receiversWanted = try json["receiversWanted"]; receiversOn = try json["receiversOn"];
                receiversSinceSeconds = try json["receiversSinceSeconds"];
                receiversPauseSeconds = try json["receiversPauseSeconds"]; receiversReason = try json["receiversReason"];
                consumers = try json["consumers"]; backgroundApps = try json["backgroundApps"];
                receivers = try json["receivers"]; statedPlace = try json["statedPlace"]; apps = try json["apps"];
                widgets = try json["widgets"]; sessions = try json["sessions"]; prompts = try json["prompts"];
                agents = try json["agents"]; startsPrograms = try json["startsPrograms"];
                programs = try json["programs"]; inUseWindowSeconds = try json["inUseWindowSeconds"];
                significantDistanceMeters = try json["significantDistanceMeters"];
                significantIntervalSeconds = try json["significantIntervalSeconds"];
                tellsOfMovement = try json["tellsOfMovement"];
                lastSignificantChangeAgeSeconds = try json["lastSignificantChangeAgeSeconds"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("agents", agents); json.member("apps", apps); json.member("backgroundApps", backgroundApps);
                json.member("consumers", consumers); json.member("inUseWindowSeconds", inUseWindowSeconds);
                json.member("lastSignificantChangeAgeSeconds", lastSignificantChangeAgeSeconds);
                json.member("pausedUntil", pausedUntil); json.member("programs", programs);
                json.member("prompts", prompts); json.member("receivers", receivers);
                json.member("receiversOn", receiversOn); json.member("receiversPauseSeconds", receiversPauseSeconds);
                json.member("receiversReason", receiversReason);
                json.member("receiversSinceSeconds", receiversSinceSeconds);
                json.member("receiversWanted", receiversWanted);
                json.member("servicesOffForEverybody", servicesOffForEverybody); json.member("servicesOn", servicesOn);
                json.member("sessions", sessions); json.member("significantDistanceMeters", significantDistanceMeters);
                json.member("significantIntervalSeconds", significantIntervalSeconds);
                json.member("simulated", simulated); json.member("startsPrograms", startsPrograms);
                json.member("statedPlace", statedPlace); json.member("tellsOfMovement", tellsOfMovement);
                json.member("uptimeSeconds", uptimeSeconds); json.member("version", version);
                json.member("widgets", widgets)
            }
        }
        package init() {}
    }
    package struct ListWidgets: PagedCall {
        package static let method = "io.waymark.Inspect.ListWidgets"
        package struct Reply: Page {
            package var elements: [Widget] { get { widgets } set { widgets = newValue } }
            package var widgets: [Widget]
            package var next: String?
            package init(widgets: [Widget], next: String? = nil) { self.widgets = widgets; self.next = next }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                widgets = try json["widgets"]; next = try json["next"]
            }
            package func write(_ json: inout JSONWriter) { json.member("next", next); json.member("widgets", widgets) }
        }
        package var after: String?
        package init(after: String? = nil) { self.after = after }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { after = try json["after"] }
        package func write(_ json: inout JSONWriter) { json.member("after", after) }
    }
    package struct ListBudgets: PagedCall {
        package static let method = "io.waymark.Inspect.ListBudgets"
        package struct Reply: Page {
            package var elements: [Budget] { get { budgets } set { budgets = newValue } }
            package var enforced: Bool
            package var budgets: [Budget]
            package var next: String?
            package init(
                enforced: Bool, budgets: [Budget], next: String? = nil
            ) {
                self.enforced = enforced; self.budgets = budgets; self.next = next
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                enforced = try json["enforced"]; budgets = try json["budgets"]; next = try json["next"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("budgets", budgets); json.member("enforced", enforced); json.member("next", next)
            }
        }
        package var widget: String?
        package var after: String?
        package init(widget: String? = nil, after: String? = nil) { self.widget = widget; self.after = after }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; after = try json["after"]
        }
        package func write(_ json: inout JSONWriter) { json.member("after", after); json.member("widget", widget) }
    }
    package struct Explain: MethodParameters {
        package static let method = "io.waymark.Inspect.Explain"
        package struct Reply: JSONStructure {
            package var widget: Widget
            package var checks: [Check]
            package var decisive: String?
            package var summary: String
            package var decisions: [Decision]
            package init(
                widget: Widget, checks: [Check], decisive: String? = nil, summary: String, decisions: [Decision]
            ) {
                self.widget = widget; self.checks = checks; self.decisive = decisive; self.summary = summary;
                self.decisions = decisions
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                widget = try json["widget"]; checks = try json["checks"]; decisive = try json["decisive"];
                summary = try json["summary"]; decisions = try json["decisions"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("checks", checks); json.member("decisions", decisions); json.member("decisive", decisive);
                json.member("summary", summary); json.member("widget", widget)
            }
        }
        package var widget: String
        package init(widget: String) { self.widget = widget }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json["widget"] }
        package func write(_ json: inout JSONWriter) { json.member("widget", widget) }
    }
    package struct ExplainApp: MethodParameters {
        package static let method = "io.waymark.Inspect.ExplainApp"
        package struct Reply: JSONStructure {
            package var app: String
            package var user: Int
            package var inUse: Bool
            package var diagnostics: [LiveDiagnostic]?
            package var summary: String
            package var missingCapabilities: [String]
            package var services: [MonitoredService]
            package var regions: Int
            package var monitoringDiagnostics: [MonitoringDiagnostic]
            package var monitoringSummary: String?
            package var waiting: [WaitingEvent]
            package var decisions: [Decision]
            package init(
                app: String, user: Int, inUse: Bool, diagnostics: [LiveDiagnostic]? = nil, summary: String,
                missingCapabilities: [String], services: [MonitoredService], regions: Int,
                monitoringDiagnostics: [MonitoringDiagnostic], monitoringSummary: String? = nil, waiting: [WaitingEvent],
                decisions: [Decision]
            ) {
                self.app = app; self.user = user; self.inUse = inUse; self.diagnostics = diagnostics;
                self.summary = summary; self.missingCapabilities = missingCapabilities; self.services = services;
                self.regions = regions; self.monitoringDiagnostics = monitoringDiagnostics;
                self.monitoringSummary = monitoringSummary; self.waiting = waiting; self.decisions = decisions
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                app = try json["app"]; user = try json["user"]; inUse = try json["inUse"];
                diagnostics = try json["diagnostics"]; summary = try json["summary"];
                missingCapabilities = try json["missingCapabilities"]; services = try json["services"];
                regions = try json["regions"]; monitoringDiagnostics = try json["monitoringDiagnostics"];
                monitoringSummary = try json["monitoringSummary"]; waiting = try json["waiting"];
                decisions = try json["decisions"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("app", app); json.member("decisions", decisions); json.member("diagnostics", diagnostics);
                json.member("inUse", inUse); json.member("missingCapabilities", missingCapabilities);
                json.member("monitoringDiagnostics", monitoringDiagnostics);
                json.member("monitoringSummary", monitoringSummary); json.member("regions", regions);
                json.member("services", services); json.member("summary", summary); json.member("user", user);
                json.member("waiting", waiting)
            }
        }
        package var app: String
        package var user: Int?
        package init(app: String, user: Int? = nil) { self.app = app; self.user = user }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; user = try json["user"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("user", user) }
    }
    package struct WatchDecisions: MethodParameters {
        package static let method = "io.waymark.Inspect.WatchDecisions"
        package struct Reply: StreamedStructure {
            package var sequence: Int
            package var dropped: Int?
            package var decisions: [Decision]
            package var more: Bool?
            package init(
                sequence: Int = 0, dropped: Int? = nil, decisions: [Decision], more: Bool? = nil
            ) {
                self.sequence = sequence; self.dropped = dropped; self.decisions = decisions; self.more = more
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; dropped = try json["dropped"]; decisions = try json["decisions"];
                more = try json["more"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("decisions", decisions); json.member("more", more)
            }
        }
        package var widget: String?
        package var app: String?
        package var since: String?
        package var until: String?
        package var limit: Int?
        package init(
            widget: String? = nil, app: String? = nil, since: String? = nil, until: String? = nil, limit: Int? = nil
        ) {
            self.widget = widget; self.app = app; self.since = since; self.until = until; self.limit = limit
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json["widget"]; app = try json["app"]; since = try json["since"]; until = try json["until"];
            limit = try json["limit"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("limit", limit); json.member("since", since);
            json.member("until", until); json.member("widget", widget)
        }
    }
    package struct WatchReceivers: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Inspect.WatchReceivers"
        package struct Reply: StreamedStructure {
            package var sequence: Int
            package var dropped: Int?
            package var receivers: [Receiver]
            package init(
                sequence: Int = 0, dropped: Int? = nil, receivers: [Receiver]
            ) {
                self.sequence = sequence; self.dropped = dropped; self.receivers = receivers
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; dropped = try json["dropped"]; receivers = try json["receivers"]
            }
            package func writeContents(_ json: inout JSONWriter) { json.member("receivers", receivers) }
        }
        package init() {}
    }
    package struct Record: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Inspect.Record"
        package struct Reply: StreamedStructure {
            package var sequence: Int
            package var dropped: Int?
            package var text: String
            package init(
                sequence: Int = 0, dropped: Int? = nil, text: String
            ) {
                self.sequence = sequence; self.dropped = dropped; self.text = text
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; dropped = try json["dropped"]; text = try json["text"]
            }
            package func writeContents(_ json: inout JSONWriter) { json.member("text", text) }
        }
        package init() {}
    }
}
