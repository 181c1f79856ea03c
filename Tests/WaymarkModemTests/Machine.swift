import LocationModel
import Testing

@testable import Modems

/// A machine with modems, a ModemManager that does what it is asked, and a service, in virtual time.
struct Machine {
    static let start = MonotonicInstant.systemEpoch + .seconds(1000)

    /// The name of ModemManager on the bus; `nil` while there is none.
    var owner: String? = ":1.7"
    var modems: [Modem]

    /// The answers of the modems that refuse to switch their receivers, by path.
    var refusals: [String: String] = [:]

    /// The sentences of the receivers, by path, at a time after the start.
    var sentences: (String, Int) -> String = { _, second in Machine.fix(at: second) }

    private(set) var control: ModemControl
    private(set) var now = Machine.start
    private(set) var done: [ModemControl.Effect] = []
    private(set) var noted: SwitchedOnModem?

    private var events: [ModemControl.Event] = []
    private var isHandling = false

    init(_ modems: Modem..., taken: SwitchedOnModem? = nil) {
        self.modems = modems
        noted = taken
        control = ModemControl(taken: taken)
        send(.service(.unwanted))
        read()
    }

    /// A modem with a receiver, registered in a network.
    static func modem(_ number: Int = 0, identity: String? = nil, state: Int = 8) -> Modem {
        var modem = Modem(
            path: "/modem/\(number)",
            identity: identity ?? "8676980412345\(number)",
            name: "Quectel EC25",
            state: state
        )
        (modem.capabilities, modem.enabled) = ([.gpsNMEA, .gpsUnmanaged, .cells], .cells)
        return modem
    }

    /// What a receiver with a fix says in a second, as ModemManager orders it.
    static func fix(at second: Int) -> String {
        let time = "1200\(second / 10 % 6)\(second % 10).00"
        return "$GPGSA,A,3,01*34\r\n\r\n$GPRMC,\(time),A*5D\r\n\r\n$GPGGA,\(time),1*55\r\n"
    }

    mutating func read() {
        if let owner { send(.modems(modems, of: owner)) } else { send(.managerGone) }
    }

    mutating func send(_ event: ModemControl.Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !events.isEmpty {
            for effect in control.handle(events.removeFirst(), at: now) { perform(effect) }
        }
        isHandling = false
    }

    /// Lets time pass; the control is called at each of its deadlines.
    mutating func advance(by duration: Duration) {
        let end = now + duration
        while let deadline = control.nextDeadline, deadline <= end {
            now = max(now, deadline)
            send(.deadlineReached)
        }
        now = end
    }

    mutating func sleep(for duration: Duration) { now = now + duration }

    private mutating func perform(_ effect: ModemControl.Effect) {
        switch effect {
        case .readModems: return read()
        case .note(let taken):
            noted = taken
            return
        default: done.append(effect)
        }
        switch effect {
        case .setUp(let path, let sources, let signals):
            guard let index = modems.firstIndex(where: { $0.path == path }) else { return }
            if let refusal = refusals[path] { return send(.refused(path, because: refusal)) }
            modems[index].enabled = sources
            modems[index].signalsLocation = signals
            send(.switched(path))
        case .getLocation(let path):
            guard modems.contains(where: { $0.path == path && $0.enabled.contains(.gpsNMEA) }) else {
                return send(.refused(path, because: "another program has switched the receiver off"))
            }
            let second = Self.start.duration(to: now).components.seconds
            send(.sentences(sentences(path, Int(second)), of: path))
        default: break
        }
    }

    var receiversOn: [Bool] { modems.map { $0.enabled.contains(.gpsNMEA) } }

    /// Returns what was done since the last call.
    mutating func newEffects() -> [ModemControl.Effect] {
        defer { done = [] }
        return done
    }
}

extension LocationSources {
    /// The cell of the network, which ModemManager has on by itself.
    static let cells = LocationSources(rawValue: 1)

    /// Help of the network, which somebody may have switched on.
    static let agps = LocationSources(rawValue: 1 << 5)
}
