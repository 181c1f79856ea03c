package import LocationModel

/// The types of `io.waymark.Settings`, whose description says what each means.
package enum SettingsInterface {
    /// A kind of widget, as its provider declared it.
    package typealias KindDeclaration = WidgetsInterface.KindDeclaration

    /// What keeps an app below what the person chose.
    package enum Limit: String, Codable, Hashable, Sendable, CaseIterable {
        /// The administrator forbids it.
        case forbidden

        /// The administrator allows when in use at most.
        case whenInUseOnly

        /// The administrator allows reduced accuracy at most.
        case reducedAccuracy

        /// Location services are switched off.
        case servicesOff
    }

    /// What tells that a provider is the app that it says it is: the sandbox it is in, the unit it runs in,
    /// its word alone.
    package enum Ground: String, Codable, Hashable, Sendable, CaseIterable {
        case flatpak
        case snap
        case systemUnit
        case userUnit
        case claimed
    }

    /// An app that has registered or has been decided about.
    package struct App: Codable, Hashable, Sendable {
        /// Its identifier.
        package var app: String

        /// The user it belongs to.
        package var user: Int

        /// What people call it, where its manifest is known.
        package var name: String?

        /// What holds for it.
        package var status: AuthorizationStatus

        /// What the person chose.
        package var choice: AuthorizationChoice

        /// What was decided about its widgets.
        package var widgets: WidgetGrant

        /// How exactly it may know.
        package var accuracy: AccuracyAuthorization

        /// Whether its widgets may know the location.
        package var isAuthorizedForWidgetUpdates: Bool

        /// Whether it is allowed only until it is not in use any more.
        package var isTemporary: Bool

        /// Whether it is told always, while the person is still to confirm that.
        package var isProvisional: Bool

        /// What keeps it below what the person chose.
        package var limits: [Limit]

        /// All of that in words, for a person.
        package var text: String

        /// The kinds it has registered.
        package var kinds: [KindDeclaration]

        /// Whether the app itself is in use.
        package var inUse: Bool

        /// Whether one of its providers is connected.
        package var connected: Bool

        /// What tells that the connected provider is this app.
        package var ground: Ground?

        /// The same for a person, such as "verified by Flatpak", or "unverified" and what is known of the
        /// program.
        package var groundText: String?

        /// The questions about it that wait for an answer.
        package var prompts: [String]

        /// Creates a value of its members.
        package init(
            app: String,
            user: Int,
            name: String? = nil,
            status: AuthorizationStatus,
            choice: AuthorizationChoice,
            widgets: WidgetGrant,
            accuracy: AccuracyAuthorization,
            isAuthorizedForWidgetUpdates: Bool,
            isTemporary: Bool,
            isProvisional: Bool,
            limits: [Limit],
            text: String,
            kinds: [KindDeclaration],
            inUse: Bool,
            connected: Bool,
            ground: Ground? = nil,
            groundText: String? = nil,
            prompts: [String]
        ) {
            self.app = app
            self.user = user
            self.name = name
            self.status = status
            self.choice = choice
            self.widgets = widgets
            self.accuracy = accuracy
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
            self.isTemporary = isTemporary
            self.isProvisional = isProvisional
            self.limits = limits
            self.text = text
            self.kinds = kinds
            self.inUse = inUse
            self.connected = connected
            self.ground = ground
            self.groundText = groundText
            self.prompts = prompts
        }
    }

    /// What a person is asked.
    package enum Question: String, Codable, Hashable, Sendable, CaseIterable {
        /// Whether the app may know the location while it is in use.
        case whenInUse

        /// The same, of an app that would like to know at any time.
        case always

        /// Whether an app that may know while it is in use may always know.
        case alwaysUpgrade

        /// Whether an app may really always know, now that it matters for the first time.
        case provisionalAlways

        /// Whether an app that makes use of always may go on doing so.
        case usageReminder

        /// Whether the app may know exactly while it is in use.
        case temporaryFullAccuracy

        /// Whether the app's widgets share its authorization.
        case widgets
    }

    /// What a person can answer; a question has two or three of these.
    package enum Choice: String, Codable, Hashable, Sendable, CaseIterable {
        case allowWhileUsing
        case allowOnce
        case allowAlways
        case keepWhileUsing
        case allow
        case deny
    }

    /// A question that waits for an answer.
    package struct Prompt: Codable, Hashable, Sendable {
        /// Names it in the answer.
        package var prompt: String

        /// The app that it is about.
        package var app: String

        /// The user who is asked.
        package var user: Int

        /// What people call the app.
        package var name: String

        /// What is asked.
        package var question: Question

        /// The same in words, for a person.
        package var text: String

        /// What the app says it wants the location for, in the language of the agent.
        package var purpose: String?

        /// What can be answered.
        package var choices: [Choice]

        /// How exactly the app would know, where the answer may say otherwise.
        package var accuracy: AccuracyAuthorization?

        /// When it was asked, RFC 3339 in UTC.
        package var askedAt: String

        /// Creates a value of its members.
        package init(
            prompt: String,
            app: String,
            user: Int,
            name: String,
            question: Question,
            text: String,
            purpose: String? = nil,
            choices: [Choice],
            accuracy: AccuracyAuthorization? = nil,
            askedAt: String
        ) {
            self.prompt = prompt
            self.app = app
            self.user = user
            self.name = name
            self.question = question
            self.text = text
            self.purpose = purpose
            self.choices = choices
            self.accuracy = accuracy
            self.askedAt = askedAt
        }
    }

    /// Why a question waits for no answer any more.
    package enum PromptEnd: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person answered it, through this or another agent.
        case answered

        /// The person decided in the settings.
        case decidedInSettings

        /// The app is not in use any more.
        case useEnded

        /// An answer would not change anything any more.
        case pointless
    }

    /// One location that was given to an app.
    package struct Access: Codable, Hashable, Sendable {
        package enum Ground: String, Codable, Hashable, Sendable, CaseIterable {
            case inView
            case inUseWindow
            case appInUse
            case always
        }

        /// When, RFC 3339 in UTC.
        package var date: String

        /// The app.
        package var app: String

        /// Its user.
        package var user: Int

        /// The widget that it was given for.
        package var widget: String?

        /// What entitled the app: its widget in view, or lately so; the app itself in use; or always.
        package var ground: Ground

        /// Whether it was allowed only until it was not in use any more.
        package var isTemporary: Bool

        /// How exactly it was allowed to know.
        package var accuracy: AccuracyAuthorization

        /// Radius of the circle that held the truth with 68 % probability, where one was known.
        package var horizontalAccuracyMeters: Double?

        /// Creates a value of its members.
        package init(
            date: String,
            app: String,
            user: Int,
            widget: String? = nil,
            ground: Ground,
            isTemporary: Bool,
            accuracy: AccuracyAuthorization,
            horizontalAccuracyMeters: Double? = nil
        ) {
            self.date = date
            self.app = app
            self.user = user
            self.widget = widget
            self.ground = ground
            self.isTemporary = isTemporary
            self.accuracy = accuracy
            self.horizontalAccuracyMeters = horizontalAccuracyMeters
        }
    }
}
