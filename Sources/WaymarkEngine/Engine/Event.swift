package import LocationModel
package import Regions

package enum Event: Hashable, Codable, Sendable {
    /// A client asks for something and waits for the reply.
    case called(Command, by: Caller, call: CallIdentifier)
    case opened(SessionIdentifier, ClientStream, by: Caller, call: CallIdentifier)

    /// A host that has not been told of all its widgets can take more.
    case hostIsReady(SessionIdentifier)

    /// A client asks for one location on behalf of an app, and waits for it.
    case locationRequested(LocationRequest, of: AppKey, by: Caller, call: CallIdentifier)

    /// A host asks what a kind looks like in a gallery, and waits for it.
    case snapshotRequested(
        KindKey,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        by: Caller,
        call: CallIdentifier
    )

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

    /// The call that waits for an answer to the event, if any.
    var call: CallIdentifier? {
        switch self {
        case .called(_, _, let call), .opened(_, _, _, let call), .locationRequested(_, _, _, let call),
            .snapshotRequested(_, _, _, _, let call):
            call
        default: nil
        }
    }
}

/// The purpose of a client's stream; what an app opens keeps it in use.
package enum ClientStream: Hashable, Codable, Sendable {
    /// To make the timelines of an app's kinds; the app is verified or only claimed.
    ///
    /// The other connections of its process count as its widgets' from now on.
    case provider(
        AppKey,
        kinds: [WidgetKind: KindDeclaration],
        verification: AppVerification = .claimed(.unidentified(.noUnit)),
        process: ProviderProcess? = nil
    )

    /// To show `widgets` or, with `nil`, all that the client may see, on a surface that may always be in view.
    case host(widgets: Set<WidgetIdentifier>?, isAlwaysInView: Bool = false)

    /// To start programs in the person's session, or for root in the system; `running` are those that still run.
    case launcher(AppProgram.Manager, running: [LaunchedProgram])

    /// To ask people questions; through one that `refusesOnly` nothing can be allowed.
    case agent(refusesOnly: Bool = false)

    /// To be told of the app's authorization, and to ask for it.
    case app(AppKey)

    /// To be told the events that the app monitors.
    case monitor(AppKey)
    case follower(Followed, of: AppKey)

    /// To tell the beacons that are heard.
    case beaconFeed
    case serviceSession(ServiceSessionRequest, of: AppKey)

    /// To be told what becomes of reloads that were asked for.
    case tickets(Set<TicketIdentifier>)
}

package enum Command: Hashable, Codable, Sendable {
    case authorize(AppKey, SettingsChange)

    /// Apply at once what only takes away, and ask the person about the rest; ``AppKey/everyApp(of:)`` is for
    /// all apps.
    case propose(Proposal, about: AppKey)

    /// Forget the decisions about an app, or about all apps of a user.
    case reset(user: UserIdentifier, app: AppIdentifier?)

    /// Forget a removed app, with its kinds and widgets.
    case forget(AppKey)

    /// State the machine's place or, with `nil`, withdraw it.
    case statePlace(StatedPlace?)

    /// Look whether the machine has moved; the daemon's configuration says who may ask for that.
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

    case listMonitoring(AppKey)
    case listRegions(AppKey, after: RegionNumber?)

    /// Record the beacons that the listening program has heard.
    case reportBeacons(SessionIdentifier, BeaconReport)
    case removeRegion(RegionName)

    /// Drop, set, raise or silence the anchor that an app watches.
    case anchor(AppKey, AnchorCommand)

    /// Place a widget, unless there is one with the key; without a family or configuration, with the kind's own.
    case place(
        KindKey,
        family: WidgetFamily? = nil,
        configuration: ConfigurationValues? = nil,
        key: HostKey? = nil
    )

    case configure(WidgetIdentifier, family: WidgetFamily?, configuration: ConfigurationValues?)
    case remove(WidgetIdentifier)

    /// Mark a widget as in view or not, for the life of a session or, without one, until revoked.
    case setVisibility(WidgetIdentifier, visible: Bool, session: SessionIdentifier?)

    /// Give a widget's next reload the location, because the person clicked on it in the host of `session`
    /// or, without one, in any of the person's hosts.
    case shareOnce(WidgetIdentifier, exactly: Bool, session: SessionIdentifier?)
    case deliverTimeline(SessionIdentifier, RequestIdentifier, Timeline)

    /// Record that a request cannot be answered.
    case failTimeline(SessionIdentifier, RequestIdentifier, message: String)

    /// Accept a snapshot in answer to a request; with `nil` the provider can make none.
    case deliverSnapshot(SessionIdentifier, RequestIdentifier, content: String?)
    case reloadTimelines(SessionIdentifier, kind: WidgetKind?, widget: WidgetIdentifier?)

    /// Reload an app's widgets, or those of one kind, for a program that is not its provider.
    case push(AppKey, kind: WidgetKind?)

    /// The user for whom the command decides, as only that user and root may; `nil` if it decides for nobody.
    var owner: UserIdentifier? {
        switch self {
        case .authorize(let app, _), .propose(_, let app), .forget(let app), .withdrawManifest(let app):
            app.user
        case .reset(let user, _), .registerManifest(_, _, let user), .pause(let user, _, _),
            .resume(let user):
            user
        case .switchServices(_, let user): user ?? .root
        case .statePlace: .root
        default: nil
        }
    }

    /// The app that the command acts for, as only its user, its own sandbox and root may; `nil` if it acts for none, or its
    /// component admits the caller, of whom it asks more.
    var actingApp: AppKey? {
        switch self {
        case .stopMonitoring(let app, _), .listMonitoring(let app), .listRegions(let app, _),
            .acknowledge(let app, _):
            app
        case .removeRegion(let region): region.app
        default: nil
        }
    }
}
