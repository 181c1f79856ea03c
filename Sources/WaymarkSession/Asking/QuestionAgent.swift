import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// An agent that asks the service's questions through desktop notifications.
///
/// It connects to the service only while a notification server with buttons runs. Otherwise the service would tell apps
/// that the person is being asked when nobody is.
final class QuestionAgent: SessionJob {
    /// The delay before the agent looks for a new server, which may start one, after a server went away.
    private static let serverPause: Duration = .seconds(2)

    private let log: Log
    private var desktop: NotificationServer?
    private let service: ServiceLink<SettingsInterface.Agent>

    /// The server's capabilities; `nil` while no server can ask.
    private var capabilities: Set<String>?
    private var seekServerAt: ContinuousClock.Instant?
    private var session = ""
    private var display: QuestionDisplay

    init(_ line: ParsedCommandLine, _ socket: String, _ loop: BusLoop, _ log: Log) throws(BusError) {
        self.log = log
        service = ServiceLink(.init(locale: Environment.messagesLocale), to: socket, loop.poller) {
            log.warning($0)
        }
        display = QuestionDisplay(againAfter: .seconds(line.number(of: "again-after") ?? 600))
        desktop = try NotificationServer(on: loop.bus) { [unowned self] in handle($0, at: .now) }
        seekServer()
    }

    var deadlines: [ContinuousClock.Instant?] {
        [seekServerAt, service.deadline, capabilities == nil ? nil : display.nextDeadline]
    }

    func step(at now: ContinuousClock.Instant) throws -> Bool {
        if let seekServerAt, seekServerAt <= now {
            self.seekServerAt = nil
            seekServer()
            return true
        }
        if let step = service.next() {
            if case .reply(let reply) = step { handle(reply.value, at: now) } else { withdraw() }
            return true
        }
        guard let desktop, let capabilities, let prompt = display.due(at: now) else { return false }
        do {
            display.show(prompt, as: try desktop.show(prompt.content(for: geteuid(), capabilities)))
        } catch {
            log.warning("show a notification: \(error)")
            display.fail(prompt, at: now)
        }
        return true
    }

    func end() { withdraw() }

    // MARK: The desktop

    private func handle(_ event: NotificationServer.Event, at now: ContinuousClock.Instant) {
        switch event {
        case .serverChanged(let isThere):
            // The notifications are gone. The service names the questions again when its stream is opened again.
            _ = display.endAll()
            stopAsking()
            if isThere { return seekServer() }
            log.notice("the notification server went away")
            seekServerAt = now + Self.serverPause
        case .closed(let notification): display.close(notification, at: now)
        case .pressed(let notification, let key):
            guard var answer = display.press(notification, key: key) else { return }
            answer.session = session
            // Some servers leave the notification there.
            desktop?.withdraw(notification)
            pass(answer)
        }
    }

    private func seekServer() {
        do {
            guard let found = try desktop?.capabilities(), found.contains("actions") else {
                log.warning("the notification server has no buttons: nobody is asked through it")
                return stopAsking()
            }
            capabilities = found
            seekServerAt = nil
            service.open()
        } catch {
            log.info("no notification server to ask through: \(error)")
            stopAsking()
            // One that is there may be busy, as when a desktop starts. Waiting for it stops the whole program.
            if error.isKind(.noReply) || error.isKind(.timeout) { seekServerAt = .now + .seconds(120) }
        }
    }

    private func stopAsking() {
        capabilities = nil
        withdraw()
        service.close()
    }

    private func withdraw() {
        if let notification = display.endAll() { desktop?.withdraw(notification) }
    }

    // MARK: The service

    private func handle(_ event: SettingsInterface.Agent.Reply, at now: ContinuousClock.Instant) {
        if event.event == .session {
            session = event.session ?? session
            log.notice("asks for the service at \(service.path)")
        }
        for prompt in (event.prompts ?? []) + (event.prompt.map { [$0] } ?? []) {
            display.ask(prompt, at: now)
        }
        if let ended = event.ended, let notification = display.end(ended) { desktop?.withdraw(notification) }
    }

    private func pass(_ answer: SettingsInterface.AnswerPrompt) {
        do throws(ClientError) {
            _ = try service.call(answer)
        } catch {
            let reason = "the answer to \(answer.prompt) was not accepted: \(error)"
            // Somebody else was faster, or the app does not ask any more.
            switch error.refusal {
            case .promptOver, .unknownPrompt: return log.warning(reason)
            default: break
            }
            // The service may have the answer or not: it says which questions wait when the stream is opened again.
            session = ""
            withdraw()
            service.reopen(after: reason)
        }
    }
}
