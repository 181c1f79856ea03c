import LocationModel
import StateStore
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and streams of io.waymark.Settings; those about manifests are in Manifests.swift.
extension Daemon {
    func authorize(_ request: Request<SettingsInterface.Authorize>) throws(ServiceRefusal) -> Command {
        let app = try request.appKey(request.app, of: request.user)
        try require(app.app != .reservedForEveryApp, "app")
        var change = SettingsChange(
            status: request.status,
            widgets: request.widgets,
            accuracy: request.accuracy,
            length: try length(until: request.until, atMost: SettingsChange.longest)
        )
        let mayKnow: Set<AuthorizationChoice?> = [nil, .authorizedWhenInUse, .authorizedAlways]
        try require(request.until == nil || mayKnow.contains(request.status), "until")
        change.isOnce = request.once ?? false
        // A grant for widgets would stay.
        let lasts = request.status != nil || request.until != nil || request.widgets == .granted
        try require(!change.isOnce || !lasts, "once")
        let isProposed = request.proposed ?? false
        return isProposed ? .propose(.authorize(change), about: app) : .authorize(app, change)
    }

    func reset(_ request: Request<SettingsInterface.Reset>) throws(ServiceRefusal) -> Command {
        let app = try parsed(request.app, as: "app", AppIdentifier.init)
        return .reset(user: try request.userOrCaller(request.user), app: app)
    }

    func forget(_ request: Request<SettingsInterface.Forget>) throws(ServiceRefusal) -> Command {
        .forget(try request.appKey(request.app, of: request.user))
    }

    func switchServices(_ request: Request<SettingsInterface.SwitchServices>) throws(ServiceRefusal)
        -> Command
    {
        let isForEverybody = request.everybody ?? false
        try require(!isForEverybody || request.user == nil, "user")
        let user = isForEverybody ? nil : try request.userOrCaller(request.user)
        if request.on, request.proposed ?? false {
            guard let user else { throw .invalidParameter(parameter: "proposed") }
            return .propose(.switchOn, about: .everyApp(of: user))
        }
        return .switchServices(isOn: request.on, user: user)
    }

    func statePlace(_ request: Request<SettingsInterface.StatePlace>) throws(ServiceRefusal) -> Command {
        var place: StatedPlace?
        if let stated = request.place {
            guard let coordinate = stated.coordinate, stated.accuracyMeters > 0,
                stated.accuracyMeters <= StatedPlace.largestAccuracyMeters,
                stated.altitudeMeters.map({ abs($0) <= 1e6 }) ?? true
            else { throw .invalidParameter(parameter: "place") }
            place = StatedPlace(
                coordinate: coordinate,
                accuracyMeters: stated.accuracyMeters,
                altitudeMeters: stated.altitudeMeters,
                origin: .command
            )
        }
        return .statePlace(place)
    }

    func getStatedPlace(_ request: Request<SettingsInterface.GetStatedPlace>) throws(ServiceRefusal)
        -> SettingsInterface.GetStatedPlace.Reply
    {
        guard request.caller.mayDecideFor(.root) else { throw .permissionDenied }
        let place = engine.statedPlace
        return .init(
            place: place.map {
                .init(
                    latitudeDegrees: $0.coordinate.latitudeDegrees,
                    longitudeDegrees: $0.coordinate.longitudeDegrees,
                    accuracyMeters: $0.accuracyMeters,
                    altitudeMeters: $0.altitudeMeters
                )
            },
            origin: place.flatMap { .init(rawValue: $0.origin.rawValue) },
            used: engine.statedPlaceIsUsed
        )
    }

    func getServices(_ request: Request<SettingsInterface.GetServices>) throws(ServiceRefusal)
        -> SettingsInterface.GetServices.Reply
    {
        try request.requireInquirer()
        let services = engine.services
        return .init(
            on: !services.isOff(for: request.caller.user),
            offForEverybody: services.isOffForEverybody,
            pause: engine.latestPause(of: request.caller.user).map { .init($0) }
        )
    }

    func pause(_ request: Request<SettingsInterface.Pause>) throws(ServiceRefusal) -> Command {
        let length = try length(until: request.until, atMost: WaymarkEngine.LocationPause.longest)
        let user = try request.userOrCaller(request.user)
        return .pause(user: user, length, mayShorten: !(request.proposed ?? false))
    }

    func resume(_ request: Request<SettingsInterface.Resume>) throws(ServiceRefusal) -> Command {
        let user = try request.userOrCaller(request.user)
        let isProposed = request.proposed ?? false
        return isProposed ? .propose(.resume, about: .everyApp(of: user)) : .resume(user: user)
    }

    /// Returns the time until the date that a client gave as the parameter `until`.
    private func length(until text: String?, atMost limit: Duration) throws(ServiceRefusal) -> Duration? {
        guard let date = try parsed(text, as: "until", UTCInstant.init) else { return nil }
        let length = now.utc.duration(to: date)
        try require(length > .zero && length <= limit, "until")
        return length
    }

    func listApps(_ request: Request<SettingsInterface.ListApps>) throws(ServiceRefusal)
        -> SettingsInterface.ListApps.Reply
    {
        try request.requireInquirer()
        let last: AppKey? = try pagePlace(request.after)
        let apps = engine.apps(visibleTo: request.caller, after: last, limit: Self.listPage)
        return .init(
            apps: apps.map { description(of: $0) },
            next: apps.count < Self.listPage ? nil : apps.last?.app.plainText
        )
    }

    func listAccesses(_ request: Request<SettingsInterface.ListAccesses>) throws(ServiceRefusal)
        -> SettingsInterface.ListAccesses.Reply
    {
        try request.requireInquirer()
        try require(request.limit ?? 0 >= 0, "limit")
        let app = try parsed(request.app, as: "app", AppIdentifier.init)
        let last: Item<Item<UserIdentifier, AccessNumber>, UTCInstant>? = try pagePlace(request.after)
        let page = engine.accesses(
            visibleTo: request.caller,
            of: app,
            after: last.map {
                AccessPlace(user: $0.owner.owner, number: $0.owner.name.rawValue, date: $0.name)
            },
            limit: min(request.limit ?? Self.listPage, Self.listPage)
        )
        return .init(
            accesses: page.records.map { .init($0) },
            simulated: receivers.simulated != nil,
            machine: request.after == nil
                ? engine.machineDays(hiddenFrom: request.caller, of: app).map { .init($0) } : [],
            next: page.next.map { Item($0.date, of: Item(AccessNumber($0.number), of: $0.user)).plainText }
        )
    }

    func rekey(_ request: Request<SettingsInterface.Rekey>) throws(ServiceRefusal)
        -> SettingsInterface.Rekey.Reply
    {
        guard request.caller.mayDecideFor(.root) else { throw .permissionDenied }
        let rekeyed: StateStore.Rekeyed
        do {
            rekeyed = try store.rekey()
        } catch {
            log.error("the change of the sealing key is not complete: \(error)")
            throw .rekeyFailed(reason: "\(error)")
        }
        log.notice("sealed \(rekeyed.count) values with a fresh key")
        if let remains = rekeyed.remains {
            log.warning("values under the old key may be left in free space of the files: \(remains)")
        }
        return .init(sealed: rekeyed.count)
    }

    static let listPage = 100

    /// Returns an app as shown to the person, with the name from its manifest.
    func description(of app: AppSummary) -> SettingsInterface.App {
        .init(
            app,
            name: engine.manifest(of: app.app)?.name.plain,
            missing: engine.missingCapabilities(of: app.app)
        )
    }

    /// The longest accepted locale name, longer than any real one.
    private static let localeLimit = 64

    func openAgent(_ request: Request<SettingsInterface.Agent>) throws(ServiceRefusal) {
        let locale = try checkedLocale(request.locale)
        try open(.agent(refusesOnly: request.refusesOnly ?? false), for: request, locale: locale)
    }

    /// Returns a locale that a client gave as the parameter `locale`.
    func checkedLocale(_ locale: String?) throws(ServiceRefusal) -> String? {
        try require(locale?.utf8.count ?? 0 <= Self.localeLimit, "locale")
        return locale
    }

    func answerPrompt(_ request: Request<SettingsInterface.AnswerPrompt>) throws(ServiceRefusal) -> Command {
        .answerPrompt(
            try parsed(request.session, as: "session", SessionIdentifier.init),
            try parsed(request.prompt, as: "prompt", PromptIdentifier.init),
            request.choice,
            accuracy: request.accuracy
        )
    }

    /// Sends a question to an agent, in the agent's language.
    func send(_ event: AgentEvent, to session: SessionIdentifier) {
        typealias Event = SettingsInterface.Agent.Reply
        guard let stream = openedStream(of: session) else { return }
        switch event {
        case .session(let prompts):
            let prompts = prompts.map { description(of: $0, in: stream.locale) }
            stream.send(Event(event: .session, session: "\(session)", prompts: prompts), about: .session)
        case .prompt(let prompt):
            let described = description(of: prompt, in: stream.locale)
            stream.send(Event(event: .prompt, prompt: described), about: .prompt(prompt.identifier))
        case .promptEnded(let prompt, let end):
            let event = Event(event: .promptEnded, ended: prompt.description, why: end)
            stream.send(event, about: .prompt(prompt))
        }
    }

    /// Returns a question with the texts of the app's manifest, in the reader's language.
    private func description(of prompt: Prompt, in locale: String?) -> SettingsInterface.Prompt {
        let manifest = engine.manifest(of: prompt.app)
        let name = manifest?.name.text(for: locale) ?? prompt.app.app.rawValue
        let authorization = engine.authorization(of: prompt.app)
        let leavesAccuracy =
            prompt.question.offersAccuracy && !authorization.limits.contains(.reducedAccuracy)
        return SettingsInterface.Prompt(
            prompt: prompt.identifier.description,
            app: prompt.app.app.rawValue,
            user: Int(prompt.app.user.rawValue),
            name: name,
            verificationText: clients.verification(of: prompt.app)?.text,
            question: .init(prompt.question),
            text: prompt.question.text(about: name),
            purpose: manifest?.purpose(of: prompt.question)?.text(for: locale),
            choices: prompt.question.choices,
            accuracy: leavesAccuracy ? prompt.suggestedAccuracy ?? authorization.accuracy : nil,
            askedAt: prompt.askedAt.utc.description,
            proposal: .init(prompt),
            claimant: clients.verification(of: prompt.app)?.claimant
        )
    }
}

extension LocationInterface.Question {
    init(_ question: PromptQuestion) {
        switch question {
        case .whenInUse: self = .whenInUse
        case .always: self = .always
        case .alwaysUpgrade: self = .alwaysUpgrade
        case .provisionalAlways: self = .provisionalAlways
        case .usageReminder: self = .usageReminder
        case .unusedPermission: self = .unusedPermission
        case .temporaryFullAccuracy: self = .temporaryFullAccuracy
        case .widgets: self = .widgets
        case .proposal: self = .proposal
        }
    }
}

extension SettingsInterface.Proposal {
    fileprivate init?(_ prompt: Prompt) {
        switch prompt.proposal {
        case .authorize(let change)?:
            self.init(
                subject: .app,
                status: change.status,
                once: change.isOnce,
                widgets: change.widgets,
                accuracy: change.accuracy,
                until: prompt.proposedEnd.map { "\($0)" }
            )
        case .switchOn?: self.init(subject: .services, once: false)
        case .resume?: self.init(subject: .pause, once: false)
        case nil: return nil
        }
    }
}

extension SettingsInterface.MissingCapability {
    init(_ missing: MissingCapability) {
        self.init(capability: .init(missing.capability), text: missing.text)
    }
}

extension SettingsInterface.App {
    private static let limits: KeyValuePairs<SettingsInterface.Limit, AuthorizationLimits> = [
        .forbidden: .forbidden, .whenInUseOnly: .whenInUseOnly, .reducedAccuracy: .reducedAccuracy,
        .servicesOff: .servicesOff,
    ]

    init(_ app: AppSummary, name: String?, missing: [MissingCapability]) {
        let authorization = app.authorization
        self.init(
            app: app.app.app.rawValue,
            user: Int(app.app.user.rawValue),
            name: name,
            status: authorization.status,
            choice: authorization.grant.status,
            widgets: authorization.grant.widgets,
            until: authorization.grant.span.map { "\($0.until)" },
            accuracy: authorization.accuracy,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates,
            isTemporary: authorization.isTemporary,
            isProvisional: authorization.grant.isProvisional,
            limits: Self.limits.filter { authorization.limits.contains($0.value) }.map(\.key),
            text: authorization.text,
            kinds: app.kinds.sorted { $0.key < $1.key }.map {
                .init(kind: $0.key.rawValue, wantsLocation: $0.value.wantsLocation)
            },
            inUse: app.isInUse,
            connected: app.isConnected,
            verification: app.verification.map { .init($0) },
            verificationText: app.verification?.text,
            prompts: app.prompts.map(\.identifier.description),
            monitors: app.monitors,
            regions: app.regionCount,
            missingCapabilities: missing.map { .init($0) }
        )
    }
}

extension SettingsInterface.LocationPause {
    init(_ pause: WaymarkEngine.LocationPause) {
        self.init(
            beganAt: "\(pause.beganAt)",
            until: "\(pause.until)",
            endedAt: pause.endedAt.map { "\($0)" }
        )
    }
}

extension SettingsInterface.Verification {
    init(_ verification: AppVerification) {
        switch verification {
        case .verified(.flatpak): self = .flatpak
        case .verified(.snap): self = .snap
        case .verified(.systemUnit): self = .systemUnit
        case .verified(.userUnit): self = .userUnit
        case .verified(.unidentified), .claimed: self = .claimed
        }
    }
}

extension SettingsInterface.AccessDay {
    fileprivate init(_ day: AccessDay) {
        self.init(
            day: String(day.start.description.prefix(10)),
            app: day.app.app.rawValue,
            user: Int(day.app.user.rawValue),
            atLeast: day.atLeast
        )
    }
}

extension SettingsInterface.Access {
    init(_ record: AccessRecord) {
        self.init(
            date: record.date.description,
            app: record.app.app.rawValue,
            user: Int(record.app.user.rawValue),
            widget: record.consumer?.widget?.description,
            request: record.consumer?.request?.description,
            session: record.consumer?.follower?.description,
            ground: record.ground,
            isTemporary: record.wasTemporary,
            accuracy: record.accuracy,
            horizontalAccuracyMeters: record.horizontal68Meters,
            trust: record.trust
        )
    }
}
