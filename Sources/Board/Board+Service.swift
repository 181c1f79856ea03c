import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import SystemdService
import Varlink
import WaymarkInterfaces

// The service's streams, and the reports to it.
extension Board {
    func handle(_ step: ServiceLink<HostInterface.Watch>.Step) {
        switch step {
        case .lost(let error), .unopened(let error):
            // A tab reads aloud what it is told, so it is not told again at each attempt.
            if content.service != .lost(error) { tabs.mark(.service) }
            content.service = .lost(error)
            ledger.begin(nil)
            followLocation()
        case .reply(let reply):
            for subject in content.apply(reply.value) { tabs.mark(subject) }
            if let session = reply.value.session {
                log.info("shows the widgets of the service at \(socket)")
                ledger.begin(session)
                followLocation()
                readApps(registersOwn: true)
            }
        }
    }

    func handle(_ step: ServiceLink<InspectInterface.WatchReceivers>.Step) {
        guard case .reply(let reply) = step, !reply.value.receivers.isEmpty || reply.value.sequence == 1
        else { return }
        content.apply(reply.value)
        tabs.mark(.receivers)
    }

    func handle(_ step: ServiceLink<SettingsInterface.Agent>.Step) {
        switch step {
        case .lost, .unopened:
            (agentSession, content.prompts) = (nil, [])
            tabs.mark(.questions)
        case .reply(let reply):
            agentSession = reply.value.session ?? agentSession
            content.apply(reply.value)
            if reply.value.event != .keepAlive { tabs.mark(.questions) }
        }
    }

    func handle(_ step: ServiceLink<LocationInterface.FollowLocation>.Step) {
        switch step {
        case .lost(.refused(let refusal, _)):
            content.trace.fail(refusal.description)
            tabs.mark(.trace)
        case .lost, .unopened: break
        case .reply(let reply):
            let now = Double(WallClock.nanosecondsSinceEpoch) / 1e9
            if content.trace.apply(reply.value, at: now) { tabs.mark(.trace) }
        }
    }

    func handle(_ step: ServiceLink<MonitorInterface.FollowEvents>.Step) {
        guard case .reply(let reply) = step, let state = reply.value.state else { return }
        content.anchor = state.anchor
        tabs.mark(.anchor)
    }

    // MARK: The trace

    /// Reads what the person allows now, of which no stream tells; for a new service, it first registers the
    /// manifest of the board's own app, which the person is asked with.
    ///
    /// Begins the trace by itself if the board's app may know the location, and follows the anchor if it may be watched.
    func readApps(registersOwn: Bool = false) {
        guard ledger.session != nil else { return }
        perform { socket -> [String: AuthorizationStatus] in
            if registersOwn {
                let manifest = String(decoding: PackageResources.org_waymark_board_app, as: UTF8.self)
                _ = try? ServiceConnection(to: socket).call(
                    SettingsInterface.RegisterManifest(text: manifest)
                )
            }
            let list = try? ServiceConnection(to: socket).callForAllPages(SettingsInterface.ListApps()).value
            let own = (list?.apps ?? []).filter { $0.user == Int(ProcessIdentity.effectiveUserID) }
            return Dictionary(own.map { ($0.app, $0.status) }) { $1 }
        } then: { [unowned self] statuses in
            let mayTrace = statuses[VisibilityLedger.app]?.isAuthorized ?? false
            if mayTrace, !traceIsRefused { turnTrace(on: true) }
            let mayWatchAnchor = statuses[MonitorInterface.anchorApp] == .authorizedAlways
            if mayWatchAnchor, !tabs.isEmpty { anchor.open() }
        }
    }

    func turnTrace(on: Bool) {
        guard content.trace.isOn != on else { return }
        content.trace.turn(on: on)
        tabs.mark(.trace)
        followLocation()
    }

    /// Follows the location for the trace, but not before the service knows whether that is in view.
    private func followLocation() {
        if content.trace.isOn, ledger.hasToldApp { location.open() } else { location.close() }
    }

    // MARK: Calls

    /// Reports changes of what is in view; returns whether there were any.
    func report() -> Bool {
        guard let session = ledger.session, reportAt.map({ $0 <= .now }) ?? true else { return false }
        reportAt = nil
        let widgets = tabs.view.filter { content.widgets[$0] != nil }
        let reports = ledger.next(widgets, showsApp: content.trace.isOn ? tabs.seesTrace : nil)
        guard !reports.isEmpty else { return false }
        perform { socket -> Bool in
            guard let connection = try? ServiceConnection(to: socket) else { return false }
            return reports.allSatisfy { name, visible in
                do throws(ClientError) {
                    if name == VisibilityLedger.app {
                        _ = try connection.call(
                            HostInterface.SetAppVisibility(app: name, visible: visible, session: session)
                        )
                    } else {
                        _ = try connection.call(
                            HostInterface.SetVisibility(widget: name, visible: visible, session: session)
                        )
                    }
                    return true
                } catch {
                    // A widget that is gone needs no report, nor does a session that is over.
                    return error.refusal != nil
                }
            }
        } then: { [unowned self] isMade in
            // The service may have too many connections now, for example.
            if !isMade { reportAt = .now + .seconds(1) }
            ledger.finish(session, isMade: isMade)
            followLocation()
        }
        return true
    }

    /// Calls the service on a thread of its own, so that a slow service does not keep the tabs waiting, and takes the
    /// result on the loop.
    func perform<Result: Sendable>(
        _ body: @escaping @Sendable (_ socket: String) -> Result,
        then completion: @escaping (Result) -> Void
    ) {
        do throws(SystemError) {
            let task = try SideTask(named: "board-call") { [socket] in body(socket) }
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
