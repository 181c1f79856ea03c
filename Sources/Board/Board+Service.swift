import Glibc
import LinuxSystem
import LocationModel
import SystemdService
import Varlink
import Waymark
import WaymarkInterfaces

// The service's streams, and the reports to it.
extension Board {
    func handle(_ event: Subscription<HostInterface.Watch>.Event) {
        switch event {
        case .lost(let error):
            let changes = content.lose(because: "\(error)")
            // A service that is not there is logged once.
            if !changes.isEmpty { log.warning("\(error); tries again") }
            mark(changes)
            ledger.begin(nil)
        case .reply(let reply):
            let changes = content.apply(reply)
            mark(changes)
            if let session = reply.session {
                log.info("shows the widgets of the service at \(options.socket)")
                ledger.begin(session)
                prepareTrace()
            }
            if !changes.isEmpty { showViews() }
        }
    }

    func handle(_ event: Subscription<InspectInterface.WatchReceivers>.Event) {
        if case .reply(let reply) = event { mark(content.apply(reply)) }
    }

    func handle(_ event: Subscription<SettingsInterface.Agent>.Event) {
        switch event {
        case .lost:
            agentSession = nil
            mark(content.removePrompts())
        case .reply(let reply):
            agentSession = reply.session ?? agentSession
            mark(content.apply(reply))
        }
    }

    func handle(_ event: Subscription<LocationInterface.FollowLocation>.Event) {
        switch event {
        case .lost(.refused(let refused)):
            trace.fail(refused.words)
            markTrace()
        case .lost: break
        case .reply(let reply):
            let now = Double(WallClock.nanosecondsSinceEpoch) / 1e9
            if trace.apply(reply, at: now) { markTrace() }
        }
    }

    // MARK: The trace

    /// Registers the manifest of the board's own app, which the person is asked with, and begins the trace by itself if
    /// the person has allowed it already.
    private func prepareTrace() {
        let socket = options.socket
        perform { () -> Bool in
            let manifest = String(decoding: PackageResources.org_waymark_board_app, as: UTF8.self)
            _ = try? ServiceConnection(to: socket).call(SettingsInterface.RegisterManifest(text: manifest))
            let apps = try? ServiceConnection(to: socket).callForAllPages(SettingsInterface.ListApps()).value
                .apps
            let own = apps?.first {
                $0.app == VisibilityLedger.app && $0.user == Int(ProcessIdentity.effectiveUserID)
            }
            return own?.status == .authorizedWhenInUse || own?.status == .authorizedAlways
        } then: { [unowned self] isAuthorized in
            if isAuthorized, !traceIsRefused { turnTrace(on: true) }
            // The stream ended with the service.
            if trace.isOn { location.start() }
        }
    }

    func turnTrace(on: Bool) {
        guard trace.isOn != on else { return }
        trace.turn(on: on)
        if on { location.start() } else { location.stop() }
        markTrace()
        showViews()
    }

    // MARK: Calls

    /// Reports what came into view and what went out of it; returns whether there was any.
    func report() -> Bool {
        let reports = ledger.next()
        guard let session = ledger.session, !reports.isEmpty else { return false }
        let socket = options.socket
        perform {
            guard let connection = try? ServiceConnection(to: socket) else { return }
            for report in reports {
                // A widget that is gone needs no report, and a service that is gone gets all of them when it is back.
                switch report {
                case .widget(let widget, let visible):
                    let call = HostInterface.SetVisibility(widget: widget, visible: visible, session: session)
                    _ = try? connection.call(call)
                case .app(let app, let visible):
                    let call = HostInterface.SetAppVisibility(app: app, visible: visible, session: session)
                    _ = try? connection.call(call)
                }
            }
        } then: { [unowned self] in
            ledger.finish(session)
        }
        return true
    }

    /// Calls the service on a thread of its own, so that a slow service does not keep the tabs waiting.
    ///
    /// - Parameters:
    ///   - body: The calls.
    ///   - completion: What to do with the result, on the loop.
    func perform<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result,
        then completion: @escaping (Result) -> Void
    ) {
        do throws(SystemError) {
            let task = try SideTask(named: "board-call", body)
            let token = try poller.watch(task.descriptor, for: .readable)
            callCount += 1
            actions[token] = { [unowned self] in
                guard let result = task.removeResult() else { return }
                poller.unwatch(token)
                actions[token] = nil
                callCount -= 1
                completion(result)
            }
        } catch {
            // Without threads nothing works any more; a new start may help.
            log.error("\(error)")
            exit(1)
        }
    }
}
