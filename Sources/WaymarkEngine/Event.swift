package import LocationModel

/// Something that happened and that the engine decides about.
package enum Event: Hashable, Sendable {
    /// A client asks for something and waits for the reply.
    case called(Command, by: Caller, call: CallIdentifier)

    /// A client opened a stream as a provider of the kinds of an app; that it is this app is verified, or its word alone.
    case providerConnected(
        SessionIdentifier,
        app: AppKey,
        kinds: [WidgetKind: KindDeclaration],
        call: CallIdentifier,
        verification: AppVerification = .claimed(.unidentified(.noUnit))
    )

    /// A client opened a stream as a host, for the widgets named or for all it may see.
    case hostConnected(SessionIdentifier, by: Caller, widgets: Set<WidgetIdentifier>?, call: CallIdentifier)

    /// An app opened a stream, and is in use.
    case appConnected(SessionIdentifier, AppKey, by: Caller, call: CallIdentifier)

    /// A client opened a stream as an agent, which puts questions before people.
    case agentConnected(SessionIdentifier, by: Caller, call: CallIdentifier)

    /// A client asks for one location on behalf of an app, and waits for it.
    case locationRequested(LocationRequest, of: AppKey, by: Caller, call: CallIdentifier)

    /// The client whose call waits for its reply has gone.
    case callAbandoned(CallIdentifier)

    /// What apps installed on the machine say about themselves, those with a wrong manifest aside.
    case manifestsInstalled([AppManifest], broken: Set<AppIdentifier>)

    /// A stream ended.
    case disconnected(SessionIdentifier)

    /// A receiver has something to say.
    case receiverReported(ReceiverIdentifier, ReceiverReport)

    /// The owner of the machine changed the settings.
    case settingsChanged(EngineSettings)

    /// The time given by ``Engine/nextDeadline`` has come, or any other time.
    case deadlineReached
}

/// What a client can ask for with one call.
package enum Command: Hashable, Sendable {
    /// To decide about an app.
    case authorize(AppKey, SettingsChange)

    /// To forget what was decided about an app, or about all apps of a user.
    case reset(user: UserIdentifier, app: AppIdentifier?)

    /// To forget an app that is gone, with its kinds and widgets.
    case forget(AppKey)

    /// To take in a manifest that a person brought along.
    case registerManifest(AppManifest, text: String, user: UserIdentifier)

    /// To forget a manifest that a person brought along.
    case withdrawManifest(AppKey)

    /// To switch location services on or off for a user's apps, or for everybody.
    case switchServices(isOn: Bool, user: UserIdentifier?)

    /// To ask the person on behalf of an app.
    case requestAuthorization(SessionIdentifier, AuthorizationRequest)

    /// To take in what the person answered.
    case answerPrompt(
        SessionIdentifier,
        PromptIdentifier,
        PromptChoice,
        accuracy: AccuracyAuthorization?
    )

    /// To count the windows of an app as visible or hidden, for the life of a host's session.
    case setAppVisibility(AppKey, visible: Bool, session: SessionIdentifier)

    /// To place a widget.
    case place(KindKey)

    /// To remove a widget.
    case remove(WidgetIdentifier)

    /// To count a widget as in view or not, for the life of a session or until taken back.
    case setVisibility(WidgetIdentifier, visible: Bool, session: SessionIdentifier?)

    /// To take a timeline in answer to a request.
    case deliverTimeline(SessionIdentifier, RequestIdentifier, Timeline)

    /// To take note that a request cannot be answered.
    case failTimeline(SessionIdentifier, RequestIdentifier, message: String)

    /// To ask a provider's own kinds or widgets to be reloaded.
    case reloadTimelines(SessionIdentifier, kind: WidgetKind?, widget: WidgetIdentifier?)
}
