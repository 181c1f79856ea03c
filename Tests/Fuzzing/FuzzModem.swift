import LocationModel
import Modems

/// Tells the control of modems what ModemManager and the service say, of any modems and with any sentences, in any order.
///
/// It switches one modem at a time, asks only a modem that is there, tells the service whole sentences, and gives back
/// what it took: at the end the modem is as it was before.
func fuzzModem(_ input: [UInt8]) {
    var source = ByteSource(input)
    let taken = SwitchedOnModem(note: text(&source, of: notes))
    var bus = ModemBus(control: ModemControl(taken: taken), noted: taken)
    while !source.isEmpty {
        bus.now = bus.now + source.duration()
        switch source.number(below: 12) {
        case 0: bus.send(.service(.unwanted))
        case 1: bus.send(.service(.away))
        case 2: bus.send(.service(.wanted(interval: source.flag() ? source.duration() : nil)))
        case 3: bus.send(.service(.unwanted))
        case 4:
            bus.owner = source.flag() ? ":1.\(source.byte())" : nil
            bus.modems = (0..<source.number(below: 4)).map { modem($0, &source) }
            bus.tellModems()
        case 5:
            let index = source.number(below: 4)
            if bus.modems.indices.contains(index) { bus.modems[index] = modem(index, &source) }
            bus.tellModems()
        case 6: bus.send(.refused("/\(source.number(below: 4))", because: text(&source, of: ["no"]) + "."))
        case 7: bus.send(.switched("/\(source.number(below: 4))"))
        case 8, 9: bus.sentences = text(&source, of: sentences)
        case 10: bus.refuses = source.flag()
        default: bus.send(.deadlineReached)
        }
    }
    // Nobody wants anything, and ModemManager obeys.
    bus.refuses = false
    bus.send(.service(.away))
    for _ in 0..<8 {
        bus.now = bus.now + .seconds(3600)
        bus.tellModems()
    }
    precondition(bus.control.taken == nil && bus.control.nextDeadline == nil)
}

/// A ModemManager that does what it is asked, or refuses it.
private struct ModemBus {
    var control: ModemControl
    var now = MonotonicInstant.systemEpoch
    var owner: String?
    var modems: [Modem] = []
    var sentences = ""
    var refuses = false
    var noted: SwitchedOnModem?

    mutating func tellModems() {
        if let owner { send(.modems(modems, of: owner)) } else { send(.managerGone) }
    }

    mutating func send(_ first: ModemControl.Event) {
        var events = [first]
        var steps = 0
        while !events.isEmpty {
            steps += 1
            precondition(steps < 100, "it goes on and on")
            for effect in control.handle(events.removeFirst(), at: now) {
                switch effect {
                case .setUp(let path, let sources, let signalsLocation):
                    guard let index = modems.firstIndex(where: { $0.path == path }), owner != nil else {
                        break
                    }
                    let change = sources.symmetricDifference(modems[index].enabled)
                    if refuses {
                        events.append(.refused(path, because: "no"))
                        break
                    }
                    precondition(change.isSubset(of: .gpsNMEA), "what others have on stays on")
                    modems[index].enabled = sources
                    modems[index].signalsLocation = signalsLocation
                    events.append(.switched(path))
                case .getLocation(let path):
                    guard modems.contains(where: { $0.path == path }) else { break }
                    events.append(refuses ? .refused(path, because: "no") : .sentences(sentences, of: path))
                case .assist(let path): precondition(path.hasPrefix("/"))
                case .note(let taken):
                    noted = taken
                    if let taken { precondition(SwitchedOnModem(note: taken.note) == taken) }
                case .readModems:
                    events.append(owner.map { .modems(modems, of: $0) } ?? .managerGone)
                case .sendNMEA(let text): check(text)
                case .sendState(.absent(let reason)): precondition(!reason.isEmpty)
                case .sendState(.searching): break
                }
            }
            precondition(noted == control.taken)
        }
    }

    private func check(_ text: String) {
        precondition(text.utf8.count <= 32_768 && text.hasSuffix("\r\n"))
        for line in text.utf8.dropLast(2).split(separator: 10, omittingEmptySubsequences: false) {
            precondition(line.first == UInt8(ascii: "$"))
        }
    }
}

private func modem(_ number: Int, _ source: inout ByteSource) -> Modem {
    var modem = Modem(
        path: "/\(number)",
        identity: "\(source.number(below: 4))",
        name: text(&source, of: ["the modem"]),
        state: source.flag() ? 8 : source.number(below: 14) - 1
    )
    modem.failure = source.number(below: 5)
    modem.lock = source.flag() ? 1 : source.number(below: 18)
    modem.capabilities = source.flag() ? .gpsNMEA : LocationSources(rawValue: UInt32(source.byte()))
    modem.enabled = LocationSources(rawValue: UInt32(source.byte()))
    modem.signalsLocation = source.flag()
    modem.takesAssistance = source.flag()
    return modem
}

/// One of the texts, which may be cut, changed and repeated, or any bytes.
private func text(_ source: inout ByteSource, of texts: [String]) -> String {
    var bytes = [UInt8](source.pick(texts).utf8)
    for _ in 0..<source.number(below: 4) where !bytes.isEmpty {
        bytes[source.number(below: bytes.count)] = source.byte()
    }
    bytes += (0..<source.number(below: 16)).map { _ in source.byte() }
    return String(decoding: bytes, as: UTF8.self)
}

private let notes = ["", ":1.7 /1 signals", ":1.7 /0 silent"]

private let sentences = [
    "", "$", "$GPGSA,A,3,01*34\r\n\r\n$GPRMC,120000.00,A*5D\r\n\r\n$GPGGA,120000.00,1*55\r\n",
    "$GPGSA,A,3,01*34\r\n\r\n$GPRMC,120001.00,A*5D\r\n\r\n$GPGGA,120000.00,1*55\r\n",
    "$GPGLL,,,,,120000.00,V*2A\n$,\n$GPGLL\n$GPGST,\n",
]
