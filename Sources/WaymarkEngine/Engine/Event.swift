package import LocationModel

package enum Event: Hashable, Codable, Sendable {
    /// A client asks for something and waits for the reply.
    case called(Command, by: Caller, call: CallIdentifier)

    /// A client opened a stream as a provider of an app's kinds; the app is verified or only claimed.
    ///
    /// The other connections of its process count as its widgets' from now on.
    case providerConnected(
        SessionIdentifier,
        app: AppKey,
        kinds: [WidgetKind: KindDeclaration],
        call: CallIdentifier,
        verification: AppVerification = .claimed(.unidentified(.noUnit)),
        process: ProviderProcess? = nil
    )

    /// A client opened a stream as a host, for `widgets` or, with `nil`, for all that it may see; what its surface shows
    /// may always be in view.
    case hostConnected(
        SessionIdentifier,
        by: Caller,
        widgets: Set<WidgetIdentifier>?,
        call: CallIdentifier,
        isAlwaysInView: Bool = false
    )

    /// A host that has not been told of all its widgets can take more.
    case hostIsReady(SessionIdentifier)

    /// An app opened a stream, and is in use.
    case appConnected(SessionIdentifier, AppKey, by: Caller, call: CallIdentifier)

    /// A client opened a stream as a launcher, which starts programs in the person's session, or for root in the system.
    ///
    /// It names the programs that it has started and that still run.
    case launcherConnected(
        SessionIdentifier,
        AppProgram.Manager,
        running: [LaunchedProgram],
        by: Caller,
        call: CallIdentifier
    )

    /// A client opened a stream as an agent, which asks people questions.
    ///
    /// Through one that `refusesOnly` nothing can be allowed.
    case agentConnected(
        SessionIdentifier,
        by: Caller,
        call: CallIdentifier,
        refusesOnly: Bool = false
    )

    /// An app opened a stream of the events that it monitors, and is in use.
    case monitorConnected(SessionIdentifier, AppKey, by: Caller, call: CallIdentifier)

    /// A client asks for one location on behalf of an app, and waits for it.
    case locationRequested(LocationRequest, of: AppKey, by: Caller, call: CallIdentifier)

    /// An app opened a stream of its locations, and is in use.
    case followerConnected(
        SessionIdentifier,
        FollowRequest,
        of: AppKey,
        by: Caller,
        call: CallIdentifier
    )

    /// An app opened a stream of the headings, told after turns of `filterDegrees`, and is in use.
    case headingFollowerConnected(
        SessionIdentifier,
        filterDegrees: Double,
        of: AppKey,
        by: Caller,
        call: CallIdentifier
    )

    /// An app opened a stream of the beacons in range, and is in use.
    case beaconFollowerConnected(
        SessionIdentifier,
        BeaconCondition,
        of: AppKey,
        by: Caller,
        call: CallIdentifier
    )

    /// The program that may listen for beacons opened a stream.
    case beaconFeedConnected(SessionIdentifier, by: Caller, call: CallIdentifier)

    /// An app opened a stream as a service session, and is in use.
    case serviceSessionOpened(
        SessionIdentifier,
        ServiceSessionRequest,
        of: AppKey,
        by: Caller,
        call: CallIdentifier
    )

    /// A host asks what a kind looks like in a gallery, and waits for it.
    case snapshotRequested(
        KindKey,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        by: Caller,
        call: CallIdentifier
    )

    /// A client opened a stream of what becomes of reloads that were asked for.
    case ticketsWatched(SessionIdentifier, Set<TicketIdentifier>, by: Caller, call: CallIdentifier)

    /// A client is about to be told what an app monitors, and that may tell where the machine is.
    case monitoringRead(MonitoringReading, by: AppKey)

    /// The client of a waiting call has disconnected.
    case callAbandoned(CallIdentifier)

    /// The manifests of the apps installed on the machine were read; `broken` lists the apps with an invalid one.
    case manifestsInstalled([AppManifest], broken: Set<AppIdentifier>)
    case disconnected(SessionIdentifier)
    case receiverReported(ReceiverIdentifier, ReceiverReport)
    case timeChanged(TimeChange)
    case settingsChanged(EngineSettings)

    /// The time of ``Engine/nextDeadline``, or any other time, has come.
    case deadlineReached

    /// The call that is answered, or refused, if the event is one or opens a stream.
    var call: CallIdentifier? {
        switch self {
        case .called(_, _, let call), .providerConnected(_, _, _, let call, _, _),
            .hostConnected(_, _, _, let call, _), .appConnected(_, _, _, let call),
            .launcherConnected(_, _, _, _, let call), .agentConnected(_, _, let call, _),
            .monitorConnected(_, _, _, let call), .locationRequested(_, _, _, let call),
            .followerConnected(_, _, _, _, let call), .headingFollowerConnected(_, _, _, _, let call),
            .beaconFollowerConnected(_, _, _, _, let call), .beaconFeedConnected(_, _, let call),
            .serviceSessionOpened(_, _, _, _, let call), .snapshotRequested(_, _, _, _, let call),
            .ticketsWatched(_, _, _, let call):
            call
        case .hostIsReady, .monitoringRead, .callAbandoned, .manifestsInstalled, .disconnected,
            .receiverReported, .timeChanged, .settingsChanged, .deadlineReached:
            nil
        }
    }
}

package enum Command: Hashable, Codable, Sendable {
    case authorize(AppKey, SettingsChange)

    /// Do what takes away, and ask the person about the rest; about all apps under ``AppKey/everyApp(of:)``.
    case propose(Proposal, about: AppKey)

    /// Forget the decisions about an app, or about all apps of a user.
    case reset(user: UserIdentifier, app: AppIdentifier?)

    /// Forget a removed app, with its kinds and widgets.
    case forget(AppKey)

    /// State the machine's place, or, with `nil`, withdraw what was stated so.
    case statePlace(StatedPlace?)

    /// Take into account that the machine may have moved; who may say so, the daemon's configuration says.
    case reportMovement(MovementReason?)
    case registerManifest(AppManifest, text: String, user: UserIdentifier)
    case withdrawManifest(AppKey)

    /// Switch location services on or off for a user's apps, or for everybody.
    case switchServices(isOn: Bool, user: UserIdentifier?)

    /// Tell the apps of a user nothing for a while; without a length, for as long as a pause may last.
    case pause(user: UserIdentifier, Duration?, mayShorten: Bool = true)
    case resume(user: UserIdentifier)
    case requestAuthorization(SessionIdentifier, AuthorizationRequest)

    case answerPrompt(
        SessionIdentifier,
        PromptIdentifier,
        PromptChoice,
        accuracy: AccuracyAuthorization?
    )

    case reportLaunch(SessionIdentifier, LaunchedProgram, LaunchReport)

    /// Mark the windows of an app as visible or hidden, for the life of a host's session.
    case setAppVisibility(AppKey, visible: Bool, session: SessionIdentifier)

    /// Monitor a service for an app, also while the app does not run.
    case startMonitoring(AppKey, MonitoredService)
    case stopMonitoring(AppKey, MonitoredService)
    case acknowledge(AppKey, MonitorEventIdentifier)

    /// Monitor a region for an app, in place of one with the same name.
    case addRegion(RegionName, RegionCondition, assumingInside: Bool?)

    /// Take into account which beacons the program that listens has heard.
    case reportBeacons(SessionIdentifier, BeaconReport)
    case removeRegion(RegionName)

    /// Watch the anchor that the machine lies at, for an app.
    case anchor(AppKey, AnchorCommand)

    /// Place a widget, unless there is one with the key; without a family or configuration, with the kind's own.
    case place(
        KindKey,
        family: WidgetFamily? = nil,
        configuration: ConfigurationValues? = nil,
        key: HostKey? = nil
    )

    /// Change a widget's family, configuration or both.
    case configure(WidgetIdentifier, family: WidgetFamily?, configuration: ConfigurationValues?)
    case remove(WidgetIdentifier)

    /// Mark a widget as in view or not, for the life of a session or, without one, until revoked.
    case setVisibility(WidgetIdentifier, visible: Bool, session: SessionIdentifier?)

    /// Give a widget's next reload the location, because the person clicked on a host's surface that shows it: on that of
    /// a session or, without one, on any of the person's.
    case shareOnce(WidgetIdentifier, exactly: Bool, session: SessionIdentifier?)
    case deliverTimeline(SessionIdentifier, RequestIdentifier, Timeline)

    /// Record that a request cannot be answered.
    case failTimeline(SessionIdentifier, RequestIdentifier, message: String)

    /// Accept a snapshot in answer to a request; with `nil` the provider can make none.
    case deliverSnapshot(SessionIdentifier, RequestIdentifier, content: String?)
    case reloadTimelines(SessionIdentifier, kind: WidgetKind?, widget: WidgetIdentifier?)

    /// Reload an app's widgets, or those of one kind, for a program that is not its provider.
    case push(AppKey, kind: WidgetKind?)
}
