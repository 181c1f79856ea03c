import LocationModel
import Regions
import RouteSimulator
import TestSupport
import WaymarkEngine

// What people and programs do in a run.
extension WiderRun {
    mutating func event(for engine: Engine) -> Event {
        let widgets = engine.savedState.widgets.keys.sorted()
        let widget = widgets.randomElement(using: &random) ?? WidgetIdentifier(1)
        let app = pick(Self.apps)
        if chance(35), let (session, request) = requests.popLast() { return answer(request, session) }
        if chance(60), let (session, request) = snapshots.popLast() {
            let content = pick([nil, #"{"text":"sample"}"#, #"{"text":"sample"}"#])
            return called(.deliverSnapshot(session, request, content: content))
        }
        if chance(70), let program = starts.popLast() {
            if chance(40) { return provider(of: program.app) }
            let report: LaunchReport = pick([
                .started(isOwn: true), .started(isOwn: false), .failed(.notFound, message: "no such unit"),
                .ended(message: "exit status 1"),
            ])
            return called(.reportLaunch(pick(launchers, else: 1), program, report))
        }
        if chance(30), let prompt = engine.prompts(for: .root).randomElement(using: &random) {
            let choice = pick(prompt.question.choices)
            return called(
                .answerPrompt(
                    pick(agents, else: 2),
                    prompt.identifier,
                    choice,
                    accuracy: pick([nil, nil, .full, .reduced])
                )
            )
        }
        switch random.next() % 40 {
        case 0...5:
            return called(
                .setVisibility(widget, visible: chance(65), session: chance(80) ? pick(hosts, else: 3) : nil)
            )
        case 6, 7:
            return called(
                .place(
                    KindKey(app: app, kind: pick([.here, .here, .calendar])),
                    key: pick([nil, HostKey("bar"), HostKey("lock")])
                )
            )
        case 8:
            return chance(30)
                ? called(.remove(widget))
                : called(.configure(widget, family: pick([nil] + WidgetFamily.allCases), configuration: nil))
        case 9, 10:
            return called(
                .reloadTimelines(
                    pick(providers, else: 4),
                    kind: pick([nil, .here, .calendar]),
                    widget: chance(30) ? widget : nil
                )
            )
        case 11: return called(.push(app, kind: pick([nil, .here])))
        case 12: return provider(of: app)
        case 13: return host()
        case 14: return agent()
        case 15: return launcher()
        case 16, 17: return appStream(app)
        case 18, 19: return follower(of: app)
        case 20: return serviceSession(of: app)
        case 21, 22: return locationRequest(of: app)
        case 23: return snapshotRequest(of: app)
        case 24: return disconnection()
        case 25: return settings()
        case 26: return manifests()
        case 27: return authorization(of: app)
        case 28:
            return called(.requestAuthorization(pick(apps, else: 5), pick([.whenInUse, .always, .precise])))
        case 29:
            return called(
                chance(50)
                    ? .startMonitoring(app, pick(MonitoredService.allCases))
                    : .stopMonitoring(app, pick(MonitoredService.allCases))
            )
        case 30, 31: return monitoring(app, engine)
        case 32: return beacons(of: app)
        case 33: return ticketWatcher()
        case 34:
            let place = StatedPlace(
                coordinate: Coordinate.home.offset(
                    eastMeters: eastMeters + pick([0, 2000]),
                    northMeters: northMeters
                ),
                accuracyMeters: pick([20, 1000]),
                origin: .command
            )
            return called(.statePlace(chance(60) ? place : nil), by: chance(90) ? .root : .owner)
        case 35: return timeChange()
        case 36: return chance(50) ? .hostIsReady(pick(hosts, else: 6)) : hostOfMany()
        case 37: return called(.setAppVisibility(app, visible: chance(50), session: pick(hosts, else: 7)))
        case 38:
            return called(
                .switchServices(isOn: chance(75), user: pick([nil, app.user])),
                by: pick([.root, .owner])
            )
        default:
            return chance(50)
                ? called(.reset(user: app.user, app: chance(70) ? app.app : nil))
                : chance(50)
                    ? called(.forget(app)) : .callAbandoned(waitingCalls.popLast() ?? CallIdentifier(1))
        }
    }

    mutating func answer(_ request: RequestIdentifier, _ session: SessionIdentifier) -> Event {
        if chance(12) { return called(.failTimeline(session, request, message: "no network")) }
        let step = pick([60, 400, 1800])
        let dates = (0..<pick([1, 2, 6])).map { now.utc.advanced(by: .seconds(($0 - 1) * step)) }
        let after = now.utc.advanced(by: .seconds(pick([30, 700, 4000])))
        let entries = dates.enumerated().map { index, date in
            TimelineEntry(
                date: date,
                content: #"{"text":"\#(index)"}"#,
                relevance: chance(40)
                    ? Relevance(score: Double(random.next() % 10), duration: pick([.zero, .seconds(90)]))
                    : nil
            )
        }
        guard
            let timeline = try? Timeline(
                entries: entries,
                policy: pick([.never, .atEnd, .atEnd, .after(after)])
            )
        else {
            return .deadlineReached
        }
        return called(.deliverTimeline(session, request, timeline))
    }

    mutating func provider(of app: AppKey) -> Event {
        let kinds: [WidgetKind: KindDeclaration] = [
            .here: .init(wantsLocation: true), .calendar: .init(wantsLocation: chance(10)),
        ]
        let session = open()
        providers = providers.suffix(5) + [session]
        return .providerConnected(session, app: app, kinds: kinds, call: call())
    }

    mutating func host() -> Event {
        let session = open()
        hosts = hosts.suffix(3) + [session]
        return .hostConnected(
            session,
            by: pick([.owner, .owner, .owner, Self.kiosk, .neighbour, Self.sandboxed]),
            widgets: nil,
            call: call(),
            isAlwaysInView: chance(10)
        )
    }

    mutating func hostOfMany() -> Event {
        let session = open()
        let widgets = Set((1...3).map { _ in WidgetIdentifier(random.next() % 12 + 1) })
        hosts = hosts.suffix(3) + [session]
        return .hostConnected(session, by: pick([.owner, .root]), widgets: widgets, call: call())
    }

    mutating func agent() -> Event {
        let session = open()
        agents = agents.suffix(1) + [session]
        return .agentConnected(session, by: pick([.owner, .owner, .root, Self.sandboxed]), call: call())
    }

    mutating func launcher() -> Event {
        let session = open()
        launchers = launchers.suffix(1) + [session]
        let running = chance(30) ? starts.suffix(1) : []
        let isRoot = chance(30)
        return .launcherConnected(
            session,
            isRoot ? .system : .user,
            running: Array(running),
            by: isRoot ? .root : .owner,
            call: call()
        )
    }

    mutating func appStream(_ app: AppKey) -> Event {
        let session = open()
        if chance(40) {
            others.append(session)
            return .monitorConnected(session, app, by: caller(for: app), call: call())
        }
        apps = apps.suffix(3) + [session]
        return .appConnected(session, app, by: caller(for: app), call: call())
    }

    mutating func follower(of app: AppKey) -> Event {
        let session = open()
        others.append(session)
        if chance(20) {
            return .headingFollowerConnected(
                session,
                filterDegrees: pick([0, 1, 20]),
                of: app,
                by: caller(for: app),
                call: call()
            )
        }
        let request = FollowRequest(
            desiredAccuracyMeters: pick([nil, nil, 5, 100, 1000]),
            distanceFilterMeters: pick([nil, nil, 10, 50, 500]),
            minimumInterval: pick([nil, nil, .seconds(1), .seconds(60), .seconds(20)]),
            activity: pick(LocationActivity.allCases),
            accuracy: pick([.full, .full, .reduced]),
            asksWithoutPurpose: chance(20)
        )
        return .followerConnected(session, request, of: app, by: caller(for: app), call: call())
    }

    mutating func serviceSession(of app: AppKey) -> Event {
        let session = open()
        others.append(session)
        let request = ServiceSessionRequest(
            level: pick(ServiceSessionRequest.Level.allCases),
            fullAccuracyPurpose: pick([nil, .radar]),
            isBackground: chance(50)
        )
        return .serviceSessionOpened(session, request, of: app, by: caller(for: app), call: call())
    }

    mutating func locationRequest(of app: AppKey) -> Event {
        let request = LocationRequest(
            desiredAccuracyMeters: pick([nil, nil, 2, 50]),
            maximumAge: .seconds(pick([0, 5, 600])),
            wait: .seconds(pick([0, 1, 10, 300]))
        )
        let call = call()
        waitingCalls = waitingCalls.suffix(3) + [call]
        return .locationRequested(request, of: app, by: caller(for: app), call: call)
    }

    mutating func snapshotRequest(of app: AppKey) -> Event {
        .snapshotRequested(
            KindKey(app: app, kind: pick([.here, .calendar])),
            family: pick([nil, .small, .inline]),
            configuration: pick([nil, ConfigurationValues(["short": .boolean(false)])]),
            by: pick([.owner, .owner, Self.kiosk, .neighbour, Self.sandboxed]),
            call: call()
        )
    }

    mutating func ticketWatcher() -> Event {
        let session = open()
        others.append(session)
        let watched = Set(tickets.suffix(Int(random.next() % 4)))
        return .ticketsWatched(
            session,
            watched,
            by: pick([.owner, .owner, Self.sandboxed, .neighbour]),
            call: call()
        )
    }

    mutating func disconnection() -> Event {
        let lists: [WritableKeyPath<WiderRun, [SessionIdentifier]>] = [
            \.providers, \.hosts, \.agents, \.launchers, \.apps, \.feeds, \.others, \.others, \.apps,
        ]
        let list = pick(lists)
        guard let session = self[keyPath: list].randomElement(using: &random) else { return .deadlineReached }
        self[keyPath: list].removeAll { $0 == session }
        return .disconnected(session)
    }

    mutating func monitoring(_ app: AppKey, _ engine: Engine) -> Event {
        let state = engine.savedState
        var waiting = state.monitorEvents[app]?.values.map(\.identifier) ?? []
        waiting += state.regions.values.filter { $0.name.app == app }.compactMap(\.event?.identifier)
        if chance(50), let event = waiting.sorted().randomElement(using: &random) {
            return called(.acknowledge(app, event))
        }
        guard let monitor = MonitorName("places"), let identifier = RegionIdentifier("w\(random.next() % 5)"),
            let circle = CircleShape(
                center: Coordinate.home.offset(
                    eastMeters: eastMeters + pick([0, 150, 1000]),
                    northMeters: northMeters
                ),
                radiusMeters: pick([30, 200, 2000])
            )
        else { return .deadlineReached }
        let name = RegionName(app: app, monitor: monitor, identifier: identifier)
        if chance(20) { return called(.removeRegion(name)) }
        return called(.addRegion(name, .area(.circle(circle)), assumingInside: pick([nil, true, false])))
    }

    mutating func beacons(of app: AppKey) -> Event {
        if feeds.isEmpty {
            let session = open()
            feeds = [session]
            return .beaconFeedConnected(session, by: chance(90) ? .root : .owner, call: call())
        }
        if chance(25) {
            let session = open()
            others.append(session)
            let condition = pick(BeaconCondition.some)
            return .beaconFollowerConnected(session, condition, of: app, by: caller(for: app), call: call())
        }
        let sightings = BeaconSighting.some.filter { _ in chance(50) }
        return called(
            .reportBeacons(
                pick(feeds, else: 8),
                BeaconReport(
                    isListening: chance(80),
                    problem: pick([nil, nil, "no adapter"]),
                    sightings: sightings
                )
            ),
            by: .root
        )
    }
}
