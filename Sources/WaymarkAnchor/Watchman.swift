import Glibc
import LinuxSystem
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The loop of the program: the service's stream, the bus, the signals and the time.
final class Watchman {
    private let log: Log
    private let poller: Poller
    private let signals: Signals
    private let signalToken: Poller.Token
    private let bell: Bell
    private let service: ServiceLink<MonitorInterface.FollowEvents>
    private var alarm: Alarm

    /// The file that is there while an anchor is down, so that a watchman who is started again knows it; `nil` without a
    /// folder for it.
    private let note: String?

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        self.log = log
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        poller = try Poller()
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        let configuration = try AlarmConfiguration.load(line.value(of: "config"))
        bell = Bell(line, configuration, poller, log)
        let socket = ServiceAddress.path(line.value(of: "socket"))
        service = ServiceLink(.init(app: MonitorInterface.anchorApp), to: socket, poller) {
            log.warning($0)
        }
        note = Environment.value(of: "STATE_DIRECTORY").map { $0 + "/down" }
        let isDown = note.map { unsafe access($0, F_OK) == 0 } ?? false
        alarm = Alarm(isDown: isDown, configuration, at: .now)
    }

    /// Runs until a signal ends it.
    func run() throws {
        service.open()
        log.notice("listens for the anchor at \(service.path)")
        while true {
            while step() {}
            let deadlines = [service.deadline, alarm.deadline, try bell.prepare()]
            let reports = try poller.wait(until: deadlines.compactMap(\.self).min())
            if reports.contains(where: { $0.token == signalToken }) { break }
        }
        bell.end("the watch ends")
        try bell.flush()
    }

    /// Does one thing that is due; returns whether there may be more.
    private func step() -> Bool {
        if bell.process() { silence() }
        switch service.next() {
        case .reply(let reply):
            take(reply.value)
            return true
        case .lost, .unopened:
            alarm.lose(at: .now)
            return true
        case nil: break
        }
        switch alarm.next(at: .now) {
        case .sound(let text): bell.sound(text)
        case .end(let reason): bell.end(reason)
        case nil: return false
        }
        return true
    }

    private func take(_ reply: MonitorInterface.FollowEvents.Reply) {
        let wasDown = alarm.isDown
        guard let state = reply.state else { return alarm.hearSignOfLife(at: .now) }
        alarm.update(state.anchor, at: .now)
        if alarm.isDown != wasDown { remember() }
        if let anchor = state.anchor { log.info(anchor.words) } else { log.info("no anchor is watched") }
    }

    private func remember() {
        guard let note else { return }
        do throws(SystemError) {
            if alarm.isDown {
                try AtomicFile.write([], to: note, permissions: 0o600)
            } else {
                unsafe unlink(note)
            }
        } catch { log.warning("\(note): \(error)") }
    }

    /// Records that somebody has heard the alarm.
    private func silence() {
        guard alarm.silence() else { return }
        do throws(ClientError) {
            _ = try service.call(MonitorInterface.SilenceAnchor(app: MonitorInterface.anchorApp))
        } catch { log.warning("the service does not take that the alarm was heard: \(error)") }
    }
}
