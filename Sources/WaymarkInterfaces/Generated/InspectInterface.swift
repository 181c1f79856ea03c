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

extension InspectInterface {
    package static let text = #"""
# Diagnostics: status, the journal of decisions, and explanations.
#
# A caller sees what concerns its own user and what concerns no user in particular; root sees everything. Nothing here
# reveals the location of the machine.
interface io.waymark.Inspect

# A receiver and its state.
type Receiver (
  # Its index in the configuration, from 0. Two receivers may share a name.
  number: int,
  # The URL it was configured with.
  name: string,
  # The state of the receiver.
  state: (off, absent, connecting, acquiring, fixed, lost, ended),
  # The reason for the state: problem, opening, detectingSpeed, nothingHeard, anotherSender, unreadable, noPosition or
  # silent.
  reason: ?string,
  # The reason, for a person.
  reasonText: ?string,
  # The time since it entered this state.
  sinceSeconds: float,
  # The problem that makes it absent.
  problem: ?string,
  # The time until the next attempt, if it is absent.
  retryAfterSeconds: ?float,
  # The age of its last fix.
  lastFixAgeSeconds: ?float,
  # The radius that contains the true position with 68 % probability, as the receiver states, smoothed; only while
  # fixed.
  accuracyMeters: ?float,
  # The satellites that it uses, or tracks for use, while it has no position and counts them.
  satellitesUsed: ?int,
  # The satellites that it has in view meanwhile.
  satellitesInView: ?int,
  # The latest heading of the vehicle from true north; only for callers that may know of movement.
  headingTrueDegrees: ?float,
  # The latest heading from magnetic north, for the same callers.
  headingMagneticDegrees: ?float,
  # The age of the latest heading.
  headingAgeSeconds: ?float,
  # Whether the service currently uses the fixes of this receiver.
  followed: bool,
  # Whether it is trusted, if it is followed.
  trust: ?(trusted, doubtful, contradicted),
  # What speaks against it, for a person; only for callers that may know of movement.
  trustText: ?string,
  # The total time it has been on since the service started.
  onSeconds: float
)

# One value of a measured quantity.
type Sample (
  # What it is about, such as a receiver; empty if there is only one value.
  labels: []Label,
  # The value.
  value: float
)

# A name and a value that tell samples of one quantity apart.
type Label (
  # The name.
  name: string,
  # The value.
  value: string
)

# A measured quantity of the service, named by the conventions of Prometheus.
type Metric (
  # Its name.
  name: string,
  # Its meaning, for a person.
  help: string,
  # A counter only rises while the service runs; a gauge rises and falls.
  kind: (counter, gauge),
  # Its values.
  samples: []Sample
)

# A widget or a request of io.waymark.Location.GetLocation that is entitled to a location now.
type Consumer (
  # The app it belongs to.
  app: string,
  # The user it belongs to.
  user: int,
  # Its demand: every fix, one fix by a deadline, or fixes at intervals or significant changes, between which receivers
  # may pause.
  want: (everyFix, fix, fixes, significantChanges),
  # The ground of its entitlement: the widget is in view, the widget was in view within the in-use window, the app
  # itself is in use, the app is in use in the background, the app is always authorized, or the person clicked to share
  # it once with the widget.
  ground: (inView, inUseWindow, appInUse, backgroundSession, always, sharedOnce),
  # The widget, if the consumer is one.
  widget: ?string,
  # The request, if the consumer is one.
  request: ?string,
  # The stream, if the consumer is one. Without widget, request and stream, the consumer is what the app monitors.
  session: ?string,
  # The remaining time that the widget counts as in use, if it is out of view.
  inUseForSeconds: ?float
)

# What the next reload of a widget waits for.
type ReloadWait (
  # The end of the wait: the widget's next view or the next use of its app, the person's confirmation that its app may
  # always know, a provider of its kind, the answer to an earlier request, the next attempt after failures, the budget of
  # its reloads, the first believed fix, the date that its timeline names, or the end of the least interval between reloads
  # by the clock.
  waitsFor: (view, confirmation, pause, provider, answer, retry, budget, fix, date, interval),
  # The time until the wait ends. An answer may come sooner, and a fix too.
  remainingSeconds: ?float,
  # The unanswered request.
  request: ?string,
  # The time since the widget was last in view, if it waits for its next view and there was one since the service
  # started.
  lastInViewSeconds: ?float,
  # The same, for a person.
  text: string
)

# The shape and size in which a host shows a widget.
type WidgetFamily (small, medium, large, extraLarge, circular, rectangular, inline)

# A placed widget and its state.
type Widget (
  # The widget.
  widget: string,
  # Its app.
  app: string,
  # Its kind.
  kind: string,
  # The key by which its host finds it again, if it was placed with one.
  key: ?string,
  # The user it belongs to.
  user: int,
  # The family in which its host shows it.
  family: WidgetFamily,
  # Its configuration, with the defaults of the kind.
  configuration: object,
  # Whether a host shows it in view.
  visible: bool,
  # Whether one of these hosts has declared its surface always in view.
  alwaysInView: bool,
  # Whether it counts as in use: it is in view, or was in view within the in-use window.
  inUse: bool,
  # The remaining time it counts as in use, if it is out of view.
  inUseForSeconds: ?float,
  # The reason of its pending reload, if any.
  pendingReload: ?string,
  # What its next reload waits for: the pending one, or else the one that its timeline schedules.
  nextReload: ?ReloadWait,
  # The delivery time of its timeline, RFC 3339 in UTC.
  timelineDelivered: ?string
)

# The charged reloads of a widget since its budget was last at least half full.
type BudgetUses (
  # The reloads that its timelines scheduled.
  scheduled: int,
  # The reloads that its provider asked for.
  requested: int,
  # The reloads that other programs pushed.
  pushed: int,
  # The reloads among them that brought the same content as before.
  unchanged: int
)

# The hours in which the person hardly ever looks at widgets.
type Night (
  # The first hour of the day in UTC.
  firstHour: int,
  # The number of hours.
  hours: int
)

# The budget of a widget's reloads.
type Budget (
  # The widget.
  widget: string,
  # Its app.
  app: string,
  # Its kind.
  kind: string,
  # The user it belongs to.
  user: int,
  # The charged reloads a day that it may have, as it is seen now.
  dailyReloads: float,
  # The whole reloads that are left now.
  left: int,
  # The most reloads that can be left.
  capacity: float,
  # The hours a day in which it is in view, averaged over about three days.
  seenHours: float,
  # The night of the person, in which the budget grows no further; absent if it is not known.
  night: ?Night,
  # The time until the next reload can be charged, if none can be now.
  nextSeconds: ?float,
  # The time until the budget is full, if it is not.
  fullSeconds: ?float,
  # What was charged since the budget was last at least half full.
  uses: BudgetUses,
  # The same for a person.
  usesText: string
)

# A decision of the service.
type Decision (
  # The number of the decision in this stream or explanation, from 1.
  number: int,
  # The time of the decision, RFC 3339 in UTC.
  time: string,
  # The kind of decision.
  decision: string,
  # The widget it concerns.
  widget: ?string,
  # The app it concerns.
  app: ?string,
  # The user it concerns.
  user: ?int,
  # The decision and its reasons, for a person.
  text: string,
  # The reasons as values, for a program.
  evidence: object
)

# A condition for a reload, or for a location with it.
type Check (
  # The name of the condition.
  check: string,
  # Whether it holds, unless the caller may not know or there is nothing to check.
  holds: ?bool,
  # The reason, for a person.
  text: string
)

# A program that the service has had started, or that failed.
type Program (
  # Its app.
  app: string,
  # The user it belongs to.
  user: int,
  # The identifier of its start, while it runs, starts or ends.
  launch: ?string,
  # Whether it is connected.
  connected: bool,
  # Its state, for a person.
  text: string
)

# Returns the measured quantities of the service, for monitoring: for root those of the service and of all users together,
# for others those of the receivers and their own. No quantity tells where the machine is, and none names an app or a user.
method GetMetrics() -> (
  # The quantities.
  metrics: []Metric
)

# Returns the status of the service.
method GetStatus() -> (
  # The service's version.
  version: string,
  # The time since the service started.
  uptimeSeconds: float,
  # Whether the service only simulates locations: it was started with --simulated.
  simulated: bool,
  # Whether location services are on for the caller's apps.
  servicesOn: bool,
  # Whether they are switched off for everybody.
  servicesOffForEverybody: bool,
  # The end of the caller's pause of all its apps, RFC 3339 in UTC, if one lasts.
  pausedUntil: ?string,
  # Whether a consumer wants a fix now, which turns receivers on.
  receiversWanted: bool,
  # Whether receivers are on. They stay on for a while after the last consumer is gone, and are off during a pause.
  receiversOn: bool,
  # The time they have been on or off.
  receiversSinceSeconds: float,
  # The remaining pause, if consumers want only significant changes; only for callers that may know of movement.
  receiversPauseSeconds: ?float,
  # The reason why receivers are on or off, for a person.
  receiversReason: string,
  # The caller's consumers, at most 20.
  consumers: []Consumer,
  # The caller's apps that stay in use although their windows may be hidden, at most 20.
  backgroundApps: []string,
  # The receivers.
  receivers: []Receiver,
  # Whether the machine's owner has stated its place, and whether that place stands in for a fix now.
  statedPlace: (none, ready, used),
  # The number of the caller's apps.
  apps: int,
  # The number of the caller's widgets.
  widgets: int,
  # The number of the caller's open streams.
  sessions: int,
  # The number of open questions to the caller.
  prompts: int,
  # The number of agents that can ask the caller.
  agents: int,
  # Whether a launcher can start programs in the caller's session.
  startsPrograms: bool,
  # The caller's programs that were started for widgets or events, or that failed, at most 20.
  programs: []Program,
  # The time a widget counts as in use after it was last in view.
  inUseWindowSeconds: float,
  # The distance that makes a move a significant change.
  significantDistanceMeters: float,
  # The minimum time between two significant changes.
  significantIntervalSeconds: float,
  # Whether the caller may know how far the machine moves: is root, or a user who has authorized an app.
  tellsOfMovement: bool,
  # The time since the last significant change, if there was one; only for callers that may know of movement.
  lastSignificantChangeAgeSeconds: ?float
)

# Lists the widgets of the caller, page by page: call it again with the place that the reply returns.
method ListWidgets(
  # The place after which the page begins; the first page if absent.
  after: ?string
) -> (
  # The widgets, ordered by age.
  widgets: []Widget,
  # The place of the next page; absent in the last.
  next: ?string
)

# Lists the budgets of the caller's widgets, page by page: call it again with the place that the reply returns. Each charge
# is in the evidence of the decisions named reload: charge (charged, free), left, exemption (reason, appInUse, budgetOff).
method ListBudgets(
  # Only this widget.
  widget: ?string,
  # The place after which the page begins; the first page if absent.
  after: ?string
) -> (
  # Whether reloads are charged. Without it, the machine's owner has switched the budget off, and there are no budgets.
  enforced: bool,
  # The budgets, ordered by the age of their widgets.
  budgets: []Budget,
  # The place of the next page; absent in the last.
  next: ?string
)

# Explains whether a widget would get a location now, what prevents it, and the decisions about it.
method Explain(widget: string) -> (
  # The widget.
  widget: Widget,
  # The conditions in the order of evaluation.
  checks: []Check,
  # The first condition that keeps the widget from getting a location now; none if a reload now would carry it. A
  # condition about movement or a pending reload only says whether there is a reason for a reload.
  decisive: ?string,
  # The answer in one sentence.
  summary: string,
  # The latest decisions about the widget, oldest first.
  decisions: []Decision
)

# Something that keeps an app from the location.
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
  # The person has paused the location of all apps for a while.
  pausedByPerson,
  # The app may always know only once the person agrees, and only when in use until then.
  alwaysAuthorizationDenied,
  # The app is not in use: a host reports that its windows are hidden.
  insufficientlyInUse,
  # The app's manifest requires a service session, and the app holds none.
  serviceSessionRequired,
  # The accuracy is reduced: the location is an area, told at most four times an hour, and there is no heading.
  accuracyLimited,
  # The app asked for full accuracy, which it does not have.
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

# Something that keeps events from an app, or limits them.
type MonitoringDiagnostic (
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
  # The app may know while it is in use, and a host reports that its windows are hidden, or it does not run.
  insufficientlyInUse,
  # The app may know only while it is in use: what happens at other times is not kept for it.
  alwaysAuthorizationDenied,
  # The app's manifest requires a service session, and the app holds none: events wait until it does.
  serviceSessionRequired,
  # The app has reduced accuracy.
  accuracyLimited,
  # No receiver can give a position: none is configured, or none can be reached.
  locationUnavailable,
  # The app monitors beacons, and nobody can listen for them.
  beaconsUnavailable
)

# An event of what an app monitors that waits for the app.
type WaitingEvent (
  # The event.
  event: string,
  # Its kind.
  kind: (significantChange, arrival, departure, region),
  # The time since the service made it.
  ageSeconds: float,
  # The app's monitor and the region, of that kind.
  monitor: ?string,
  # The region.
  region: ?string,
  # The end of the wait: the person's confirmation that the app may always know, a stream on which the app follows its
  # events, the permission to be told, or the app's acknowledgement.
  waitsFor: (confirmation, stream, permission, acknowledgement),
  # The same, for a person.
  text: string
)

# Explains whether an app would get a location now, what prevents it, and what becomes of the events that it monitors.
method ExplainApp(
  # The app.
  app: string,
  # The user it belongs to; the caller if absent.
  user: ?int
) -> (
  # The app.
  app: string,
  # The user it belongs to.
  user: int,
  # Whether it is in use.
  inUse: bool,
  # What keeps it from the location; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # The answer in one sentence.
  summary: string,
  # The capabilities that its manifest requires and this machine lacks, for a person.
  missingCapabilities: []string,
  # The services that it monitors.
  services: []MonitoredService,
  # The number of regions that it monitors.
  regions: int,
  # What keeps events from it, or limits them; empty unless it monitors something.
  monitoringDiagnostics: []MonitoringDiagnostic,
  # What becomes of events now, in one sentence; absent unless it monitors something.
  monitoringSummary: ?string,
  # The events that wait for it, oldest first, at most 20.
  waiting: []WaitingEvent,
  # The latest decisions about the app, oldest first.
  decisions: []Decision
)

# A service that can be monitored.
type MonitoredService (significantChanges, visits)

# Streams decisions: first the past ones, in several events, also those from before the service was restarted; then each
# new one. Without more it fails with ExpectedMore.
method WatchDecisions(
  # Only decisions about this widget or about everybody.
  widget: ?string,
  # Only decisions about this app or about everybody.
  app: ?string,
  # Only decisions at or after this time, RFC 3339.
  since: ?string,
  # Only decisions before this time, RFC 3339.
  until: ?string,
  # The maximum number of past decisions; the latest are kept.
  limit: ?int
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The number of decisions dropped because this client was slow.
  dropped: ?int,
  # The decisions; empty in a keep-alive event, and if there is no past one.
  decisions: []Decision,
  # Whether more past decisions follow in the next event.
  more: ?bool
)

# Streams the receivers: first all of them, then each whose state changes or whose fixes start or cease to be used.
# Without more it fails with ExpectedMore.
method WatchReceivers() -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The number of events dropped because this client was slow; the newest event about each receiver is kept.
  dropped: ?int,
  # The receivers that changed; none in a keep-alive event.
  receivers: []Receiver
)

# Streams a record of the running service: its state now, then every event that it handles and every decision, with their
# moments, until the caller disconnects. From it the decisions can be made again. It holds the locations, widgets and
# contents of all users; only root may read it, and the user that the service runs as. Without more it fails with
# ExpectedMore.
method Record() -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # Always absent: nothing is dropped. A record of which a slow reader would miss a part says so, and starts again.
  dropped: ?int,
  # The next part of the record: lines of JSON. A line may be cut anywhere. Empty in a keep-alive event.
  text: string
)

# The caller has no such widget.
error UnknownWidget (widget: string)

# Nothing is known of the app: the person has not decided about it, no manifest declares it, and no program of it is
# connected.
#
# For a person: nothing is known of the app '{app}'; 'waymarkctl apps' lists those that are known
error UnknownApp (app: string)

# The state has changes that could not be saved. Nothing is told of a state that a restart would lose. The service keeps
# trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
}
