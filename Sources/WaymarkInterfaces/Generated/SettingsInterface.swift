// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
public import Varlink

/// Settings for the person, and for agents that show questions to them: which apps may know the location.
///
/// A caller decides for its own user, root for every user, and a sandboxed program for nobody.
public enum SettingsInterface: NamedInterface {
    package static let name = "io.waymark.Settings"
    package typealias AuthorizationStatus = LocationInterface.AuthorizationStatus
    package typealias AuthorizationChoice = LocationModel.AuthorizationChoice
    package typealias WidgetGrant = LocationInterface.WidgetGrant
    package typealias AccuracyAuthorization = LocationInterface.AccuracyAuthorization
    package enum Limit: String, JSONWord { case forbidden, whenInUseOnly, reducedAccuracy, servicesOff }
    package struct KindDeclaration: JSONStructure {
        package var kind: String
        package var wantsLocation: Bool
        package init(kind: String, wantsLocation: Bool) { self.kind = kind; self.wantsLocation = wantsLocation }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            kind = try json.required("kind"); wantsLocation = try json.required("wantsLocation")
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
            app = try json.required("app"); user = try json.required("user"); name = try json.optional("name");
            status = try json.required("status"); choice = try json.required("choice");
            widgets = try json.required("widgets"); until = try json.optional("until");
            accuracy = try json.required("accuracy");
            isAuthorizedForWidgetUpdates = try json.required("isAuthorizedForWidgetUpdates");
            isTemporary = try json.required("isTemporary"); isProvisional = try json.required("isProvisional");
            limits = try json.required("limits"); text = try json.required("text"); kinds = try json.required("kinds");
            inUse = try json.required("inUse"); connected = try json.required("connected");
            verification = try json.optional("verification"); verificationText = try json.optional("verificationText");
            prompts = try json.required("prompts"); monitors = try json.required("monitors");
            regions = try json.required("regions"); missingCapabilities = try json.required("missingCapabilities")
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
    package typealias MonitoredService = InspectInterface.MonitoredService
    package struct MissingCapability: JSONStructure {
        package enum Capability: String, JSONWord { case locationServices, gps, magnetometer }
        package var capability: Capability
        package var text: String
        package init(capability: Capability, text: String) { self.capability = capability; self.text = text }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            capability = try json.required("capability"); text = try json.required("text")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("capability", capability); json.member("text", text)
        }
    }
    package typealias Question = LocationInterface.Question
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
            subject = try json.required("subject"); status = try json.optional("status");
            once = try json.required("once"); widgets = try json.optional("widgets");
            accuracy = try json.optional("accuracy"); until = try json.optional("until")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("once", once); json.member("status", status);
            json.member("subject", subject); json.member("until", until); json.member("widgets", widgets)
        }
    }
    package typealias Choice = LocationModel.PromptChoice
    package struct Prompt: JSONStructure {
        package var prompt: String
        package var app: String
        package var user: Int
        package var name: String
        package var verificationText: String?
        package var question: Question
        package var text: String
        package var purpose: String?
        package var choices: [Choice]
        package var accuracy: AccuracyAuthorization?
        package var askedAt: String
        package var proposal: Proposal?
        package var claimant: String?
        package init(
            prompt: String, app: String, user: Int, name: String, verificationText: String? = nil, question: Question,
            text: String, purpose: String? = nil, choices: [Choice], accuracy: AccuracyAuthorization? = nil,
            askedAt: String, proposal: Proposal? = nil, claimant: String? = nil
        ) {
            self.prompt = prompt; self.app = app; self.user = user; self.name = name;
            self.verificationText = verificationText; self.question = question; self.text = text; self.purpose = purpose;
            self.choices = choices; self.accuracy = accuracy; self.askedAt = askedAt; self.proposal = proposal;
            self.claimant = claimant
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            prompt = try json.required("prompt"); app = try json.required("app"); user = try json.required("user");
            name = try json.required("name"); verificationText = try json.optional("verificationText");
            question = try json.required("question"); text = try json.required("text");
            purpose = try json.optional("purpose"); choices = try json.required("choices");
            accuracy = try json.optional("accuracy"); askedAt = try json.required("askedAt");
            proposal = try json.optional("proposal"); claimant = try json.optional("claimant")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("app", app); json.member("askedAt", askedAt);
            json.member("choices", choices); json.member("claimant", claimant); json.member("name", name);
            json.member("prompt", prompt); json.member("proposal", proposal); json.member("purpose", purpose);
            json.member("question", question); json.member("text", text); json.member("user", user);
            json.member("verificationText", verificationText)
        }
    }
    /// The reason why a question is closed.
    @nonexhaustive public enum PromptEnd: String, JSONWord, Hashable, Sendable, CaseIterable {
        /// The person answered it, through this or another agent.
        case answered
        /// The person decided in the settings.
        case decidedInSettings
        /// The app is no longer in use.
        case useEnded
        /// An answer would no longer change anything.
        case pointless
        /// A newer proposal came in its place.
        case replaced
        /// Nobody answered it within an hour; only proposals end so.
        case lapsed
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
            day = try json.required("day"); app = try json.required("app"); user = try json.required("user");
            atLeast = try json.required("atLeast")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("atLeast", atLeast); json.member("day", day); json.member("user", user)
        }
    }
    package struct Access: JSONStructure {
        package typealias Ground = LocationModel.Ground
        package typealias Trust = LocationModel.Trust
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
            date = try json.required("date"); app = try json.required("app"); user = try json.required("user");
            widget = try json.optional("widget"); request = try json.optional("request");
            session = try json.optional("session"); ground = try json.required("ground");
            isTemporary = try json.required("isTemporary"); accuracy = try json.required("accuracy");
            horizontalAccuracyMeters = try json.optional("horizontalAccuracyMeters"); trust = try json.optional("trust")
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
            latitudeDegrees = try json.required("latitudeDegrees");
            longitudeDegrees = try json.required("longitudeDegrees");
            accuracyMeters = try json.required("accuracyMeters"); altitudeMeters = try json.optional("altitudeMeters")
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
            beganAt = try json.required("beganAt"); until = try json.required("until");
            endedAt = try json.optional("endedAt")
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
            app = try json.required("app"); hidden = try json.required("hidden")
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
                app = try json.required("app"); prompt = try json.optional("prompt")
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
            app = try json.required("app"); status = try json.optional("status"); widgets = try json.optional("widgets");
            accuracy = try json.optional("accuracy"); until = try json.optional("until");
            user = try json.optional("user"); once = try json.optional("once"); proposed = try json.optional("proposed")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("app", app); json.member("once", once);
            json.member("proposed", proposed); json.member("status", status); json.member("until", until);
            json.member("user", user); json.member("widgets", widgets)
        }
    }
    package struct Reset: MethodParameters {
        package static let method = "io.waymark.Settings.Reset"
        package typealias Reply = EmptyReply
        package var app: String?
        package var user: Int?
        package init(app: String? = nil, user: Int? = nil) { self.app = app; self.user = user }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.optional("app"); user = try json.optional("user")
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("user", user) }
    }
    package struct Forget: MethodParameters {
        package static let method = "io.waymark.Settings.Forget"
        package typealias Reply = EmptyReply
        package var app: String
        package var user: Int?
        package init(app: String, user: Int? = nil) { self.app = app; self.user = user }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); user = try json.optional("user")
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
                apps = try json.required("apps"); next = try json.optional("next")
            }
            package func write(_ json: inout JSONWriter) { json.member("apps", apps); json.member("next", next) }
        }
        package var after: String?
        package init(after: String? = nil) { self.after = after }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { after = try json.optional("after") }
        package func write(_ json: inout JSONWriter) { json.member("after", after) }
    }
    package struct StatePlace: MethodParameters {
        package static let method = "io.waymark.Settings.StatePlace"
        package typealias Reply = EmptyReply
        package var place: StatedPlace?
        package init(place: StatedPlace? = nil) { self.place = place }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { place = try json.optional("place") }
        package func write(_ json: inout JSONWriter) { json.member("place", place) }
    }
    package struct GetStatedPlace: MethodParameters {
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
                place = try json.optional("place"); origin = try json.optional("origin");
                used = try json.required("used")
            }
            package func write(_ json: inout JSONWriter) {
                json.member("origin", origin); json.member("place", place); json.member("used", used)
            }
        }
        package init() {}
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {}
        package func write(_ json: inout JSONWriter) {}
    }
    package struct SwitchServices: MethodParameters {
        package static let method = "io.waymark.Settings.SwitchServices"
        package struct Reply: JSONStructure {
            package var prompt: String?
            package init(prompt: String? = nil) { self.prompt = prompt }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { prompt = try json.optional("prompt") }
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
            on = try json.required("on"); user = try json.optional("user"); everybody = try json.optional("everybody");
            proposed = try json.optional("proposed")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("everybody", everybody); json.member("on", on); json.member("proposed", proposed);
            json.member("user", user)
        }
    }
    package struct GetServices: MethodParameters {
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
                on = try json.required("on"); offForEverybody = try json.required("offForEverybody");
                pause = try json.optional("pause")
            }
            package func write(_ json: inout JSONWriter) {
                json.member("offForEverybody", offForEverybody); json.member("on", on); json.member("pause", pause)
            }
        }
        package init() {}
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {}
        package func write(_ json: inout JSONWriter) {}
    }
    package struct Pause: MethodParameters {
        package static let method = "io.waymark.Settings.Pause"
        package struct Reply: JSONStructure {
            package var pause: LocationPause
            package init(pause: LocationPause) { self.pause = pause }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { pause = try json.required("pause") }
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
            until = try json.optional("until"); user = try json.optional("user");
            proposed = try json.optional("proposed")
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
            user = try json.optional("user"); proposed = try json.optional("proposed")
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
                sequence = try json.required("sequence"); event = try json.required("event");
                dropped = try json.optional("dropped"); session = try json.optional("session");
                prompts = try json.optional("prompts"); prompt = try json.optional("prompt");
                ended = try json.optional("ended"); why = try json.optional("why")
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
            locale = try json.optional("locale"); refusesOnly = try json.optional("refusesOnly")
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
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json.required("app") }
            package func write(_ json: inout JSONWriter) { json.member("app", app) }
        }
        package var session: String
        package var prompt: String
        package var choice: Choice
        package var accuracy: AccuracyAuthorization?
        package init(
            session: String, prompt: String, choice: Choice, accuracy: AccuracyAuthorization? = nil
        ) {
            self.session = session; self.prompt = prompt; self.choice = choice; self.accuracy = accuracy
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); prompt = try json.required("prompt");
            choice = try json.required("choice"); accuracy = try json.optional("accuracy")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("choice", choice); json.member("prompt", prompt);
            json.member("session", session)
        }
    }
    package struct RegisterManifest: MethodParameters {
        package static let method = "io.waymark.Settings.RegisterManifest"
        package struct Reply: JSONStructure {
            package enum Outcome: String, JSONWord { case added, replaced, unchanged, hidden }
            package var app: String
            package var outcome: Outcome
            package var missingCapabilities: [MissingCapability]
            package init(
                app: String, outcome: Outcome, missingCapabilities: [MissingCapability]
            ) {
                self.app = app; self.outcome = outcome; self.missingCapabilities = missingCapabilities
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                app = try json.required("app"); outcome = try json.required("outcome");
                missingCapabilities = try json.required("missingCapabilities")
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
            text = try json.required("text"); user = try json.optional("user")
        }
        package func write(_ json: inout JSONWriter) { json.member("text", text); json.member("user", user) }
    }
    package struct WithdrawManifest: MethodParameters {
        package static let method = "io.waymark.Settings.WithdrawManifest"
        package typealias Reply = EmptyReply
        package var app: String
        package var user: Int?
        package init(app: String, user: Int? = nil) { self.app = app; self.user = user }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); user = try json.optional("user")
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
                manifests = try json.required("manifests"); next = try json.optional("next")
            }
            package func write(_ json: inout JSONWriter) {
                json.member("manifests", manifests); json.member("next", next)
            }
        }
        package var user: Int?
        package var after: String?
        package init(user: Int? = nil, after: String? = nil) { self.user = user; self.after = after }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            user = try json.optional("user"); after = try json.optional("after")
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
                accesses = try json.required("accesses"); simulated = try json.required("simulated");
                machine = try json.required("machine"); next = try json.optional("next")
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
            app = try json.optional("app"); limit = try json.optional("limit"); after = try json.optional("after")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("after", after); json.member("app", app); json.member("limit", limit)
        }
    }
    package struct Rekey: MethodParameters {
        package static let method = "io.waymark.Settings.Rekey"
        package struct Reply: JSONStructure {
            package var sealed: Int
            package init(sealed: Int) { self.sealed = sealed }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { sealed = try json.required("sealed") }
            package func write(_ json: inout JSONWriter) { json.member("sealed", sealed) }
        }
        package init() {}
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {}
        package func write(_ json: inout JSONWriter) {}
    }
}
