package import LocationModel

/// Something that the shell has to do, in the order given.
package enum Effect: Hashable, Sendable {
    /// Make a change durable before any later effect becomes visible to anybody.
    case commit(StateChange)

    /// Answer a call.
    case reply(CallIdentifier, Answer)

    /// Refuse a call.
    case refuse(CallIdentifier, Refusal)

    /// Send an event on a provider's stream.
    case tellProvider(SessionIdentifier, ProviderEvent)

    /// Send an event on a host's stream.
    case tellHost(SessionIdentifier, HostEvent)

    /// Send an event on an app's stream.
    case tellApp(SessionIdentifier, AppEvent)

    /// Send an event on an agent's stream.
    case tellAgent(SessionIdentifier, AgentEvent)

    /// Open the receivers.
    case startReceivers

    /// Close the receivers.
    case stopReceivers

    /// Tell those who follow the receivers that an absent one is tried again at another time.
    case tellRetry(ReceiverIdentifier)

    /// Write a decision to the log and to whoever follows the journal.
    case record(JournalEntry)
}

/// What a call brought about.
package enum Answer: Hashable, Sendable {
    /// It is done, and there is nothing to say.
    case done

    /// The app as it stands after the decision.
    case app(AppSummary)

    /// What became of a manifest that a person brought along.
    case registered(AppCatalogue.Registration)

    /// What became of an app's request.
    case request(RequestOutcome)

    /// The widget that was placed.
    case widget(WidgetIdentifier)

    /// The widgets whose reload was accepted.
    case widgets([WidgetIdentifier])

    /// When the failed request is repeated.
    case retry(after: Duration)
}

/// Why a call is refused.
package enum Refusal: Error, Hashable, Sendable {
    /// The caller may not act for the user concerned.
    case notPermitted

    /// There is no such stream, or it is not the caller's.
    case unknownSession(SessionIdentifier)

    /// There is no such widget, or it is not the caller's.
    case unknownWidget(WidgetIdentifier)

    /// No provider has registered the kind, or the session does not serve it.
    case unknownKind(AppIdentifier, WidgetKind)

    /// The request is not waiting for an answer.
    case requestOver(RequestIdentifier, RequestEnd)

    /// The person has brought along as many manifests as anybody may.
    case tooManyManifests(limit: Int)

    /// The person brought along no manifest of this app.
    case unknownManifest(AppIdentifier)

    /// The app's manifest does not say what it wants the location for.
    case missingPurpose(AppIdentifier, PurposeText)

    /// There is no such question, or it is not for the caller to answer.
    case unknownPrompt(PromptIdentifier)

    /// The question waits for no answer any more.
    case promptOver(PromptIdentifier, PromptEnd)

    /// The question does not have this answer.
    case notAChoice(PromptChoice, PromptQuestion)
}

/// Why a request is not waiting for an answer.
package enum RequestEnd: String, Hashable, Sendable {
    /// It was answered.
    case answered

    /// Its deadline passed.
    case late

    /// Its widget was removed.
    case removed

    /// The session never had it.
    case unknown
}

/// What a provider is told.
package enum ProviderEvent: Hashable, Sendable {
    /// The stream is open; what the app may know is as given.
    case session(Authorization)

    /// A timeline is wanted.
    case reload(ReloadRequest)

    /// What the app may know has changed.
    case authorization(Authorization)
}

/// What an app is told.
package enum AppEvent: Hashable, Sendable {
    /// The stream is open; what the app may know is as given.
    case session(Authorization)

    /// What the app may know has changed.
    case authorization(Authorization)

    /// A question that the app brought about waits for no answer any more.
    case requestEnded(PromptIdentifier, PromptQuestion)
}

/// What an agent is told.
package enum AgentEvent: Hashable, Sendable {
    /// The stream is open, and these questions wait.
    case session([Prompt])

    /// A question to put before the person.
    case prompt(Prompt)

    /// A question that waits for no answer any more.
    case promptEnded(PromptIdentifier, PromptEnd)
}

/// A request for a timeline.
package struct ReloadRequest: Hashable, Sendable {
    /// Names the request in the answer.
    package var request: RequestIdentifier

    /// The widget.
    package var widget: WidgetIdentifier

    /// Its kind.
    package var kind: WidgetKind

    /// Why now.
    package var reason: ReloadReason

    /// When the answer is too late, on the wall clock.
    package var deadline: UTCInstant

    /// Whether the app's widgets may know the location at all.
    package var isAuthorizedForWidgetUpdates: Bool

    /// The location, or why there is none.
    package var location: LocationAnswer
}

/// A location, or why there is none.
package enum LocationAnswer: Hashable, Sendable {
    /// The location and its age.
    case location(Fix, age: Duration)

    /// There is none to give.
    case absent(LocationAbsence)

    /// Whether there is a location.
    package var isLocation: Bool {
        if case .location = self { true } else { false }
    }
}

/// Why no location is given.
package enum LocationAbsence: String, Hashable, Sendable {
    /// The kind does not want one.
    case notWanted

    /// The app's widgets may not know it.
    case unauthorized

    /// They may, but this one was not in view lately.
    case insufficientlyInUse

    /// They may, but there is no fresh fix.
    case locationUnknown
}

/// What a host is told.
package enum HostEvent: Hashable, Sendable {
    /// The stream is open, and these are the widgets.
    case session([WidgetView])

    /// A widget changed.
    case widget(WidgetView)

    /// A widget was removed.
    case removed(WidgetIdentifier)
}

/// A widget as a host shows it.
package struct WidgetView: Hashable, Sendable {
    /// How a widget stands with the location.
    package enum Status: String, Hashable, Sendable {
        /// Its kind does not want a location.
        case ready

        /// It was last made with a location.
        case fix

        /// It has no timeline yet.
        case waiting

        /// It may not know the location.
        case denied

        /// It may, but there was none.
        case unavailable
    }

    /// The widget.
    package var widget: WidgetIdentifier

    /// Its kind.
    package var kind: KindKey

    /// How it stands.
    package var status: Status

    /// What to show now.
    package var entry: TimelineEntry?
}

/// An app as the person sees it in the settings.
package struct AppSummary: Hashable, Sendable {
    /// The app.
    package var app: AppKey

    /// What it may know.
    package var authorization: Authorization

    /// The kinds it registered.
    package var kinds: [WidgetKind: KindDeclaration]

    /// On what ground the provider that connected last passes for it; `nil` where none is connected.
    package var verification: AppVerification?

    /// Whether one of its providers is connected.
    package var isConnected: Bool { verification != nil }

    /// Whether the app itself is in use.
    package var isInUse: Bool

    /// What the person is being asked about it.
    package var prompts: [Prompt]
}
