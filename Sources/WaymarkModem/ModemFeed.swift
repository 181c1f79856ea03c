import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import Modems
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The program's loop between ModemManager on the bus and the service.
///
/// Frequent changes, such as of a modem's signal, are not followed: nothing wakes this program while nobody
/// wants a position.
final class ModemFeed {
    /// The name of the feed in the configuration of the service.
    private static let feed = "modem"

    private static let manager = "org.freedesktop.ModemManager1"
    private static let objectManager = "org.freedesktop.DBus.ObjectManager"

    /// The longest time that a modem takes to switch its receiver.
    private static let patience: Duration = .seconds(60)

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

    /// The file that tells the next process what to take back if this one is killed, in the folder that
    /// systemd keeps until the service is stopped; `nil` without the folder.
    private let note: String?
    private let loop: BusLoop
    private let link: FeedLink
    private var control: ModemControl

    private var owner: NameOwner?
    private var subscriptions: [BusSubscription] = []

    /// Whether the modems are being read, and have to be read once more because something has changed meanwhile.
    private var isReading = false
    private var readsAgain = false

    /// The events that were not handled yet.
    private var events: [ModemControl.Event] = []

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        self.log = log
        socket = ServiceAddress.path(line.value(of: "socket"))
        assistance = line.value(of: "assistance")
        note = Environment.value(of: "RUNTIME_DIRECTORY").map { $0 + "/taken" }
        let noted = note.flatMap { try? contentsOfFile($0, atMost: 4096) }
        control = ModemControl(
            taken: noted.flatMap { SwitchedOnModem(note: String(decoding: $0, as: UTF8.self)) }
        )
        loop = try BusLoop(.system, endedBy: [SIGINT, SIGTERM])
        link = FeedLink(Self.feed, to: socket, loop.poller) { log.warning($0) }
        owner = try NameOwner(of: Self.manager, on: loop.bus) { [unowned self] _ in
            isReading = false
            readModems()
        }
        for (member, interface) in [
            ("InterfacesAdded", Self.objectManager), ("InterfacesRemoved", Self.objectManager),
            ("StateChanged", Modem.interface),
        ] {
            let subscription = try loop.bus.subscribe(to: member, of: interface, from: Self.manager) {
                [unowned self] _ in readModems()
            }
            subscriptions.append(subscription)
        }
        readModems()
    }

    /// Runs until a signal ends it, or the bus goes away.
    func run() throws {
        log.notice("brings the positions of modems to feed://\(Self.feed) of Waymark at \(socket)")
        link.open()
        repeat {
            while let demand = link.next() { events.append(.service(demand)) }
        } while try !turn(until: link.deadline)
        // ModemManager asks the bus who the caller is, so this program must be there until the answer.
        events.append(.service(.away))
        handleEvents()
        let end = ContinuousClock.now + Self.lastPatience
        while control.taken != nil, .now < end { _ = try turn(until: end) }
        try loop.bus.flush()
    }

    /// Handles due events, and waits; returns whether a signal has come.
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
            call("Setup", path, [.uint32(sources.rawValue), .boolean(signalsLocation)]) { _ in .switched(path)
            }
        case .getLocation(let path):
            call("GetLocation", path, []) { answer in
                for case .entry(let source, let value) in answer.first?.elements ?? []
                where source.integer == Int(LocationSources.gpsNMEA.rawValue) {
                    return .sentences(value.text ?? "", of: path)
                }
                return .refused(path, because: "another program has switched the receiver off")
            }
        case .assist(let path):
            guard let file = assistance else { return }
            do {
                let data = try contentsOfFile(file, atMost: Self.assistanceLimit)
                let method = method("InjectAssistanceData", of: Modem.locationInterface, at: path)
                try loop.bus.send(method, [.array(of: "y", data.map { .byte($0) })], timeout: Self.patience) {
                    [log] in
                    if case .failure(let error) = $0 { log.warning("\(file) was not taken: \(error)") }
                }
            } catch { log.warning("no assistance data: \(error)") }
        case .readModems: readModems()
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

    // MARK: ModemManager

    private func readModems() {
        guard let owner = owner?.owner else { return events.append(.managerGone) }
        readsAgain = isReading
        guard !isReading else { return }
        isReading = true
        let path = "/org/freedesktop/ModemManager1"
        // A failure is the end of ModemManager or of the bus, which is noticed anyway.
        try? loop.bus.send(method("GetManagedObjects", of: Self.objectManager, at: path)) {
            [unowned self] result in
            // Another ModemManager may have come meanwhile.
            guard owner == self.owner?.owner else { return }
            isReading = false
            if readsAgain { return readModems() }
            guard let objects = try? result.get().first?.elements else { return }
            let modems = objects.compactMap { object -> Modem? in
                guard case .entry(let path, let interfaces) = object else { return nil }
                return path.text.flatMap { Modem($0, interfaces) }
            }
            events.append(.modems(modems, of: owner))
        }
    }

    private func call(
        _ member: String,
        _ path: String,
        _ arguments: [BusValue],
        answered: @escaping ([BusValue]) -> ModemControl.Event
    ) {
        let method = method(member, of: Modem.locationInterface, at: path)
        // A failure to send is the end of the bus, which the loop notices.
        try? loop.bus.send(method, arguments, timeout: Self.patience) { [unowned self] result in
            switch result {
            case .success(let answer): events.append(answered(answer))
            case .failure(let error):
                let isForbidden = error.isKind(.accessDenied) || error.name.hasSuffix(".Unauthorized")
                let reason =
                    isForbidden
                    ? "ModemManager does not obey this user: polkit has no rule for it"
                    : "ModemManager says: \(error.message.isEmpty ? error.name : error.message)"
                events.append(.refused(path, because: reason))
            }
        }
    }

    private func method(_ member: String, of interface: String, at path: String) -> MessageBus.Method {
        MessageBus.Method(member, of: interface, at: path, of: Self.manager, startsProgram: false)
    }
}

extension Modem {
    fileprivate static let interface = "org.freedesktop.ModemManager1.Modem"
    fileprivate static let locationInterface = "org.freedesktop.ModemManager1.Modem.Location"

    /// Reads the properties of an object's interfaces; `nil` if the object is no modem.
    init?(_ path: String, _ interfaces: BusValue) {
        guard let modem = interfaces[key: Self.interface] else { return nil }
        let location = interfaces[key: Self.locationInterface]
        func text(_ key: String) -> String? {
            modem[key: key]?.text.flatMap { $0.isEmpty ? nil : String($0.prefix(40)) }
        }
        func sources(_ key: String) -> LocationSources {
            LocationSources(rawValue: UInt32(exactly: location?[key: key]?.integer ?? 0) ?? 0)
        }
        let words = [text("Manufacturer"), text("Model")].compactMap(\.self)
        self.init(
            path: path,
            identity: text("EquipmentIdentifier") ?? text("DeviceIdentifier") ?? path,
            name: words.isEmpty ? "the modem" : words.joined(separator: " "),
            state: modem[key: "State"]?.integer ?? 0
        )
        failure = modem[key: "StateFailedReason"]?.integer ?? 0
        lock = modem[key: "UnlockRequired"]?.integer ?? 1
        (capabilities, enabled) = (sources("Capabilities"), sources("Enabled"))
        signalsLocation = location?[key: "SignalsLocation"]?.isTrue ?? false
        takesAssistance = location?[key: "SupportedAssistanceData"]?.integer ?? 0 != 0
    }
}
