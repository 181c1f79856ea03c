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
