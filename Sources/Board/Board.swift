import Glibc
import HTTP
import LinuxSystem
import LocationModel
import ServiceClient
import SystemdService
import UserInput
import Varlink
import WaymarkInterfaces

/// A host that shows widgets in browsers: one loop between the service and the open tabs.
///
/// A tab has one stream of events while it is not hidden, and reports which widgets it has in view. What some tab has in
/// view is in view for the service.
final class Board {
    /// The time between two signs of life to a tab, which end its connection if the tab is gone.
    private static let keepAlive: Duration = .seconds(15)

    /// The most things to do before the loop looks at its signals again.
    private static let stepsAtOnce = 256

    /// The most bytes that are sent to a tab at once.
    private static let batch = 32_768

    let socket: String
    let hasMetrics: Bool
    let log: Log
    let poller: Poller
    let server: HTTPServer
    let session: BoardSession
    let tiles: TileFile?

    let watch: ServiceLink<HostInterface.Watch>
    let receivers: ServiceLink<InspectInterface.WatchReceivers>
    let agent: ServiceLink<SettingsInterface.Agent>
    let location: ServiceLink<LocationInterface.FollowLocation>
    let anchor: ServiceLink<MonitorInterface.FollowEvents>

    var content = BoardContent()
    var tabs = Tabs()
    var ledger = VisibilityLedger()
    var agentSession: String?

    /// The actions for watched descriptors that become ready.
    var actions: [Poller.Token: () -> Void] = [:]
    var callCount = 0

    /// The time to report again what is in view, after the service could not be called.
    var reportAt: ContinuousClock.Instant?

    /// Whether the trace was turned off by hand, so that it does not begin again by itself.
    var traceIsRefused = false

    private let signals: Signals
    private let signalToken: Poller.Token
    private var keepAliveAt: ContinuousClock.Instant?

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        socket = ServiceAddress.path(line.value(of: "socket"))
        hasMetrics = line.has("metrics")
        let address = try ListenAddress(line.value(of: "listen"))
        self.log = log
        tiles = try line.value(of: "tiles").map { try TileFile($0) }
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        poller = try Poller()
        let listener = try BoardListener.open(address, log)
        server = try HTTPServer(listener, headers: BoardSession.headers)
        session = try BoardSession.current(of: listener, at: address.host)
        watch = ServiceLink(HostInterface.Watch(), to: socket, poller) { log.warning($0) }
        receivers = ServiceLink(InspectInterface.WatchReceivers(), to: socket, poller)
        // Elsewhere anybody who reads the traffic has the token, and could click.
        content.offersShare = address.isLoopback
        // Whoever has the token of the page can refuse, but allow no app anything.
        let asking = SettingsInterface.Agent(locale: Environment.messagesLocale, refusesOnly: true)
        agent = ServiceLink(asking, to: socket, poller)
        anchor = ServiceLink(.init(app: MonitorInterface.anchorApp), to: socket, poller)
        let following = LocationInterface.FollowLocation(
            app: VisibilityLedger.app,
            distanceFilterMeters: Trace.distanceMeters,
            minimumIntervalSeconds: 1,
            activity: .automotive
        )
        location = ServiceLink(following, to: socket, poller)
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        _ = try poller.watch(server.descriptor, for: .readable)
        let layout = KeptFile.layout.contents(atMost: 64 << 10).flatMap { try? BoardLayout(json: $0) }
        content.layout = layout ?? BoardLayout()
        if !address.isLoopback {
            log.warning("other machines can reach the page, and whoever reads their traffic can use it")
        }
        // The journal has more readers than a terminal.
        if isatty(STDOUT_FILENO) == 1 {
            print("Open \(address.isLoopback ? try session.makeFileURL() : try session.makeURL())")
            fflush(nil)
        } else {
            log.notice(
                "serves port \(session.page.port); 'waymark-board --open' makes a file that opens it in a browser"
            )
        }
        ServiceManager.notifyReady(status: "serves port \(session.page.port)")
    }

    func run() throws {
        watch.open()
        while true {
            var steps = 0
            while steps < Self.stepsAtOnce, step() { steps += 1 }
            let deadlines = [
                server.nextDeadline, watch.deadline, receivers.deadline, agent.deadline,
                location.deadline, anchor.deadline, keepAliveAt, reportAt,
            ]
            let deadline = steps == Self.stepsAtOnce ? .now : deadlines.compactMap(\.self).min()
            for report in try poller.wait(until: deadline) {
                if report.token == signalToken { return }
                actions[report.token]?()
            }
        }
    }

    /// Performs one due action of each side; returns whether there may be more.
    ///
    /// A browser that asks for pages without end does not keep the service's streams waiting, nor the other
    /// way round.
    private func step() -> Bool {
        let event = server.next()
        switch event {
        case .request(let exchange, let request): handle(request, exchange)
        case .drained(let exchange): tabs.tabs[exchange]?.isDrained = true
        case .ended(let exchange): closeTab(exchange)
        case nil: break
        }
        return follow() || event != nil
    }

    private func follow() -> Bool {
        let isNews =
            advance(watch, handle) || advance(receivers, handle) || advance(agent, handle)
            || advance(location, handle) || advance(anchor, handle)
        if isNews { return true }
        if let keepAliveAt, keepAliveAt <= .now {
            self.keepAliveAt = .now + Self.keepAlive
            tabs.mark(.keepAlive)
            readApps()
        }
        return report() || sendPending()
    }

    /// Handles the next step of a stream of the service; returns whether there was one.
    private func advance<Method>(
        _ link: ServiceLink<Method>,
        _ handle: (ServiceLink<Method>.Step) -> Void
    ) -> Bool {
        guard let step = link.next() else { return false }
        handle(step)
        return true
    }

    /// Keeps the streams that are of use only while somebody looks.
    private func followTabs() {
        if tabs.isEmpty {
            agent.close()
            receivers.close()
            anchor.close()
            (agentSession, content.prompts, content.anchor, keepAliveAt) = (nil, [], nil, nil)
        } else {
            agent.open()
            receivers.open()
            // With the first sign of life, which is due now, the apps are read.
            if keepAliveAt == nil { keepAliveAt = .now }
        }
    }

    // MARK: The streams of the tabs

    func openTab(_ exchange: HTTPServer.Exchange) {
        guard tabs.tabs.count < Tabs.limit else {
            return server.answer(exchange, .problem(503, "Too many tabs show the board: close some."))
        }
        server.startStream(exchange, headers: ["Content-Type", "text/event-stream"] + HTTPResponse.guards)
        let name = BoardSession.randomDigits(32)
        var tab = Tabs.Tab(name: name, pending: [.stream(name)] + content.subjects)
        let socket = server.socket(of: exchange).map { fcntl($0, F_DUPFD_CLOEXEC, 3) } ?? -1
        if socket >= 0, let token = try? poller.watch(socket, for: .endOfInput) {
            tab.hangUp = (token, socket)
            actions[token] = { [unowned self] in
                poller.unwatch(token)
                server.abort(exchange)
            }
        } else if socket >= 0 {
            close(socket)
        }
        tabs.tabs[exchange] = tab
        followTabs()
    }

    private func closeTab(_ exchange: HTTPServer.Exchange) {
        guard let tab = tabs.tabs.removeValue(forKey: exchange) else { return }
        if let (token, socket) = tab.hangUp {
            actions[token] = nil
            poller.unwatch(token)
            close(socket)
        }
        followTabs()
    }

    /// Sends one tab what it was not told yet; returns whether there was anything.
    private func sendPending() -> Bool {
        for (exchange, tab) in tabs.tabs where tab.isDrained {
            var bytes: [UInt8] = []
            var pending = tab.pending[...]
            while bytes.count < Self.batch, let subject = pending.popFirst() {
                bytes += content.event(about: subject) ?? []
            }
            tabs.tabs[exchange]?.pending = Array(pending)
            if bytes.isEmpty { continue }
            tabs.tabs[exchange]?.isDrained = false
            server.send(bytes, on: exchange)
            return true
        }
        return false
    }
}
