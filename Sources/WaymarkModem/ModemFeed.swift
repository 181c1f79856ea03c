import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import Modems
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The program's loop between ModemManager and the service.
final class ModemFeed {
    /// The name of the feed in the configuration of the service.
    private static let feed = "modem"

    /// The longest time to wait at the end until the receiver is switched back.
    private static let lastPatience: Duration = .seconds(10)

    /// The largest file with assistance data.
    ///
    /// Makers publish some 100 KiB. While it is sent, it takes 32 times as much memory, and the unit has 128 MiB.
    private static let assistanceLimit = 1 << 20

    private let socket: String
    private let log: Log

    /// The file with assistance data, if the owner gives one.
    private let assistance: String?

    /// The file with the note for the next program after this one was killed, in the folder that systemd keeps until the
    /// service is stopped; `nil` without the folder.
    private let note: String?
    private let loop: BusLoop
    private let link: FeedLink
    private var manager: ModemManager?
    private var control: ModemControl

    /// What has happened and was not handled yet.
    private var events: [ModemControl.Event] = []

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        self.log = log
        socket = ServiceAddress.path(line.value(of: "socket"))
        assistance = line.value(of: "assistance")
        note = Environment.value(of: "RUNTIME_DIRECTORY").map { $0 + "/taken" }
        let noted = note.flatMap { try? contentsOfFile($0, atMost: 4096) }
        control = ModemControl(taken: noted.flatMap { Taken(note: String(decoding: $0, as: UTF8.self)) })
        loop = try BusLoop(.system, endedBy: [SIGINT, SIGTERM])
        link = FeedLink(Self.feed, to: socket, loop.poller) { log.warning($0) }
        manager = try ModemManager(on: loop.bus) { [unowned self] event in events.append(event) }
    }

    /// Runs until a signal ends it, or the bus goes away.
    func run() throws {
        log.notice("brings the positions of modems to feed://\(Self.feed) of Waymark at \(socket)")
        link.open()
        repeat { readLink() } while try !turn(until: link.deadline)
        // ModemManager asks the bus who the caller is, so this program must be there until the answer.
        events.append(.closed)
        handleEvents()
        let end = ContinuousClock.now + Self.lastPatience
        while control.taken != nil, .now < end { _ = try turn(until: end) }
        try loop.bus.flush()
    }

    /// Does what is due, and waits; returns whether a signal has come.
    private func turn(until deadline: ContinuousClock.Instant?) throws -> Bool {
        while try loop.bus.process() {}
        if let due = control.nextDeadline, due <= MonotonicInstant(.now) { events.append(.deadlineReached) }
        handleEvents()
        let due = control.nextDeadline.map { ContinuousClock.Instant($0) }
        return try loop.wait(until: [deadline, due]) == nil
    }

    private func handleEvents() {
        while !events.isEmpty {
            let effects = control.handle(events.removeFirst(), at: MonotonicInstant(.now))
            for effect in effects { perform(effect) }
        }
    }

    private func perform(_ effect: ModemControl.Effect) {
        switch effect {
        case .setUp(let path, let sources, let signalsLocation):
            log.info("\(path): switches to the sources \(sources.rawValue)")
            manager?.setUp(path, sources, signalsLocation: signalsLocation)
        case .getLocation(let path): manager?.getLocation(path)
        case .assist(let path):
            guard let file = assistance else { return }
            do {
                let data = try contentsOfFile(file, atMost: Self.assistanceLimit)
                try manager?.assist(path, data) { [log] in log.warning("\(file) was not taken: \($0)") }
            } catch { log.warning("no assistance data: \(error)") }
        case .readModems: manager?.read()
        case .note(let taken):
            guard let note else { return }
            do throws(SystemError) {
                try AtomicFile.write(Array((taken?.note ?? "").utf8), to: note, permissions: 0o600)
            } catch { log.warning("\(error)") }
        case .sendNMEA(let text): link.send { FeedInterface.SendNMEA(session: $0, text: text) }
        case .sendState(.searching): link.tell(.searching)
        case .sendState(.absent(let reason)):
            log.warning(reason)
            link.tell(.absent, reason)
        }
    }

    // MARK: The service

    private func readLink() {
        while let step = link.next() {
            switch step {
            case .opened: events.append(.opened)
            case .wanted(let interval): events.append(.wanted(interval: interval))
            case .unwanted: events.append(.unwanted)
            case .lost: events.append(.closed)
            case .unopened: break
            }
        }
    }
}
