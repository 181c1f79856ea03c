import Glibc
import LinuxSystem
import LocationModel
import SystemdService
import Waymark
import WaymarkInterfaces

/// An agent that asks the service's questions through desktop notifications.
///
/// It connects to the service only while a notification server with buttons runs. Otherwise the service would tell apps
/// that the person is being asked when nobody is.
final class NotifyAgent {
    /// The delay before the agent looks for a new server, which may start one, after a server went away.
    private static let serverPause: Duration = .seconds(2)

    private let options: Options
    private let log: Log
    private let desktop: NotificationServer
    private let signals: Signals
    private let poller: Poller
    private let desktopToken: Poller.Token
    private let signalToken: Poller.Token

    /// The server's capabilities; `nil` while no server can ask.
    private var capabilities: Set<String>?
    private var seekServerAt: ContinuousClock.Instant?

    private var service: (stream: ServiceStream<SettingsInterface.Agent>, token: Poller.Token)?
    private var session = ""
    private var connectAt: ContinuousClock.Instant?
    private var retry = BackOff()
    private var complaint: String?

    private var display: QuestionDisplay

    /// Connects to the session's bus.
    init(_ options: Options, _ log: Log) throws {
        self.options = options
        self.log = log
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        desktop = try NotificationServer(address: options.bus)
        poller = try Poller()
        desktopToken = try poller.watch(desktop.descriptor, for: .readable)
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        display = QuestionDisplay(againAfter: options.againAfter)
    }

    /// Runs until a signal ends it.
    ///
    /// - Throws: An error if the session's bus goes away.
    func run() throws {
        seekServer()
        while true {
            // A step may make another one due without any change of the descriptors.
            while try step() {}
            let interest: Poller.Interest = desktop.wantsToWrite ? [.readable, .writable] : .readable
            try poller.change(desktopToken, to: interest)
            let deadlines = [seekServerAt, connectAt, capabilities == nil ? nil : display.nextDeadline]
            let reports = try poller.wait(until: deadlines.compactMap(\.self).min())
            if reports.contains(where: { $0.token == signalToken }) { break }
        }
        for notification in display.endAll() { desktop.withdraw(notification) }
        while try desktop.next() != nil {}
    }

    /// Performs one due action; returns whether there may be more.
    private func step() throws -> Bool {
        let now = ContinuousClock.now
        if let event = try desktop.next() {
            handle(event, at: now)
            return true
        }
        if let seekServerAt, seekServerAt <= now {
            self.seekServerAt = nil
            seekServer()
            return true
        }
        if let connectAt, connectAt <= now {
            self.connectAt = nil
            connect()
            return true
        }
        if let service {
            do {
                if let event = try service.stream.next(timeout: .zero) {
                    handle(event.value, at: now)
                    return true
                }
            } catch {
                disconnect(because: "\(error)")
                return true
            }
        }
        guard let capabilities, let prompt = display.due(at: now) else { return false }
        show(prompt, capabilities, at: now)
        return true
    }

    // MARK: The desktop

    private func handle(_ event: NotificationServer.Event, at now: ContinuousClock.Instant) {
        switch event {
        case .serverChanged(isThere: true):
            display.loseServer(at: now)
            seekServer()
        case .serverChanged(isThere: false):
            log.notice("the notification server went away")
            display.loseServer(at: now)
            stopAsking()
            seekServerAt = now + Self.serverPause
        case .closed(let notification, _): display.close(notification, at: now)
        case .pressed(let notification, let key):
            guard let answer = display.press(notification, key: key) else { return }
            // Some servers leave the notification there.
            desktop.withdraw(notification)
            pass(answer)
        }
    }

    private func seekServer() {
        do {
            let found = try desktop.capabilities()
            guard found.contains("actions") else {
                log.warning("the notification server has no buttons: nobody is asked through it")
                return stopAsking()
            }
            capabilities = found
            seekServerAt = nil
            if service == nil, connectAt == nil { connectAt = .now }
        } catch {
            log.info("no notification server to ask through: \(error)")
            stopAsking()
        }
    }

    private func stopAsking() {
        capabilities = nil
        connectAt = nil
        closeService()
    }

    private func show(
        _ prompt: SettingsInterface.Prompt,
        _ capabilities: Set<String>,
        at now: ContinuousClock.Instant
    ) {
        do {
            display.show(prompt, as: try desktop.show(prompt.content(for: geteuid(), capabilities)))
        } catch {
            log.warning("\(error)")
            display.fail(prompt, at: now)
        }
    }

    // MARK: The service

    private func connect() {
        do {
            let stream = try ServiceConnection(to: options.socket)
                .stream(SettingsInterface.Agent(locale: options.locale))
            service = (stream, try poller.watch(stream.connection.descriptor, for: .readable))
        } catch { disconnect(because: "\(error)") }
    }

    private func handle(_ event: SettingsInterface.Agent.Reply, at now: ContinuousClock.Instant) {
        if event.event == .session {
            session = event.session ?? session
            retry.reset()
            complaint = nil
            log.notice("asks for the service at \(options.socket)")
        }
        for prompt in (event.prompts ?? []) + (event.prompt.map { [$0] } ?? []) {
            display.ask(prompt, at: now)
        }
        if let ended = event.ended, let notification = display.end(ended) { desktop.withdraw(notification) }
    }

    private func pass(_ answer: QuestionDisplay.Answer) {
        do {
            // A connection with an open stream can carry no calls.
            _ = try ServiceConnection(to: options.socket)
                .call(
                    SettingsInterface.AnswerPrompt(
                        session: session,
                        prompt: answer.prompt.prompt,
                        choice: answer.button.choice,
                        // The accuracy that the person saw counts, even if the app's manifest has changed since.
                        accuracy: answer.button.accuracy ?? answer.prompt.accuracy
                    )
                )
        } catch { log.warning("the answer to \(answer.prompt.prompt) was not accepted: \(error)") }
    }

    private func disconnect(because reason: String) {
        // Log an unreachable service only once.
        if complaint != reason { log.warning("\(reason); tries again") }
        complaint = reason
        closeService()
        connectAt = .now + retry.next()
    }

    private func closeService() {
        for notification in display.endAll() { desktop.withdraw(notification) }
        if let service { poller.unwatch(service.token) }
        service = nil
    }
}
