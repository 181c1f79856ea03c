import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import Modems
import ServiceClient
import SystemdService
import WaymarkInterfaces

/// The program's loop between ModemManager and the service.
final class ModemFeed {
    /// The name of the feed in the configuration of the service.
    private static let feed = "modem"

    /// The longest time to wait at the end until the receiver is switched back.
    private static let lastPatience: Duration = .seconds(10)

    /// The largest file with assistance data.
    private static let assistanceLimit = 4 << 20

    private let options: Options
    private let log: Log
    private let bus: MessageBus
    private let signals: Signals
    private let poller: Poller
    private let busToken: Poller.Token
    private let signalToken: Poller.Token
    private let link: FeedLink
    private var manager: ModemManager?
    private var control: ModemControl

    /// What has happened and was not handled yet.
    private var events: [ModemControl.Event] = []

    init(_ options: Options, _ log: Log) throws {
        self.options = options
        self.log = log
        control = ModemControl(taken: .noted())
        signals = try Signals([SIGINT, SIGTERM])
        bus = try MessageBus(.system)
        poller = try Poller()
        busToken = try poller.watch(bus.descriptor, for: .readable)
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        link = FeedLink(Self.feed, to: options.socket, poller) { log.warning($0) }
        manager = try ModemManager(on: bus) { [unowned self] event in events.append(event) }
    }

    /// Runs until a signal ends it.
    ///
    /// - Throws: ``BusError`` if the bus goes away.
    func run() throws {
        log.notice("brings the positions of modems to feed://\(Self.feed) of Waymark at \(options.socket)")
        link.open()
        repeat { readLink() } while try !turn(until: link.deadline)
        // ModemManager asks the bus who the caller is, so this program must be there until the answer.
        events.append(.closed)
        handleEvents()
        let end = ContinuousClock.now + Self.lastPatience
        while control.taken != nil, .now < end { _ = try turn(until: end) }
        try bus.flush()
    }

    /// Does what is due, and waits; returns whether a signal has come.
    private func turn(until deadline: ContinuousClock.Instant?) throws -> Bool {
        while try bus.process() {}
        if let due = control.nextDeadline, due <= MonotonicInstant(.now) { events.append(.deadlineReached) }
        handleEvents()
        try poller.change(busToken, to: bus.interest)
        let due = control.nextDeadline.map { ContinuousClock.Instant($0) }
        let deadlines = [deadline, due, bus.nextDeadline]
        let woken = try poller.wait(until: deadlines.compactMap(\.self).min())
        return woken.contains { $0.token == signalToken }
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
            guard let file = options.assistance else { return }
            do {
                let data = try contentsOfFile(file, atMost: Self.assistanceLimit)
                try manager?.assist(path, data) { [log] in log.warning("\(file) was not taken: \($0)") }
            } catch { log.warning("no assistance data: \(error)") }
        case .readModems: manager?.read()
        case .note(let taken):
            do throws(SystemError) { try Taken.note(taken) } catch { log.warning("\(error)") }
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

extension Taken {
    /// The file with the note for the next one after this program was killed, in the folder that systemd keeps until the
    /// service is stopped; `nil` without the folder.
    private static var file: String? { Environment.value(of: "RUNTIME_DIRECTORY").map { $0 + "/taken" } }

    fileprivate static func noted() -> Taken? {
        guard let file, let bytes = try? contentsOfFile(file, atMost: 4096) else { return nil }
        return Taken(note: String(decoding: bytes, as: UTF8.self))
    }

    fileprivate static func note(_ taken: Taken?) throws(SystemError) {
        guard let file else { return }
        try AtomicFile.write(Array((taken?.note ?? "").utf8), to: file, permissions: 0o600)
    }
}
