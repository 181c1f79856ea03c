import LocationModel
import WaymarkEngine

/// The programs that the service has started, tickets, and the radio.
extension ScenarioRun {
    /// Connects the launcher of the person's session, with the programs that it has started and that still run.
    mutating func connectLauncher() {
        guard script.apps.contains(where: \.isStartedOnDemand) else { return }
        launcher = nextSession
        let running = programs.compactMap(\.launched)
        _ = open { .opened($0, .launcher(.user, running: running), by: Self.caller, call: $1) }
    }

    mutating func start(_ program: LaunchedProgram) {
        guard let app = script.apps.firstIndex(where: { $0.key == program.app }) else { return }
        if case .fails(let message) = programs[app].start {
            return report(.failed(.failed, message: message), of: program)
        }
        programs[app].launched = program
        report(.started(isOwn: true), of: program)
        guard case .starts(let delay) = programs[app].start else { return }
        if delay > .zero {
            starting.append((now.instant.advanced(by: delay), app))
        } else {
            connectProgram(of: app)
        }
    }

    /// Connects a program that has been started, unless it has ended since.
    mutating func connectProgram(of app: Int) {
        guard programs[app].launched != nil, isAlive else { return }
        programs[app].isProviderRunning = true
        connectProvider(of: app)
        guard programs[app].isMonitoring else { return }
        let key = script.apps[app].key
        programs[app].monitor = nextSession
        _ = open { .opened($0, .monitor(key), by: Self.caller, call: $1) }
    }

    mutating func stop(_ program: LaunchedProgram) {
        guard let app = programs.firstIndex(where: { $0.launched == program }) else { return }
        endProgram(of: app, "")
    }

    /// Ends a program that nothing needs any more, unless it hangs.
    mutating func endIdleProgram(_ session: SessionIdentifier) {
        guard let app = programs.firstIndex(where: { $0.provider == session }), programs[app].launched != nil,
            programs[app].behaviour != .hangs
        else { return }
        endProgram(of: app, "")
    }

    /// Ends a program, with the words of the service manager.
    mutating func endProgram(of app: Int, _ message: String) {
        guard let program = programs[app].launched else { return }
        let sessions = [programs[app].provider, programs[app].monitor].compactMap(\.self)
        programs[app].isProviderRunning = false
        (programs[app].launched, programs[app].provider, programs[app].monitor) = (nil, nil, nil)
        starting.removeAll { $0.app == app }
        guard isAlive else { return }
        for session in sessions { send(.disconnected(session)) }
        report(.ended(message: message), of: program)
    }

    private mutating func report(_ report: LaunchReport, of program: LaunchedProgram) {
        // A report about an earlier launch changes nothing.
        _ = try? ask(.reportLaunch(launcher, program, report))
    }

    /// Handles an event of what an app monitors, as its program does.
    mutating func acknowledge(_ event: MonitorStreamEvent, on session: SessionIdentifier) {
        guard case .event(let event, _) = event,
            let app = programs.firstIndex(where: { $0.monitor == session })
        else { return }
        _ = try? ask(.acknowledge(script.apps[app].key, event.identifier))
    }

    mutating func note(_ answer: Answer) {
        guard case .reloads(let reloads) = answer else { return }
        for reload in reloads {
            guard let widget = widgets.firstIndex(of: reload.widget) else { continue }
            tickets[widget] = reload.ticket
        }
    }

    /// The user of the program that listens for beacons.
    static let radioCaller = Caller(user: .root)

    /// Hands the engine what the radio has heard.
    mutating func listen() {
        guard isAlive, let feed = radio.feed, let report = radio.report(at: now.instant) else { return }
        _ = try? ask(.reportBeacons(feed, report), as: Self.radioCaller)
    }
}
