import Glibc
import HTTP
import LinuxSystem
import LocationModel
import SystemdService
import UserInput
import Varlink
import Waymark
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
    var trace = Trace()
    var tabs = Tabs()
    var ledger = VisibilityLedger()
    var agentSession: String?

    /// What to do when a watched descriptor is ready.
    var actions: [Poller.Token: () -> Void] = [:]
    var callCount = 0

    /// When to report what is in view again, after the service could not be called.
    var reportAt: ContinuousClock.Instant?

    /// Whether the trace was turned off by hand, so that it does not begin again by itself.
    var traceIsRefused = false

    private let signals: Signals
    private let signalToken: Poller.Token
    private var keepAliveAt: ContinuousClock.Instant?

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        socket = WaymarkService(socketPath: line.value(of: "socket")).socketPath
        hasMetrics = line.has("metrics")
        let address = try ListenAddress(line)
        self.log = log
        tiles = try line.value(of: "tiles").map { try TileFile($0) }
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        poller = try Poller()
        let listener = try BoardListener.open(address, log)
        server = try HTTPServer(listener, headers: BoardSession.headers)
        session = try BoardSession.current(of: listener, at: address.host)
        watch = ServiceLink(HostInterface.Watch(), to: socket, poller) { log.warning($0) }
        receivers = ServiceLink(InspectInterface.WatchReceivers(), to: socket, poller)
        // Elsewhere whoever reads the traffic has the token, and could click.
        content.offersShare = address.isLoopback
        // Whoever has the token of the page can refuse, and allow no app anything.
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
        try announce(isLoopback: address.isLoopback)
    }

    private func announce(isLoopback: Bool) throws {
        if !isLoopback {
            log.warning("other machines can reach the page, and whoever reads their traffic can use it")
        }
        // The journal has more readers than a terminal.
        if isatty(STDOUT_FILENO) == 1 {
            print("Open \(isLoopback ? try session.makeFileURL() : try session.makeURL())")
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
    /// Whoever asks for pages without end does not keep the service's streams waiting, nor the other way round.
    private func step() -> Bool {
        let event = server.next()
        if let event { handle(event) }
        return follow() || event != nil
    }

    private func follow() -> Bool {
        let now = ContinuousClock.now
        if let step = watch.next() {
            handle(step)
        } else if let step = receivers.next() {
            handle(step)
        } else if let step = agent.next() {
            handle(step)
        } else if let step = location.next() {
            handle(step)
        } else if let step = anchor.next() {
            handle(step)
        } else if let keepAliveAt, keepAliveAt <= now {
            self.keepAliveAt = now + Self.keepAlive
            sendKeepAlive()
            readApps()
        } else if !report() {
            return sendPending()
        }
        return true
    }

    /// Keeps the streams that are of use only while somebody looks.
    func followTabs() {
        if tabs.isEmpty {
            agent.close()
            receivers.close()
            anchor.close()
            (agentSession, content.prompts, content.anchor, keepAliveAt) = (nil, [], nil, nil)
        } else {
            agent.open()
            receivers.open()
            if keepAliveAt == nil {
                keepAliveAt = .now + Self.keepAlive
                readApps()
            }
        }
    }

    // MARK: The streams of the tabs

    func openTab(_ exchange: HTTPServer.Exchange) {
        guard tabs.tabs.count < Tabs.limit else {
            return server.answer(exchange, .problem(503, "Too many tabs show the board: close some."))
        }
        server.startStream(exchange, headers: ["Content-Type", "text/event-stream"] + HTTPResponse.guards)
        var tab = Tabs.Tab(name: BoardSession.randomDigits(32), pending: [.stream] + content.subjects)
        let socket = server.socket(of: exchange).map { fcntl($0, F_DUPFD_CLOEXEC, 3) } ?? -1
        if socket >= 0, let token = try? poller.watch(socket, for: .endOfInput) {
            tab.hangUp = (token, socket)
            actions[token] = { [unowned self] in
                unwatchTab(exchange)
                server.abort(exchange)
            }
        } else if socket >= 0 {
            close(socket)
        }
        tabs.tabs[exchange] = tab
        followTabs()
    }

    func closeTab(_ exchange: HTTPServer.Exchange) {
        unwatchTab(exchange)
        if tabs.tabs.removeValue(forKey: exchange) != nil { followTabs() }
    }

    private func unwatchTab(_ exchange: HTTPServer.Exchange) {
        guard let (token, socket) = tabs.tabs[exchange]?.hangUp else { return }
        tabs.tabs[exchange]?.hangUp = nil
        actions[token] = nil
        poller.unwatch(token)
        close(socket)
    }

    func drain(_ exchange: HTTPServer.Exchange) { tabs.tabs[exchange]?.isDrained = true }

    /// Sends one tab what it was not told yet; returns whether there was any.
    private func sendPending() -> Bool {
        for (exchange, tab) in tabs.tabs where tab.isDrained {
            var bytes: [UInt8] = []
            var pending = tab.pending[...]
            while bytes.count < Self.batch, let subject = pending.popFirst() {
                switch subject {
                case .stream: bytes += BoardContent.event("stream") { $0.member("stream", tab.name) }
                case .trace: bytes += trace.event
                default: bytes += content.event(about: subject) ?? []
                }
            }
            tabs.tabs[exchange]?.pending = Array(pending)
            if bytes.isEmpty { continue }
            tabs.tabs[exchange]?.isDrained = false
            server.send(bytes, on: exchange)
            return true
        }
        return false
    }

    /// Sends each tab at rest a line that means nothing.
    private func sendKeepAlive() {
        for (exchange, tab) in tabs.tabs where tab.isDrained {
            tabs.tabs[exchange]?.isDrained = false
            server.send(Array(":\n\n".utf8), on: exchange)
        }
    }
}
