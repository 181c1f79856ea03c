// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
package import Varlink

package enum SettingsInterface: NamedInterface {
    package static let name = "io.waymark.Settings"
    package enum Limit: String, JSONWord { case forbidden, whenInUseOnly, reducedAccuracy, servicesOff }
    package struct KindDeclaration: JSONStructure {
        package var kind: String
        package var wantsLocation: Bool
        package init(kind: String, wantsLocation: Bool) { self.kind = kind; self.wantsLocation = wantsLocation }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            kind = try json["kind"]; wantsLocation = try json["wantsLocation"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("kind", kind); json.member("wantsLocation", wantsLocation)
        }
    }
    package enum Verification: String, JSONWord { case flatpak, snap, systemUnit, userUnit, claimed }
    package struct App: JSONStructure {
        package var app: String
        package var user: Int
        package var name: String?
        package var status: AuthorizationStatus
        package var choice: AuthorizationChoice
        package var widgets: WidgetGrant
        package var until: String?
        package var accuracy: AccuracyAuthorization
        package var isAuthorizedForWidgetUpdates: Bool
        package var isTemporary: Bool
        package var isProvisional: Bool
        package var limits: [Limit]
        package var text: String
        package var kinds: [KindDeclaration]
        package var inUse: Bool
        package var connected: Bool
        package var verification: Verification?
        package var verificationText: String?
        package var prompts: [String]
        package var monitors: [MonitoredService]
        package var regions: Int
        package var missingCapabilities: [MissingCapability]
        package init(
            app: String, user: Int, name: String? = nil, status: AuthorizationStatus, choice: AuthorizationChoice,
            widgets: WidgetGrant, until: String? = nil, accuracy: AccuracyAuthorization,
            isAuthorizedForWidgetUpdates: Bool, isTemporary: Bool, isProvisional: Bool, limits: [Limit], text: String,
            kinds: [KindDeclaration], inUse: Bool, connected: Bool, verification: Verification? = nil,
            verificationText: String? = nil, prompts: [String], monitors: [MonitoredService], regions: Int,
            missingCapabilities: [MissingCapability]
        ) {
            self.app = app; self.user = user; self.name = name; self.status = status; self.choice = choice;
            self.widgets = widgets; self.until = until; self.accuracy = accuracy;
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates; self.isTemporary = isTemporary;
            self.isProvisional = isProvisional; self.limits = limits; self.text = text; self.kinds = kinds;
            self.inUse = inUse; self.connected = connected; self.verification = verification;
            self.verificationText = verificationText; self.prompts = prompts; self.monitors = monitors;
            self.regions = regions; self.missingCapabilities = missingCapabilities
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; user = try json["user"]; name = try json["name"]; status = try json["status"];
            choice = try json["choice"]; widgets = try json["widgets"]; until = try json["until"];
            accuracy = try json["accuracy"]; isAuthorizedForWidgetUpdates = try json["isAuthorizedForWidgetUpdates"];
            isTemporary = try json["isTemporary"]; isProvisional = try json["isProvisional"];
            limits = try json["limits"]; text = try json["text"]; kinds = try json["kinds"]; inUse = try json["inUse"];
            connected = try json["connected"]; verification = try json["verification"];
            verificationText = try json["verificationText"]; prompts = try json["prompts"];
            monitors = try json["monitors"]; regions = try json["regions"];
            missingCapabilities = try json["missingCapabilities"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("app", app); json.member("choice", choice);
            json.member("connected", connected); json.member("inUse", inUse);
            json.member("isAuthorizedForWidgetUpdates", isAuthorizedForWidgetUpdates);
            json.member("isProvisional", isProvisional); json.member("isTemporary", isTemporary);
            json.member("kinds", kinds); json.member("limits", limits);
            json.member("missingCapabilities", missingCapabilities); json.member("monitors", monitors);
            json.member("name", name); json.member("prompts", prompts); json.member("regions", regions);
            json.member("status", status); json.member("text", text); json.member("until", until);
            json.member("user", user); json.member("verification", verification);
            json.member("verificationText", verificationText); json.member("widgets", widgets)
        }
    }
    package struct MissingCapability: JSONStructure {
        package var capability: LocationInterface.Capability
        package var text: String
        package init(
            capability: LocationInterface.Capability, text: String
        ) {
            self.capability = capability; self.text = text
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            capability = try json["capability"]; text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("capability", capability); json.member("text", text)
        }
    }
    package struct Proposal: JSONStructure {
        package enum Subject: String, JSONWord { case app, services, pause }
        package var subject: Subject
        package var status: AuthorizationChoice?
        package var once: Bool
        package var widgets: WidgetGrant?
        package var accuracy: AccuracyAuthorization?
        package var until: String?
        package init(
            subject: Subject, status: AuthorizationChoice? = nil, once: Bool, widgets: WidgetGrant? = nil,
            accuracy: AccuracyAuthorization? = nil, until: String? = nil
        ) {
            self.subject = subject; self.status = status; self.once = once; self.widgets = widgets;
            self.accuracy = accuracy; self.until = until
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            subject = try json["subject"]; status = try json["status"]; once = try json["once"];
            widgets = try json["widgets"]; accuracy = try json["accuracy"]; until = try json["until"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("once", once); json.member("status", status);
            json.member("subject", subject); json.member("until", until); json.member("widgets", widgets)
        }
    }
    package struct Prompt: JSONStructure {
        package var prompt: String
        package var app: String
        package var user: Int
        package var name: String
        package var verificationText: String?
        package var question: LocationInterface.Question
        package var text: String
        package var purpose: String?
        package var choices: [PromptChoice]
        package var accuracy: AccuracyAuthorization?
        package var askedAt: String
        package var proposal: Proposal?
        package var claimant: String?
        package init(
            prompt: String, app: String, user: Int, name: String, verificationText: String? = nil,
            question: LocationInterface.Question, text: String, purpose: String? = nil, choices: [PromptChoice],
            accuracy: AccuracyAuthorization? = nil, askedAt: String, proposal: Proposal? = nil, claimant: String? = nil
        ) {
            self.prompt = prompt; self.app = app; self.user = user; self.name = name;
            self.verificationText = verificationText; self.question = question; self.text = text; self.purpose = purpose;
            self.choices = choices; self.accuracy = accuracy; self.askedAt = askedAt; self.proposal = proposal;
            self.claimant = claimant
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            prompt = try json["prompt"]; app = try json["app"]; user = try json["user"]; name = try json["name"];
            verificationText = try json["verificationText"]; question = try json["question"]; text = try json["text"];
            purpose = try json["purpose"]; choices = try json["choices"]; accuracy = try json["accuracy"];
            askedAt = try json["askedAt"]; proposal = try json["proposal"]; claimant = try json["claimant"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("app", app); json.member("askedAt", askedAt);
            json.member("choices", choices); json.member("claimant", claimant); json.member("name", name);
            json.member("prompt", prompt); json.member("proposal", proposal); json.member("purpose", purpose);
            json.member("question", question); json.member("text", text); json.member("user", user);
            json.member("verificationText", verificationText)
        }
    }
    package struct AccessDay: JSONStructure {
        package var day: String
        package var app: String
        package var user: Int
        package var atLeast: Int
        package init(
            day: String, app: String, user: Int, atLeast: Int
        ) {
            self.day = day; self.app = app; self.user = user; self.atLeast = atLeast
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            day = try json["day"]; app = try json["app"]; user = try json["user"]; atLeast = try json["atLeast"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("atLeast", atLeast); json.member("day", day); json.member("user", user)
        }
    }
    package struct Access: JSONStructure {
        package var date: String
        package var app: String
        package var user: Int
        package var widget: String?
        package var request: String?
        package var session: String?
        package var ground: Ground
        package var isTemporary: Bool
        package var accuracy: AccuracyAuthorization
        package var horizontalAccuracyMeters: Double?
        package var trust: Trust?
        package init(
            date: String, app: String, user: Int, widget: String? = nil, request: String? = nil, session: String? = nil,
            ground: Ground, isTemporary: Bool, accuracy: AccuracyAuthorization, horizontalAccuracyMeters: Double? = nil,
            trust: Trust? = nil
        ) {
            self.date = date; self.app = app; self.user = user; self.widget = widget; self.request = request;
            self.session = session; self.ground = ground; self.isTemporary = isTemporary; self.accuracy = accuracy;
            self.horizontalAccuracyMeters = horizontalAccuracyMeters; self.trust = trust
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            date = try json["date"]; app = try json["app"]; user = try json["user"]; widget = try json["widget"];
            request = try json["request"]; session = try json["session"]; ground = try json["ground"];
            isTemporary = try json["isTemporary"]; accuracy = try json["accuracy"];
            horizontalAccuracyMeters = try json["horizontalAccuracyMeters"]; trust = try json["trust"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("app", app); json.member("date", date);
            json.member("ground", ground); json.member("horizontalAccuracyMeters", horizontalAccuracyMeters);
            json.member("isTemporary", isTemporary); json.member("request", request); json.member("session", session);
            json.member("trust", trust); json.member("user", user); json.member("widget", widget)
        }
    }
    package struct StatedPlace: JSONStructure {
        package var latitudeDegrees: Double
        package var longitudeDegrees: Double
        package var accuracyMeters: Double
        package var altitudeMeters: Double?
        package init(
            latitudeDegrees: Double, longitudeDegrees: Double, accuracyMeters: Double, altitudeMeters: Double? = nil
        ) {
            self.latitudeDegrees = latitudeDegrees; self.longitudeDegrees = longitudeDegrees;
            self.accuracyMeters = accuracyMeters; self.altitudeMeters = altitudeMeters
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            latitudeDegrees = try json["latitudeDegrees"]; longitudeDegrees = try json["longitudeDegrees"];
            accuracyMeters = try json["accuracyMeters"]; altitudeMeters = try json["altitudeMeters"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracyMeters", accuracyMeters); json.member("altitudeMeters", altitudeMeters);
            json.member("latitudeDegrees", latitudeDegrees); json.member("longitudeDegrees", longitudeDegrees)
        }
    }
    package struct LocationPause: JSONStructure {
        package var beganAt: String
        package var until: String
        package var endedAt: String?
        package init(
            beganAt: String, until: String, endedAt: String? = nil
        ) {
            self.beganAt = beganAt; self.until = until; self.endedAt = endedAt
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            beganAt = try json["beganAt"]; until = try json["until"]; endedAt = try json["endedAt"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("beganAt", beganAt); json.member("endedAt", endedAt); json.member("until", until)
        }
    }
    package struct RegisteredManifest: JSONStructure {
        package var app: String
        package var hidden: Bool
        package init(app: String, hidden: Bool) { self.app = app; self.hidden = hidden }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; hidden = try json["hidden"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("hidden", hidden) }
    }
    package struct Authorize: MethodParameters {
        package static let method = "io.waymark.Settings.Authorize"
        package struct Reply: JSONStructure {
            package var app: App
            package var prompt: String?
            package init(app: App, prompt: String? = nil) { self.app = app; self.prompt = prompt }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                app = try json["app"]; prompt = try json["prompt"]
            }
            package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("prompt", prompt) }
        }
        package var app: String
        package var status: AuthorizationChoice?
        package var widgets: WidgetGrant?
        package var accuracy: AccuracyAuthorization?
        package var until: String?
        package var user: Int?
        package var once: Bool?
        package var proposed: Bool?
        package init(
            app: String, status: AuthorizationChoice? = nil, widgets: WidgetGrant? = nil,
            accuracy: AccuracyAuthorization? = nil, until: String? = nil, user: Int? = nil, once: Bool? = nil,
            proposed: Bool? = nil
        ) {
            self.app = app; self.status = status; self.widgets = widgets; self.accuracy = accuracy; self.until = until;
            self.user = user; self.once = once; self.proposed = proposed
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; status = try json["status"]; widgets = try json["widgets"];
            accuracy = try json["accuracy"]; until = try json["until"]; user = try json["user"]; once = try json["once"];
            proposed = try json["proposed"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("app", app); json.member("once", once);
            json.member("proposed", proposed); json.member("status", status); json.member("until", until);
            json.member("user", user); json.member("widgets", widgets)
        }
    }
    package struct Reset: MethodParameters {
        package static let method = "io.waymark.Settings.Reset"
        package var app: String?
        package var user: Int?
        package init(app: String? = nil, user: Int? = nil) { self.app = app; self.user = user }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; user = try json["user"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("user", user) }
    }
    package struct Forget: MethodParameters {
        package static let method = "io.waymark.Settings.Forget"
        package var app: String
        package var user: Int?
        package init(app: String, user: Int? = nil) { self.app = app; self.user = user }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; user = try json["user"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("user", user) }
    }
    package struct ListApps: PagedCall {
        package static let method = "io.waymark.Settings.ListApps"
        package struct Reply: Page {
            package var elements: [App] { get { apps } set { apps = newValue } }
            package var apps: [App]
            package var next: String?
            package init(apps: [App], next: String? = nil) { self.apps = apps; self.next = next }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                apps = try json["apps"]; next = try json["next"]
            }
            package func write(_ json: inout JSONWriter) { json.member("apps", apps); json.member("next", next) }
        }
        package var after: String?
        package init(after: String? = nil) { self.after = after }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { after = try json["after"] }
        package func write(_ json: inout JSONWriter) { json.member("after", after) }
    }
    package struct StatePlace: MethodParameters {
        package static let method = "io.waymark.Settings.StatePlace"
        package var place: StatedPlace?
        package init(place: StatedPlace? = nil) { self.place = place }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { place = try json["place"] }
        package func write(_ json: inout JSONWriter) { json.member("place", place) }
    }
    package struct GetStatedPlace: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Settings.GetStatedPlace"
        package struct Reply: JSONStructure {
            package enum Origin: String, JSONWord { case command, configuration, file }
            package var place: StatedPlace?
            package var origin: Origin?
            package var used: Bool
            package init(
                place: StatedPlace? = nil, origin: Origin? = nil, used: Bool
            ) {
                self.place = place; self.origin = origin; self.used = used
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                place = try json["place"]; origin = try json["origin"]; used = try json["used"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("origin", origin); json.member("place", place); json.member("used", used)
            }
        }
        package init() {}
    }
    package struct SwitchServices: MethodParameters {
        package static let method = "io.waymark.Settings.SwitchServices"
        package struct Reply: JSONStructure {
            package var prompt: String?
            package init(prompt: String? = nil) { self.prompt = prompt }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { prompt = try json["prompt"] }
            package func write(_ json: inout JSONWriter) { json.member("prompt", prompt) }
        }
        package var on: Bool
        package var user: Int?
        package var everybody: Bool?
        package var proposed: Bool?
        package init(
            on: Bool, user: Int? = nil, everybody: Bool? = nil, proposed: Bool? = nil
        ) {
            self.on = on; self.user = user; self.everybody = everybody; self.proposed = proposed
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            on = try json["on"]; user = try json["user"]; everybody = try json["everybody"];
            proposed = try json["proposed"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("everybody", everybody); json.member("on", on); json.member("proposed", proposed);
            json.member("user", user)
        }
    }
    package struct GetServices: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Settings.GetServices"
        package struct Reply: JSONStructure {
            package var on: Bool
            package var offForEverybody: Bool
            package var pause: LocationPause?
            package init(
                on: Bool, offForEverybody: Bool, pause: LocationPause? = nil
            ) {
                self.on = on; self.offForEverybody = offForEverybody; self.pause = pause
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                on = try json["on"]; offForEverybody = try json["offForEverybody"]; pause = try json["pause"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("offForEverybody", offForEverybody); json.member("on", on); json.member("pause", pause)
            }
        }
        package init() {}
    }
    package struct Pause: MethodParameters {
        package static let method = "io.waymark.Settings.Pause"
        package struct Reply: JSONStructure {
            package var pause: LocationPause
            package init(pause: LocationPause) { self.pause = pause }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { pause = try json["pause"] }
            package func write(_ json: inout JSONWriter) { json.member("pause", pause) }
        }
        package var until: String?
        package var user: Int?
        package var proposed: Bool?
        package init(
            until: String? = nil, user: Int? = nil, proposed: Bool? = nil
        ) {
            self.until = until; self.user = user; self.proposed = proposed
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            until = try json["until"]; user = try json["user"]; proposed = try json["proposed"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("proposed", proposed); json.member("until", until); json.member("user", user)
        }
    }
    package struct Resume: MethodParameters {
        package static let method = "io.waymark.Settings.Resume"
        package typealias Reply = SwitchServices.Reply
        package var user: Int?
        package var proposed: Bool?
        package init(user: Int? = nil, proposed: Bool? = nil) { self.user = user; self.proposed = proposed }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            user = try json["user"]; proposed = try json["proposed"]
        }
        package func write(_ json: inout JSONWriter) { json.member("proposed", proposed); json.member("user", user) }
    }
    package struct Agent: MethodParameters {
        package static let method = "io.waymark.Settings.Agent"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case session, prompt, promptEnded, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var prompts: [Prompt]?
            package var prompt: Prompt?
            package var ended: String?
            package var why: PromptEnd?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, session: String? = nil, prompts: [Prompt]? = nil,
                prompt: Prompt? = nil, ended: String? = nil, why: PromptEnd? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.prompts = prompts; self.prompt = prompt; self.ended = ended; self.why = why
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                session = try json["session"]; prompts = try json["prompts"]; prompt = try json["prompt"];
                ended = try json["ended"]; why = try json["why"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("ended", ended); json.member("event", event); json.member("prompt", prompt);
                json.member("prompts", prompts); json.member("session", session); json.member("why", why)
            }
        }
        package var locale: String?
        package var refusesOnly: Bool?
        package init(
            locale: String? = nil, refusesOnly: Bool? = nil
        ) {
            self.locale = locale; self.refusesOnly = refusesOnly
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            locale = try json["locale"]; refusesOnly = try json["refusesOnly"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("locale", locale); json.member("refusesOnly", refusesOnly)
        }
    }
    package struct AnswerPrompt: MethodParameters {
        package static let method = "io.waymark.Settings.AnswerPrompt"
        package struct Reply: JSONStructure {
            package var app: App
            package init(app: App) { self.app = app }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json["app"] }
            package func write(_ json: inout JSONWriter) { json.member("app", app) }
        }
        package var session: String
        package var prompt: String
        package var choice: PromptChoice
        package var accuracy: AccuracyAuthorization?
        package init(
            session: String, prompt: String, choice: PromptChoice, accuracy: AccuracyAuthorization? = nil
        ) {
            self.session = session; self.prompt = prompt; self.choice = choice; self.accuracy = accuracy
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; prompt = try json["prompt"]; choice = try json["choice"];
            accuracy = try json["accuracy"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("choice", choice); json.member("prompt", prompt);
            json.member("session", session)
        }
    }
    package struct RegisterManifest: MethodParameters {
        package static let method = "io.waymark.Settings.RegisterManifest"
        package struct Reply: JSONStructure {
            package var app: String
            package var outcome: ManifestOutcome
            package var missingCapabilities: [MissingCapability]
            package init(
                app: String, outcome: ManifestOutcome, missingCapabilities: [MissingCapability]
            ) {
                self.app = app; self.outcome = outcome; self.missingCapabilities = missingCapabilities
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                app = try json["app"]; outcome = try json["outcome"];
                missingCapabilities = try json["missingCapabilities"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("app", app); json.member("missingCapabilities", missingCapabilities);
                json.member("outcome", outcome)
            }
        }
        package var text: String
        package var user: Int?
        package init(text: String, user: Int? = nil) { self.text = text; self.user = user }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            text = try json["text"]; user = try json["user"]
        }
        package func write(_ json: inout JSONWriter) { json.member("text", text); json.member("user", user) }
    }
    package struct WithdrawManifest: MethodParameters {
        package static let method = "io.waymark.Settings.WithdrawManifest"
        package var app: String
        package var user: Int?
        package init(app: String, user: Int? = nil) { self.app = app; self.user = user }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; user = try json["user"]
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("user", user) }
    }
    package struct ListManifests: PagedCall {
        package static let method = "io.waymark.Settings.ListManifests"
        package struct Reply: Page {
            package var elements: [RegisteredManifest] { get { manifests } set { manifests = newValue } }
            package var manifests: [RegisteredManifest]
            package var next: String?
            package init(
                manifests: [RegisteredManifest], next: String? = nil
            ) {
                self.manifests = manifests; self.next = next
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                manifests = try json["manifests"]; next = try json["next"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("manifests", manifests); json.member("next", next)
            }
        }
        package var user: Int?
        package var after: String?
        package init(user: Int? = nil, after: String? = nil) { self.user = user; self.after = after }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            user = try json["user"]; after = try json["after"]
        }
        package func write(_ json: inout JSONWriter) { json.member("after", after); json.member("user", user) }
    }
    package struct ListAccesses: PagedCall {
        package static let method = "io.waymark.Settings.ListAccesses"
        package struct Reply: Page {
            package var elements: [Access] { get { accesses } set { accesses = newValue } }
            package var accesses: [Access]
            package var simulated: Bool
            package var machine: [AccessDay]
            package var next: String?
            package init(
                accesses: [Access], simulated: Bool, machine: [AccessDay], next: String? = nil
            ) {
                self.accesses = accesses; self.simulated = simulated; self.machine = machine; self.next = next
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                accesses = try json["accesses"]; simulated = try json["simulated"]; machine = try json["machine"];
                next = try json["next"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("accesses", accesses); json.member("machine", machine); json.member("next", next);
                json.member("simulated", simulated)
            }
        }
        package var app: String?
        package var limit: Int?
        package var after: String?
        package init(
            app: String? = nil, limit: Int? = nil, after: String? = nil
        ) {
            self.app = app; self.limit = limit; self.after = after
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; limit = try json["limit"]; after = try json["after"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("after", after); json.member("app", app); json.member("limit", limit)
        }
    }
    package struct Rekey: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Settings.Rekey"
        package struct Reply: JSONStructure {
            package var sealed: Int
            package init(sealed: Int) { self.sealed = sealed }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { sealed = try json["sealed"] }
            package func write(_ json: inout JSONWriter) { json.member("sealed", sealed) }
        }
        package init() {}
    }
}

extension SettingsInterface {
    package static let text = #"""
# Settings for the person, and for agents that show questions to them: which apps may know the location.
#
# A caller decides for its own user, root for every user, and a sandboxed program for nobody.
interface io.waymark.Settings

# The effective authorization of an app, as reported to it.
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

# A person's choice; notDetermined means to be asked when the app asks.
type AuthorizationChoice (notDetermined, denied, authorizedWhenInUse, authorizedAlways)

# The person's decision about the app's widgets.
type WidgetGrant (undecided, granted, refused)

# The accuracy an app may know: that of the receivers, or an area some kilometres wide.
type AccuracyAuthorization (full, reduced)

# A limit that keeps an app below the person's choice.
type Limit (
  # The administrator forbids it.
  forbidden,
  # The administrator allows at most when in use.
  whenInUseOnly,
  # The administrator allows at most reduced accuracy.
  reducedAccuracy,
  # Location services are switched off.
  servicesOff
)

# A kind of widget as declared by its provider.
type KindDeclaration (
  # Its name.
  kind: string,
  # Whether its timelines depend on the location.
  wantsLocation: bool
)

# The evidence that a provider is the app it claims to be: its sandbox, its unit, or only its claim.
type Verification (flatpak, snap, systemUnit, userUnit, claimed)

# An app that has registered or is the subject of a decision.
type App (
  # Its identifier.
  app: string,
  # The user it belongs to.
  user: int,
  # The app's name for people, if its manifest is known.
  name: ?string,
  # The effective authorization.
  status: AuthorizationStatus,
  # The person's choice.
  choice: AuthorizationChoice,
  # The decision about its widgets.
  widgets: WidgetGrant,
  # When the choice ends, and the person is to be asked again, RFC 3339 in UTC; absent if it lasts.
  until: ?string,
  # The accuracy that the app may know.
  accuracy: AccuracyAuthorization,
  # Whether its widgets may know the location.
  isAuthorizedForWidgetUpdates: bool,
  # Whether the permission ends when the app is no longer in use.
  isTemporary: bool,
  # Whether the app was told always although the person has yet to confirm it.
  isProvisional: bool,
  # The limits that keep it below the person's choice.
  limits: []Limit,
  # The decisions and limits as text, for a person.
  text: string,
  # The kinds it has registered.
  kinds: []KindDeclaration,
  # Whether the app itself is in use.
  inUse: bool,
  # Whether one of its providers is connected.
  connected: bool,
  # The evidence that the connected provider is this app.
  verification: ?Verification,
  # The evidence for a person, such as "verified by Flatpak", or "not verified" and what program says so.
  verificationText: ?string,
  # The open questions about the app.
  prompts: []string,
  # The services that it monitors.
  monitors: []MonitoredService,
  # The number of regions that it monitors.
  regions: int,
  # The capabilities that its manifest requires and this machine lacks, which hinders nothing.
  missingCapabilities: []MissingCapability
)

# A service that can be monitored.
type MonitoredService (significantChanges, visits)

# A capability: any source of location, positions from satellites, or magnetic headings.
type Capability (locationServices, gps, magnetometer)

# A capability that an app's manifest requires and this machine lacks.
type MissingCapability (
  # The capability.
  capability: Capability,
  # Its name in manifests and what the machine lacks, for a person.
  text: string
)

# The kind of a question to the person.
type Question (
  # Whether the app may know the location while it is in use.
  whenInUse,
  # Whether an app that asks for always may know the location while it is in use.
  always,
  # Whether an app authorized while in use may always know.
  alwaysUpgrade,
  # Whether to confirm a provisional always, when the app first makes use of it.
  provisionalAlways,
  # Whether an app that makes use of always may continue.
  usageReminder,
  # Whether an app keeps a permission that it has not used for long. Without an answer in a week it has to ask again.
  unusedPermission,
  # Whether the app may have full accuracy while it is in use.
  temporaryFullAccuracy,
  # Whether the app's widgets share its authorization.
  widgets,
  # Whether what a program of the person has proposed counts.
  proposal
)

# What counts once the person allows it. Members that are absent stay as they are.
type Proposal (
  # Whether it concerns the app, services that were switched off for all apps, or their pause.
  subject: (app, services, pause),
  # Whether the app may know the location.
  status: ?AuthorizationChoice,
  # Whether it may know until it is no longer in use, and then has to ask.
  once: bool,
  # Whether its widgets share its authorization.
  widgets: ?WidgetGrant,
  # The accuracy that it may know.
  accuracy: ?AccuracyAuthorization,
  # When the person is to be asked again, RFC 3339 in UTC.
  until: ?string
)

# An answer to a question; each question offers two or three.
type Choice (allowWhileUsing, allowOnce, allowAlways, keepWhileUsing, allow, deny)

# An open question.
type Prompt (
  # The identifier of the question for AnswerPrompt.
  prompt: string,
  # The app in question; io.waymark.everything if the question concerns all apps.
  app: string,
  # The user to ask.
  user: int,
  # The app's name for people, which may resemble that of another app.
  name: string,
  # What shows that the program is that app, for a person; absent while no program of the app is connected.
  verificationText: ?string,
  # The kind of question.
  question: Question,
  # The same as text, for a person.
  text: string,
  # The app's purpose for the location, in the agent's language.
  purpose: ?string,
  # The possible answers.
  choices: []Choice,
  # The default accuracy, if the answer may change it.
  accuracy: ?AccuracyAuthorization,
  # The time of the question, RFC 3339 in UTC.
  askedAt: string,
  # What is proposed, if that is the question.
  proposal: ?Proposal,
  # Who claims to be the app, for a person, such as "a program started from your terminal"; absent if it is shown to be it.
  claimant: ?string
)

# The reason why a question is closed.
type PromptEnd (
  # The person answered it, through this or another agent.
  answered,
  # The person decided in the settings.
  decidedInSettings,
  # The app is no longer in use.
  useEnded,
  # An answer would no longer change anything.
  pointless,
  # A newer proposal came in its place.
  replaced,
  # Nobody answered it within an hour; only proposals end so.
  lapsed
)

# A day on which an app got locations. Neither today's nor exact numbers are told: they would tell when the machine moved.
type AccessDay (
  # The day in UTC, as in 2026-01-31.
  day: string,
  # The app.
  app: string,
  # The user of the app.
  user: int,
  # The number of locations, rounded down to 1, 10 or 100.
  atLeast: int
)

# A location given to an app.
type Access (
  # The time, RFC 3339 in UTC.
  date: string,
  # The app.
  app: string,
  # The user of the app.
  user: int,
  # The widget that received it, if any.
  widget: ?string,
  # The request that received it, if any; identifiers of requests rise from the service's start and do not count them.
  # Without either, the app got it through what it monitors.
  request: ?string,
  # The stream that received it, if any. It is on record once for each accuracy.
  session: ?string,
  # The ground of entitlement: its widget in view, its widget recently in view, the app itself in use, the app in use in
  # the background, always, or a click of the person that shared it once with the widget.
  ground: (inView, inUseWindow, appInUse, backgroundSession, always, sharedOnce),
  # Whether the permission was to end with the app's use.
  isTemporary: bool,
  # The accuracy that the app was allowed.
  accuracy: AccuracyAuthorization,
  # The radius of the circle that contained the true position with 68 % probability, if known.
  horizontalAccuracyMeters: ?float,
  # Whether the receiver was trusted; absent without a receiver, and under reduced accuracy.
  trust: ?(trusted, doubtful, contradicted)
)

# Sets the authorization of an app. An absent parameter leaves its setting unchanged. The decision is durable and in
# force once this returns.
method Authorize(
  # The app, which need not be known yet.
  app: string,
  # Whether the app may know the location.
  status: ?AuthorizationChoice,
  # Whether its widgets share its authorization.
  widgets: ?WidgetGrant,
  # The accuracy that the app may know.
  accuracy: ?AccuracyAuthorization,
  # When the person is to be asked again, RFC 3339 in UTC, at most 366 days ahead; only if the app may know the location.
  # A status without it lasts until it is changed.
  until: ?string,
  # The user concerned; the caller if absent.
  user: ?int,
  # Whether to allow it until it is no longer in use, after which it has to ask; instead of a status, an end and a grant to
  # its widgets, which would last.
  once: ?bool,
  # Whether this is only a proposal: what takes away counts at once, and what gives the app more is a question to the
  # person, who is asked by an agent. It replaces an earlier proposal about the app, and ends after an hour, or
  # after its own end.
  proposed: ?bool
) -> (
  # The app after the change.
  app: App,
  # The question that the person has to confirm first.
  prompt: ?string
)

# Removes the decisions about an app, as if the person had never been asked, and the kinds that no widget shows and no
# provider serves.
method Reset(
  # The app; all apps if absent.
  app: ?string,
  # The user concerned; the caller if absent.
  user: ?int
) -> ()

# Removes an uninstalled app: its decisions, its widgets, its registered manifest, and its kinds unless its provider is
# connected. The access log stays.
method Forget(
  # The app.
  app: string,
  # The user who owns the app; the caller if absent.
  user: ?int
) -> ()

# Lists the apps of the caller; for root, those of every user. Call it again with the place that the reply returns.
method ListApps(
  # The place after which the page begins; the first page if absent.
  after: ?string
) -> (
  # The apps, ordered by user and name.
  apps: []App,
  # The place of the next page; absent in the last.
  next: ?string
)

# A place of the machine that its owner stated, for when no receiver has a fix.
type StatedPlace (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that the machine is in; above 0 and at most 1,000,000.
  accuracyMeters: float,
  # Metres above mean sea level.
  altitudeMeters: ?float
)

# States where the machine is, or withdraws what was stated so; only for root.
#
# The place is used when no receiver is configured, and when receivers have searched for a while (After= in [Place] of the
# configuration) without a fix. It takes precedence over a place in the configuration.
method StatePlace(
  # The place; if absent, the earlier statement is withdrawn.
  place: ?StatedPlace
) -> ()

# Returns the stated place; only for root.
method GetStatedPlace() -> (
  # The place, if any.
  place: ?StatedPlace,
  # Where it was stated: in a call, in the configuration, or in the file of GeoClue's static source.
  origin: ?(command, configuration, file),
  # Whether it stands in for a fix now.
  used: bool
)

# Switches location services on or off.
method SwitchServices(
  # Whether to switch them on.
  on: bool,
  # The user whose apps are concerned; the caller if absent.
  user: ?int,
  # Whether to switch them for everybody, which only root may do.
  everybody: ?bool,
  # Whether switching them on is only proposed, and the person is asked by an agent; not for everybody.
  proposed: ?bool
) -> (
  # The question that the person has to confirm first.
  prompt: ?string
)

# Returns whether location services are on for the caller.
method GetServices() -> (
  # Whether they are on.
  on: bool,
  # Whether they are switched off for everybody.
  offForEverybody: bool,
  # The caller's latest pause, if there was one.
  pause: ?LocationPause
)

# A time in which no location is told to the apps and widgets of a user. All dates are RFC 3339 in UTC.
type LocationPause (
  # When it began.
  beganAt: string,
  # When it ends, or was to end. It never lasts longer than its length, although the clock may be set back meanwhile.
  until: string,
  # When it ended; absent while it lasts.
  endedAt: ?string
)

# Pauses the location of all apps of a user: from now on they and their widgets are told nothing, and what happens
# meanwhile is not told later. No authorization changes, except that what was allowed once ends. It is durable and in force
# once this returns, and replaces a pause that lasts.
method Pause(
  # When it ends, RFC 3339 in UTC, at most 31 days ahead; after 31 days if absent.
  until: ?string,
  # The user whose apps are concerned; the caller if absent.
  user: ?int,
  # Whether it is only proposed: a pause that lasts then ends no earlier than before.
  proposed: ?bool
) -> (
  # The pause that lasts now.
  pause: LocationPause
)

# Ends a pause before its time.
method Resume(
  # The user whose apps are concerned; the caller if absent.
  user: ?int,
  # Whether it is only proposed, and the person is asked by an agent.
  proposed: ?bool
) -> (
  # The question that the person has to confirm first.
  prompt: ?string
)

# Opens a stream as an agent. The first reply carries the session and all open questions. Each new question follows, and
# each closed one that this agent did not answer itself. Without more it fails with ExpectedMore.
method Agent(
  # The language of the texts, as in LANG; the manifests' own if absent.
  locale: ?string,
  # Whether nothing can be allowed through this agent, as through a page in a browser. It does not count as one that can
  # ask the person.
  refusesOnly: ?bool
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (session, prompt, promptEnded, keepAlive),
  # The number of older events about the same subjects dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # All open questions, in the first reply.
  prompts: ?[]Prompt,
  # The question to show to the person.
  prompt: ?Prompt,
  # The question that was closed.
  ended: ?string,
  # The reason why it was closed.
  why: ?PromptEnd
)

# Answers a question. The decision is durable and in force once this returns.
method AnswerPrompt(
  # The agent's session.
  session: string,
  # The question.
  prompt: string,
  # One of its choices.
  choice: Choice,
  # The accuracy to allow, if the question offers that choice.
  accuracy: ?AccuracyAuthorization
) -> (
  # The app after the change.
  app: App
)

# Registers a manifest for an app of the caller that has none installed on the machine.
method RegisterManifest(
  # The full text of the manifest file.
  text: string,
  # The user concerned; the caller if absent.
  user: ?int
) -> (
  # The app of the manifest.
  app: string,
  # The outcome; hidden if the machine has a manifest of this app, which takes precedence.
  outcome: (added, replaced, unchanged, hidden),
  # The capabilities that the manifest requires and this machine lacks, which hinders nothing.
  missingCapabilities: []MissingCapability
)

# Removes a registered manifest.
method WithdrawManifest(
  # The app.
  app: string,
  # The user concerned; the caller if absent.
  user: ?int
) -> ()

# A manifest that a user has registered.
type RegisteredManifest (
  # The app.
  app: string,
  # Whether the machine has a manifest of this app, which takes precedence.
  hidden: bool
)

# Lists the manifests that a user has registered, in the order of their apps. Call it again with the place that the reply
# returns.
method ListManifests(
  # The user concerned; the caller if absent.
  user: ?int,
  # The place after which the page begins; the first manifest if absent.
  after: ?string
) -> (
  # The manifests, at most 100.
  manifests: []RegisteredManifest,
  # The place of the next page; absent in the last.
  next: ?string
)

# Lists the locations given to the caller's apps; for root, to every user's apps. Call it again with the place that the
# reply returns.
method ListAccesses(
  # Only the accesses of this app.
  app: ?string,
  # The maximum number of accesses on the page; never more than 100.
  limit: ?int,
  # The place after which the page begins; the newest access if absent.
  after: ?string
) -> (
  # The accesses, newest first. A page may have few or none although others follow.
  accesses: []Access,
  # Whether the service only simulates locations, so that no app got a real one.
  simulated: bool,
  # The days on which apps of the system's users, those below 1000, got locations, such as the relay of a vehicle. They
  # are told to everybody, on the first page, except to whom the accesses themselves are listed.
  machine: []AccessDay,
  # The place of the next page; absent in the last.
  next: ?string
)

# Reseals all stored values with a fresh key. Only root may call it.
method Rekey() -> (
  # The number of resealed values.
  sealed: int
)

# No open stream of this caller has this session.
error UnknownSession (session: string)

# The question does not exist, or this caller may not answer it.
#
# For a person: there is no question '{prompt}' for this user
error UnknownPrompt (prompt: string)

# The question is closed.
#
# For a person: the question is no longer pending: {why.words}
error PromptOver (
  prompt: string,
  # The reason why it is closed.
  why: PromptEnd
)

# The question does not offer this answer.
#
# For a person: the question does not offer '{choice}', only {choices}
error NotAChoice (
  # The answer.
  choice: Choice,
  # The answers it offers.
  choices: []Choice
)

# The manifest has mistakes and was rejected.
#
# For a person: the manifest has mistakes: {mistakes}
error BadManifest (
  # The mistakes, each with its line, for a person.
  mistakes: []string
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

# The user has registered no manifest of this app.
#
# For a person: this user has not registered a manifest of '{app}'
error UnknownManifest (app: string)

# The sealing key could not be changed.
error RekeyFailed (
  # The cause and the remedy, for a person.
  reason: string
)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
}
