package import LocationModel
import Regions
package import WaymarkEngine

package struct EngineStep {
    package var moment: Moment
    package var event: Event
}

/// A reproducible sequence of events, some of them sensible and some not.
///
/// The choices depend on what the engine knows, so that answers meet requests; the events themselves are plain
/// values and can be replayed.
package struct RandomRun<Source: RandomNumberGenerator> {
    var random: Source
    package private(set) var now: Moment
    var calls: UInt64 = 0
    var lastSession: UInt64 = 0
    var openSessions: [SessionIdentifier] = []
    var appSessions: [SessionIdentifier] = []
    var agentSessions: [SessionIdentifier] = []
    var hasManifests = false
    var requests: [(SessionIdentifier, RequestIdentifier)] = []
    private var launchers: [SessionIdentifier] = []
    private var programs: [LaunchedProgram] = []
    private var tickets: [TicketIdentifier] = []
    private var locationCalls: [CallIdentifier] = []
    private var beaconFeeds: [SessionIdentifier] = []
    private var eastMeters = 0.0
    private let setsWallClock: Bool

    /// Whether every third event is about an authorization, so that what seldom comes together does.
    private let decides: Bool

    /// Whether some events are odd: values at their limits, several users, clocks that are set to any time.
    private let isOdd: Bool

    package init(
        _ random: Source,
        at now: Moment,
        setsWallClock: Bool = true,
        decides: Bool = false,
        isOdd: Bool = false
    ) {
        self.random = random
        self.now = now
        self.setsWallClock = setsWallClock
        self.decides = decides
        self.isOdd = isOdd
    }

    var precise: AuthorizationRequest { .temporaryFullAccuracy(purpose: .radar) }

    mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    /// Returns the next event, which comes before or after the engine's next deadline as it happens.
    package mutating func next(for engine: Engine) -> EngineStep {
        if isOdd, chance(30) {
            now = oddMoment(for: engine)
            return EngineStep(moment: now, event: chance(50) ? oddEvent(for: engine) : event(for: engine))
        }
        if let deadline = engine.nextDeadline, deadline > now.instant, chance(40) {
            now = now.advanced(by: now.instant.duration(to: deadline))
            return EngineStep(moment: now, event: .deadlineReached)
        }
        let pauses: [Duration] = [
            .zero, .zero, .nanoseconds(1), .seconds(1), .seconds(1), .seconds(7), .seconds(30), .seconds(300),
            .seconds(900), .seconds(5000),
        ]
        now = now.advanced(by: pick(pauses))
        if setsWallClock, chance(3) {
            now.utc = now.utc.advanced(by: .seconds(Int(random.next() % 200_000_000) - 100_000_000))
        }
        return EngineStep(moment: now, event: event(for: engine))
    }

    /// Takes note of what the engine did, so that later events can refer to it.
    package mutating func note(_ effects: [Effect]) {
        for case .tellProvider(let session, .reload(let request)) in effects {
            requests.append((session, request.request))
        }
        if requests.count > 40 { requests.removeFirst(20) }
        for case .tellLauncher(_, .start(let program, _)) in effects { programs.append(program) }
        programs = programs.suffix(4)
        for case .reply(_, .reloads(let asked)) in effects { tickets += asked.map(\.ticket) }
        tickets = tickets.suffix(8)
    }

    private mutating func event(for engine: Engine) -> Event {
        if decides, chance(35) { return decision(for: engine) }
        let dice = random.next() % 100
        if dice < 28 { return fix() }
        if dice < 34 { return connect(engine) }
        if dice < 40 { return locationCall() }
        if dice < 43, let session = openSessions.randomElement(using: &random) {
            openSessions.removeAll { $0 == session }
            return .disconnected(session)
        }
        if chance(hasManifests ? 1 : 20) {
            hasManifests = chance(90)
            return .manifestsInstalled(hasManifests ? runManifests : [], broken: [])
        }
        if dice < 44 {
            var settings = EngineSettings.ofRandomRuns
            settings.inUseWindow = .seconds(pick([60, 900]))
            settings.minimumReloadInterval = .seconds(pick([60, 300]))
            settings.receiversIdleAfter = .seconds(pick([5, 30]))
            settings.policy = pick([.none, .none] + RandomPolicy.allCases).policy
            return .settingsChanged(settings)
        }
        calls += 1
        let caller = chance(10) ? pick([Caller.neighbour, .root]) : .owner
        return .called(command(engine), by: caller, call: CallIdentifier(calls))
    }

    /// Calls for a location, or gives up a call that may have been answered.
    private mutating func locationCall() -> Event {
        if chance(20), let call = locationCalls.randomElement(using: &random) { return .callAbandoned(call) }
        calls += 1
        locationCalls = locationCalls.suffix(4) + [CallIdentifier(calls)]
        let request = LocationRequest(
            desiredAccuracyMeters: pick([nil, nil, 1, 20]),
            maximumAge: .seconds(pick([0, 5, 600])),
            wait: .seconds(pick([1, 10, 300]))
        )
        let caller = chance(10) ? Caller.neighbour : .owner
        let app: AppKey = pick([.weather, .tides])
        return .locationRequested(request, of: app, by: caller, call: CallIdentifier(calls))
    }

    private mutating func fix() -> Event {
        switch random.next() % 20 {
        case 0: eastMeters = 0
        case 1: eastMeters += 3000
        case 2: return .receiverReported(ReceiverIdentifier(0), .state(receiverState()))
        case 3:
            guard let heading = Heading(trueDegrees: Double(random.next() % 360)) else { break }
            return .receiverReported(ReceiverIdentifier(0), .heading(heading, observedAt: now.instant))
        default: eastMeters += Double(random.next() % 60)
        }
        var fix = Fix(
            time: now.utc,
            coordinate: Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0),
            mode: .threeDimensional,
            quality: .autonomous
        )
        fix.accuracy = FixAccuracy(horizontal68Meters: 3, horizontal95Meters: 5, source: .standardDeviations)
        let receiver = ReceiverIdentifier(chance(10) ? 1 : 0)
        return .receiverReported(receiver, .epoch(.fix(fix), observedAt: now.instant))
    }

    private mutating func receiverState() -> ReceiverState {
        pick([.acquiring(.noPosition), .fixed, .lost(.silent(for: .seconds(5)), lastFixAt: now.instant)])
    }

    private mutating func connect(_ engine: Engine) -> Event {
        lastSession += 1
        calls += 1
        let session = SessionIdentifier(lastSession)
        openSessions.append(session)
        let call = CallIdentifier(calls)
        if chance(30) {
            appSessions.append(session)
            return .opened(session, .app(pick([.weather, .weather, .tides])), by: .owner, call: call)
        }
        if chance(12) {
            launchers.append(session)
            let running = chance(20) ? programs.suffix(1) : []
            return .opened(session, .launcher(.user, running: Array(running)), by: .owner, call: call)
        }
        if chance(12) {
            return .opened(session, .monitor(pick([.weather, .weather, .tides])), by: .owner, call: call)
        }
        if chance(40), !tickets.isEmpty {
            let watched = Set((0..<3).compactMap { _ in tickets.randomElement(using: &random) })
            return .opened(session, .tickets(watched), by: chance(90) ? .owner : .neighbour, call: call)
        }
        if chance(8) {
            beaconFeeds.append(session)
            return .opened(session, .beaconFeed, by: .root, call: call)
        }
        if chance(6) {
            let app: AppKey = pick([.weather, .weather, .tides])
            let beacons = pick(BeaconCondition.some)
            return .opened(session, .follower(.beacons(beacons), of: app), by: .owner, call: call)
        }
        if chance(6) {
            let app: AppKey = pick([.weather, .weather, .tides])
            if chance(20) {
                let heading = Followed.heading(filterDegrees: 1)
                return .opened(session, .follower(heading, of: app), by: .owner, call: call)
            }
            let request = FollowRequest(
                desiredAccuracyMeters: pick([nil, nil, 100]),
                distanceFilterMeters: pick([nil, nil, 50, 500]),
                minimumInterval: pick([nil, nil, .seconds(1), .seconds(60)]),
                activity: pick([.other, .fitness, .airborne])
            )
            return .opened(session, .follower(.location(request), of: app), by: .owner, call: call)
        }
        if chance(20) {
            agentSessions.append(session)
            return .opened(session, .agent(), by: chance(20) ? .neighbour : .owner, call: call)
        }
        guard chance(60) else {
            let all = Set(engine.savedState.widgets.keys.sorted().prefix(2))
            return .opened(
                session,
                .host(widgets: chance(50) ? nil : all, isAlwaysInView: chance(20)),
                by: chance(20) ? .neighbour : .owner,
                call: call
            )
        }
        let both: [WidgetKind: KindDeclaration] = [
            .here: .init(wantsLocation: !chance(10)), .calendar: .init(wantsLocation: false),
        ]
        let kinds = chance(50) ? both : both.filter { $0.key == .here }
        let app: AppKey = pick([.weather, .weather, .tides])
        return .opened(session, .provider(app, kinds: kinds), by: .owner, call: call)
    }

    /// Adds or removes one of a few regions around the places where the run goes.
    private mutating func regionCommand(_ app: AppKey) -> Command {
        let east = Double.random(in: -2000...2000, using: &random)
        let center = Coordinate.home.offset(eastMeters: east, northMeters: 0)
        guard let monitor = MonitorName("places"),
            let identifier = RegionIdentifier("r\(Int.random(in: 0..<6, using: &random))"),
            let circle = CircleShape(center: center, radiusMeters: pick([50.0, 300, 3000]))
        else { preconditionFailure("these are names and a circle") }
        let name = RegionName(app: app, monitor: monitor, identifier: identifier)
        guard chance(80) else { return .removeRegion(name) }
        if chance(30) {
            let beacons = pick(BeaconCondition.some)
            return .addRegion(name, .beacons(beacons), assumingInside: pick([nil, true, false]))
        }
        if chance(80) {
            return .addRegion(name, .area(.circle(circle)), assumingInside: pick([nil, true, false]))
        }
        let ring = [(0.0, 0.0), (500, 0), (500, 500), (0, 0)].map {
            center.offset(eastMeters: $0.0, northMeters: $0.1)
        }
        guard let polygon = PolygonShape(polygons: [[ring]]) else { preconditionFailure("it is closed") }
        return .addRegion(name, .area(.polygons(polygon)), assumingInside: nil)
    }

    mutating func command(_ engine: Engine) -> Command {
        // One number too high now and then: a widget that is not there.
        let known = engine.savedState.widgets.keys.sorted()
        let widget = known.randomElement(using: &random) ?? WidgetIdentifier(999)
        let session = openSessions.randomElement(using: &random) ?? SessionIdentifier(999)
        let app: AppKey = pick([.weather, .weather, .tides])
        if chance(6), let program = programs.randomElement(using: &random) {
            let report: LaunchReport = pick([
                .started(isOwn: true), .started(isOwn: true), .started(isOwn: false),
                .failed(.notFound, message: "no such unit"), .ended(message: ""),
            ])
            return .reportLaunch(pickSession(of: launchers) ?? session, program, report)
        }
        if !beaconFeeds.isEmpty, chance(15) {
            let sightings = BeaconSighting.some.filter { _ in chance(40) }
            let feed = pickSession(of: beaconFeeds) ?? session
            let isListening = chance(85)
            let problem = chance(10) ? "Bluetooth is switched off" : nil
            return .reportBeacons(
                feed,
                BeaconReport(isListening: isListening, problem: problem, sightings: sightings)
            )
        }
        switch random.next() % 22 {
        case 21: return .reportMovement(pick([nil, MovementReason("motion")]))
        case 19: return regionCommand(app)
        case 20:
            let waiting = engine.savedState.regions.values.compactMap(\.event?.identifier).sorted()
            return .acknowledge(app, waiting.randomElement(using: &random) ?? MonitorEventIdentifier(7))
        case 16, 17:
            let service = pick(MonitoredService.allCases)
            return chance(85) ? .startMonitoring(app, service) : .stopMonitoring(app, service)
        case 18:
            let waiting = engine.savedState.monitorEvents[app]?.values.map(\.identifier).sorted() ?? []
            return .acknowledge(app, waiting.randomElement(using: &random) ?? MonitorEventIdentifier(7))
        case 12:
            let asking = pickSession(of: appSessions) ?? session
            return .requestAuthorization(asking, pick([.whenInUse, .always, precise, precise]))
        case 13, 14:
            guard let prompt = engine.prompts(for: .root).randomElement(using: &random) else {
                guard chance(80) else {
                    return chance(50) ? .reset(user: app.user, app: app.app) : .forget(app)
                }
                let asking = pickSession(of: appSessions) ?? session
                return .requestAuthorization(asking, pick([.always, .whenInUse]))
            }
            return .answerPrompt(
                pickSession(of: agentSessions) ?? session,
                prompt.identifier,
                pick(chance(90) ? prompt.question.choices : PromptChoice.allCases),
                accuracy: pick([nil, .full, .reduced])
            )
        case 15:
            return chance(50)
                ? .setAppVisibility(app, visible: chance(50), session: session)
                : .switchServices(isOn: chance(80), user: chance(50) ? app.user : nil)
        case 0:
            let change = SettingsChange(
                status: pick(AuthorizationChoice.allCases + [.authorizedWhenInUse, .authorizedWhenInUse]),
                widgets: pick([nil, .granted, .granted, .granted, .refused]),
                accuracy: pick([nil, nil, .full, .reduced])
            )
            return .authorize(app, change)
        case 1 where known.count < 12:
            let kind = KindKey(app: app, kind: pick([.here, .here, .calendar]))
            return .place(kind, key: pick([nil, nil, HostKey("bar")]))
        case 2 where chance(20): return .remove(widget)
        case 2 where chance(50):
            let family: WidgetFamily? = pick([nil, .small, .medium, .inline])
            let short = ConfigurationValues(["short": .boolean(true)])
            let configuration = pick([nil, ConfigurationValues(), short])
            return .configure(widget, family: family, configuration: configuration)
        case 3 where !decides && !isOdd && chance(40):
            return .shareOnce(widget, exactly: chance(40), session: nil)
        case 3, 4, 5:
            return .setVisibility(widget, visible: chance(55), session: chance(60) ? session : nil)
        case 6 where chance(85):
            if chance(40) { return .push(app, kind: pick([nil, nil, .here, .calendar])) }
            // Whoever was asked for a timeline lately serves widgets.
            let provider = requests.suffix(4).randomElement(using: &random)?.0 ?? session
            return .reloadTimelines(provider, kind: nil, widget: chance(20) ? widget : nil)
        case 7:
            guard let (session, request) = requests.randomElement(using: &random) else {
                return .remove(widget)
            }
            return .failTimeline(session, request, message: "no network")
        default:
            guard let (session, request) = requests.suffix(4).randomElement(using: &random) else {
                return .place(KindKey(app: .weather, kind: .here))
            }
            return .deliverTimeline(session, request, timeline())
        }
    }

    /// Returns one of the sessions that is still open, as a rule.
    mutating func pickSession(of sessions: [SessionIdentifier]) -> SessionIdentifier? {
        chance(90) ? sessions.filter { openSessions.contains($0) }.randomElement(using: &random) : nil
    }

    func timeline(at dates: [UTCInstant], policy: ReloadPolicy) -> Timeline {
        let entries = dates.enumerated().map {
            TimelineEntry(date: $0.element, content: #"{"text":"\#($0.offset)"}"#)
        }
        guard let timeline = try? Timeline(entries: entries, policy: policy) else {
            preconditionFailure("there are entries")
        }
        return timeline
    }

    private mutating func timeline() -> Timeline {
        let dates = (0..<pick([1, 2, 5])).map { now.utc.advanced(by: .seconds($0 * 400)) }
        let after = now.utc.advanced(by: .seconds(pick([-1000, 10, 1000, 100_000])))
        return timeline(at: dates, policy: pick([.never, .atEnd, .after(after)]))
    }
}
