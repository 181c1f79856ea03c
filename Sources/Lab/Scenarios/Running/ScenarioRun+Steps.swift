import LocationModel
import WaymarkEngine

extension ScenarioRun {
    /// Connects the person's agent and host, providers and apps, as after the start of the daemon.
    mutating func connectEverybody() {
        work -= script.apps.count
        send(.manifestsInstalled(script.apps.compactMap(\.manifest), broken: []))
        agent = open { .opened($0, .agent(), by: Self.caller, call: $1) }
        host = open { .opened($0, .host(widgets: nil), by: Self.caller, call: $1) }
        dashboard = nil
        if !script.beacons.isEmpty {
            radio.feed = nextSession
            _ = open { .opened($0, .beaconFeed, by: Self.radioCaller, call: $1) }
        }
        connectLauncher()
        for app in programs.indices {
            if programs[app].isProviderRunning { connectProvider(of: app) }
            if programs[app].isOpen { openApp(app) }
        }
        if !isLocked { setVisible(inView.sorted(), true) }
        setAlwaysInView(alwaysInView.sorted(), true)
    }

    mutating func perform(_ step: ScenarioScript.Step) {
        guard isAlive || step.action.happensWithoutDaemon else {
            return fail(step, "the daemon does not run; it was killed and not restarted")
        }
        do throws(Refusal) { try perform(step.action, of: step) } catch {
            fail(step, "the service refused: \(words(error))")
        }
    }

    private mutating func perform(_ action: ScenarioAction, of step: ScenarioScript.Step) throws(Refusal) {
        switch action {
        case .ask(let command): _ = try ask(command)
        case .monitor(let app, let command):
            programs[app].isMonitoring = true
            _ = try ask(command)
        case .tell(let event): send(event)
        case .answer(let choice, let accuracy):
            guard let prompt = simulation.engine.prompts(for: Self.caller).first else {
                return fail(step, "no question waits for an answer")
            }
            _ = try ask(.answerPrompt(agent, prompt.identifier, choice, accuracy: accuracy))
        case .open(let app): startApp(app, step)
        case .close(let app): endApp(app, step)
        case .request(let app, let request):
            guard let session = session(of: app, step) else { return }
            _ = try ask(.requestAuthorization(session, request))
        case .locate(let app):
            send(
                .locationRequested(LocationRequest(), of: script.apps[app].key, by: Self.caller, call: call())
            )
        case .follow(let app, let followed): follow(app, followed, step)
        case .unfollow(let app):
            guard !programs[app].followers.isEmpty else { return fail(step, "the app follows nothing") }
            unfollow(app)
        case .add(let widget, let app, let kind):
            // Placing asks for the first timeline, so the widget has to be known by then.
            widgets[widget] = WidgetIdentifier(simulation.engine.savedState.nextWidgetNumber)
            _ = try ask(.place(KindKey(app: script.apps[app].key, kind: kind)))
        case .remove(let removed): try remove(removed)
        case .show(let shown, let span): show(shown, for: span)
        case .showAlways(let shown): setAlwaysInView(shown, true)
        case .click(let widget, let exactly):
            guard let identifier = widgets[widget] else { return fail(step, "the widget does not exist") }
            _ = try ask(.shareOnce(identifier, exactly: exactly, session: nil))
        case .hide(let hidden): hide(hidden)
        case .lock(let isLocked): setLocked(isLocked)
        case .provider(let app, let behaviour): programs[app].behaviour = behaviour
        case .runProvider(let app, let runs): setProvider(of: app, running: runs)
        case .reload(let app, let widget): try reload(app, widget, step)
        case .push(let app, let kind): note(try ask(.push(script.apps[app].key, kind: kind)))
        case .program(let app, let behaviour): programs[app].start = behaviour
        case .endProgram(let app):
            guard programs[app].launched != nil else { return fail(step, "the program does not run") }
            endProgram(of: app, "exit-code 1")
        case .bluetooth(let isOn):
            radio.turn(isOn, at: now.instant)
            listen()
        case .receiver(let index, let fault): report(bench.set(fault, of: index, at: now))
        case .setClock(let span):
            clockOffset += span
            simulation.skip(to: moment(now.instant))
            if isAlive { send(.timeChanged(.clock)) }
        case .compass(let receiver, let degrees):
            bench.turn(receiver, to: degrees.flatMap { Heading(trueDegrees: $0, origin: .measured) })
        case .suspend(let span):
            simulation.skip(to: moment(now.instant.advanced(by: span)))
            send(.deadlineReached)
        case .kill: kill()
        case .restart:
            if isAlive { kill() }
            restart()
        case .expect(let expectation): expect(expectation, of: step)
        case .reportMovement(let reason): _ = try ask(.reportMovement(reason), as: Caller(user: .root))
        case .move, .end: break
        }
    }

    // MARK: Apps

    private mutating func startApp(_ app: Int, _ step: ScenarioScript.Step) {
        guard !programs[app].isOpen else { return fail(step, "the app runs already") }
        programs[app].isOpen = true
        openApp(app)
    }

    private mutating func openApp(_ app: Int) {
        let key = script.apps[app].key
        programs[app].app = open { .opened($0, .app(key), by: Self.caller, call: $1) }
    }

    private mutating func endApp(_ app: Int, _ step: ScenarioScript.Step) {
        programs[app].isOpen = false
        guard let session = programs[app].app else { return fail(step, "the app does not run") }
        programs[app].app = nil
        unfollow(app)
        send(.disconnected(session))
    }

    /// Returns the session of an app, without which the step fails.
    private mutating func session(of app: Int, _ step: ScenarioScript.Step) -> SessionIdentifier? {
        if programs[app].app == nil {
            fail(step, "the app does not run; write 'open \(script.apps[app].name)' before")
        }
        return programs[app].app
    }

    private mutating func follow(_ app: Int, _ followed: Followed, _ step: ScenarioScript.Step) {
        guard session(of: app, step) != nil else { return }
        let key = script.apps[app].key
        let follower = open { .opened($0, .follower(followed, of: key), by: Self.caller, call: $1) }
        programs[app].followers.append(follower)
    }

    private mutating func unfollow(_ app: Int) {
        let followers = programs[app].followers
        programs[app].followers = []
        for session in followers { send(.disconnected(session)) }
    }

    // MARK: Providers

    mutating func connectProvider(of app: Int) {
        let (key, kinds) = (script.apps[app].key, script.apps[app].kinds)
        guard !kinds.isEmpty else { return }
        // The provider is known before the requests that connecting causes are answered.
        programs[app].provider = nextSession
        _ = open { .opened($0, .provider(key, kinds: kinds), by: Self.caller, call: $1) }
    }

    private mutating func setProvider(of app: Int, running: Bool) {
        programs[app].isProviderRunning = running
        if running, programs[app].provider == nil { connectProvider(of: app) }
        if !running, let session = programs[app].provider {
            programs[app].provider = nil
            send(.disconnected(session))
        }
    }

    private mutating func reload(_ app: Int, _ widget: Int?, _ step: ScenarioScript.Step) throws(Refusal) {
        guard let session = programs[app].provider else { return fail(step, "the provider does not run") }
        let identifier = widget.flatMap { widgets[$0] }
        // Without a widget, it would be about all.
        guard widget == nil || identifier != nil else { return fail(step, "the widget does not exist") }
        note(try ask(.reloadTimelines(session, kind: nil, widget: identifier)))
    }

    // MARK: Widgets

    private mutating func remove(_ removed: [Int]) throws(Refusal) {
        for widget in removed {
            guard let identifier = widgets[widget] else { continue }
            inView.remove(widget)
            alwaysInView.remove(widget)
            _ = try ask(.remove(identifier))
            widgets[widget] = nil
        }
    }

    private mutating func show(_ shown: [Int], for span: Duration?) {
        hides.removeAll { shown.contains($0.widget) }
        setVisible(shown, true)
        guard let span else { return }
        hides += shown.map { (now.instant.advanced(by: span), $0) }
    }

    private mutating func hide(_ hidden: [Int]) {
        hides.removeAll { hidden.contains($0.widget) }
        setVisible(hidden, false)
        setAlwaysInView(alwaysInView.intersection(hidden).sorted(), false)
    }

    private mutating func setLocked(_ isLocked: Bool) {
        guard isLocked != self.isLocked else { return }
        let affected = inView
        if isLocked {
            setVisible(affected.sorted(), false)
            inView = affected
            self.isLocked = true
        } else {
            self.isLocked = false
            setVisible(affected.sorted(), true)
        }
    }

    /// Shows or hides widgets, or notes it while the screen is locked.
    mutating func setVisible(_ changed: [Int], _ isVisible: Bool) {
        for widget in changed {
            if isVisible { inView.insert(widget) } else { inView.remove(widget) }
            guard !isLocked, isAlive, let identifier = widgets[widget] else { continue }
            _ = try? ask(.setVisibility(identifier, visible: isVisible, session: host))
        }
    }

    private mutating func setAlwaysInView(_ changed: [Int], _ isVisible: Bool) {
        for widget in changed {
            if isVisible { alwaysInView.insert(widget) } else { alwaysInView.remove(widget) }
            guard isAlive, let identifier = widgets[widget] else { continue }
            let session =
                dashboard
                ?? open {
                    .opened($0, .host(widgets: nil, isAlwaysInView: true), by: Self.caller, call: $1)
                }
            dashboard = session
            _ = try? ask(.setVisibility(identifier, visible: isVisible, session: session))
        }
    }

    // MARK: The daemon

    private mutating func kill() {
        isAlive = false
        delayed = []
        _ = bench.stop()
        radio.want(false, at: now.instant)
        for app in programs.indices {
            (programs[app].provider, programs[app].app, programs[app].monitor) = (nil, nil, nil)
            programs[app].followers = []
        }
    }

    private mutating func restart() {
        isAlive = true
        let state = simulation.engine.savedState
        let settings = simulation.engine.settings
        simulation = Simulation(settings: settings, state: state, receiverNames: bench.names, at: now)
        connectEverybody()
    }

    // MARK: Failures

    mutating func fail(_ step: ScenarioScript.Step, _ found: String, from start: MonotonicInstant? = nil) {
        let start = start ?? now.instant
        let before = journal.filter { $0.moment.instant < start }.suffix(3)
        let since = journal.filter { $0.moment.instant >= start }
        outcome.failures.append(
            ScenarioFailure(
                line: step.line,
                text: step.text,
                moment: now,
                found: found,
                journal: before + since.suffix(9)
            )
        )
    }
}

extension ScenarioAction {
    fileprivate var happensWithoutDaemon: Bool {
        switch self {
        case .show, .showAlways, .hide, .lock, .provider, .program, .endProgram, .receiver, .compass,
            .setClock, .restart,
            .move, .end, .open, .runProvider:
            true
        default: false
        }
    }
}
