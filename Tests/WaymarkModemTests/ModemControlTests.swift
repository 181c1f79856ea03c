import LocationModel
import Testing

@testable import Modems

@Suite("The receiver of a modem")
struct ModemControlTests {
    private static let path = "/modem/0"
    private static let on = ModemControl.Effect.setUp(path, [.cells, .gpsNMEA], signalsLocation: false)
    private static let off = ModemControl.Effect.setUp(path, .cells, signalsLocation: false)

    /// What is sent of a fix: sentences with a time first.
    private static func text(_ second: Int) -> ModemControl.Effect {
        let time = "1200\(second / 10 % 6)\(second % 10).00"
        return .sendNMEA("$GPRMC,\(time),A*5D\r\n$GPGGA,\(time),1*55\r\n$GPGSA,A,3,01*34\r\n")
    }

    private func wanted(_ modems: Modem..., interval: Duration? = nil) -> Machine {
        var machine = Machine(Machine.modem())
        if !modems.isEmpty {
            machine.modems = modems
            machine.read()
        }
        _ = machine.newEffects()
        machine.send(.service(.wanted(interval: interval)))
        return machine
    }

    @Test("is on only while positions are wanted, and is not asked at other times")
    func onDemand() {
        var machine = Machine(Machine.modem())
        #expect(machine.newEffects() == [.sendState(.searching)])
        machine.advance(by: .seconds(3600))
        #expect(machine.newEffects() == [] && machine.control.nextDeadline == nil)
        machine.send(.service(.wanted(interval: nil)))
        machine.advance(by: .seconds(2))
        // The first answer may be old.
        let asks = ModemControl.Effect.getLocation(Self.path)
        #expect(machine.newEffects() == [Self.on, asks, asks, Self.text(1), asks, Self.text(2)])
        machine.send(.service(.unwanted))
        machine.advance(by: .seconds(3600))
        #expect(machine.newEffects() == [Self.off] && machine.control.nextDeadline == nil)
        #expect(machine.noted == nil)
    }

    @Test("is switched off when the service goes away, and on when it wants positions again")
    func serviceRestarted() {
        var machine = wanted()
        machine.send(.service(.away))
        #expect(machine.modems[0].enabled == .cells)
        _ = machine.newEffects()
        machine.send(.service(.unwanted))
        machine.send(.service(.wanted(interval: nil)))
        #expect(machine.newEffects().prefix(2) == [.sendState(.searching), Self.on])
    }

    @Test("is asked as often as positions are wanted, at most once a second")
    func interval() {
        var machine = wanted(interval: .seconds(30))
        machine.advance(by: .seconds(61))
        #expect(machine.newEffects().count { $0 == .getLocation(Self.path) } == 4)
        machine.send(.service(.wanted(interval: .milliseconds(100))))
        machine.advance(by: .seconds(10))
        #expect(machine.newEffects().count { $0 == .getLocation(Self.path) } == 10)
    }

    @Test("tells nothing while ModemManager only repeats what it had")
    func silence() {
        var machine = wanted()
        machine.sentences = { _, second in Machine.fix(at: min(second, 5)) }
        machine.advance(by: .seconds(60))
        let sent = machine.newEffects().filter { if case .sendNMEA = $0 { true } else { false } }
        #expect(sent == (1...5).map(Self.text))
    }

    @Test("is asked a little later if it is asked amid a burst of sentences")
    func burst() {
        var machine = wanted()
        var asked = 0
        machine.sentences = { _, second in
            asked += 1
            let late = (2...3).contains(asked) ? 1 : 0
            return "$GPRMC,1200\(10 + second - late).00,A*5D\r\n$GPGGA,1200\(10 + second).00,1*55\r\n"
        }
        machine.advance(by: .seconds(3))
        #expect(machine.control.nextDeadline == Machine.start + .milliseconds(4300))
        machine.advance(by: .seconds(2))
        #expect(machine.control.nextDeadline == Machine.start + .milliseconds(5300))
    }

    @Test("leaves on what somebody else has switched on, and takes back only its own")
    func foreignSources() {
        var modem = Machine.modem()
        modem.enabled = [.cells, .gpsNMEA]
        var machine = wanted(modem)
        machine.advance(by: .seconds(2))
        machine.send(.service(.unwanted))
        #expect(!machine.newEffects().contains { if case .setUp = $0 { true } else { false } })
    }

    @Test("is not told to everybody on the bus, who were told the cell before and are afterwards")
    func signals() {
        var modem = Machine.modem()
        modem.signalsLocation = true
        var machine = wanted(modem)
        #expect(machine.newEffects().first == Self.on)
        machine.send(.service(.unwanted))
        #expect(machine.newEffects().last == .setUp(Self.path, .cells, signalsLocation: true))
    }

    @Test("is switched on again later if another program has switched it off")
    func switchedOffByAnother() {
        var machine = wanted()
        machine.advance(by: .seconds(2))
        _ = machine.newEffects()
        machine.modems[0].enabled = .cells
        machine.advance(by: .seconds(1))
        let reason = "another program has switched the receiver off"
        #expect(machine.newEffects() == [.getLocation(Self.path), .sendState(.absent(reason))])
        machine.advance(by: .seconds(5))
        #expect(machine.newEffects().prefix(2) == [Self.on, .sendState(.searching)])
    }

    @Test("does not disturb sources that others have switched since the modems were read last")
    func othersMeanwhile() {
        var machine = Machine(Machine.modem())
        _ = machine.newEffects()
        machine.modems[0].enabled = [.cells, .agps]
        machine.send(.service(.wanted(interval: nil)))
        #expect(machine.modems[0].enabled == [.cells, .agps, .gpsNMEA])
        _ = machine.newEffects()
        machine.modems[0].enabled = [.gpsNMEA, .agps]
        machine.send(.service(.unwanted))
        #expect(machine.newEffects().last == .setUp(Self.path, .agps, signalsLocation: false))
        machine.modems[0].enabled = [.gpsNMEA]
        machine.send(.service(.wanted(interval: nil)))
        machine.send(.service(.unwanted))
        #expect(!machine.newEffects().contains { if case .setUp = $0 { true } else { false } })
    }

    @Test("is left to gpsd, which reads it itself")
    func unmanaged() {
        var modem = Machine.modem()
        modem.enabled = [.cells, .gpsUnmanaged]
        var machine = Machine(modem)
        machine.refusals[Self.path] = "Cannot have both unmanaged GPS and raw/nmea GPS enabled"
        _ = machine.newEffects()
        machine.send(.service(.wanted(interval: nil)))
        let reason =
            "another program, such as gpsd, reads the receiver of Quectel EC25 itself (gps-unmanaged)"
        let sources: LocationSources = [.cells, .gpsUnmanaged, .gpsNMEA]
        let refused = ModemControl.Effect.setUp(Self.path, sources, signalsLocation: false)
        #expect(machine.newEffects() == [refused, .sendState(.absent(reason))])
        machine.send(.service(.unwanted))
        #expect(machine.newEffects() == [] && machine.modems[0].enabled == [.cells, .gpsUnmanaged])
    }

    @Test("that refuses is asked again after pauses that grow to five minutes, and the reason is told once")
    func refusal() {
        var machine = Machine(Machine.modem())
        machine.refusals[Self.path] = "ModemManager says: no"
        _ = machine.newEffects()
        machine.send(.service(.wanted(interval: nil)))
        machine.advance(by: .seconds(3600))
        let effects = machine.newEffects()
        #expect(effects.count { $0 == Self.on } == 17)
        #expect(effects.count { $0 == .sendState(.absent("ModemManager says: no")) } == 1)
        machine.refusals = [:]
        machine.advance(by: .seconds(302))
        #expect(machine.newEffects().contains(.sendState(.searching)))
        #expect(machine.receiversOn == [true])
    }

    @Test("is the same one of several, and another's when the modem vanishes")
    func severalModems() {
        let (b, a) = (Machine.modem(0, identity: "b"), Machine.modem(1, identity: "a"))
        var machine = wanted(b, a)
        #expect(machine.receiversOn == [false, true])
        // A better one comes: the one in use stays.
        machine.modems.append(Machine.modem(2, identity: "0"))
        machine.read()
        #expect(machine.receiversOn == [false, true, false])
        machine.modems.remove(at: 1)
        machine.read()
        #expect(machine.receiversOn == [false, true])
        machine.modems = []
        machine.read()
        #expect(machine.newEffects().last == .sendState(.absent("there is no modem")))
        machine.modems = [Machine.modem(5, identity: "b")]
        machine.read()
        #expect(machine.receiversOn == [true])
    }

    @Test("is another's while the modem refuses, and is taken back from the one before")
    func refusingModem() {
        let (a, b) = (Machine.modem(0, identity: "a"), Machine.modem(1, identity: "b"))
        var machine = wanted(a, b)
        machine.send(.refused("/modem/0", because: "ModemManager says: no"))
        #expect(machine.receiversOn == [true, false])
        machine.advance(by: .seconds(5))
        #expect(machine.receiversOn == [false, true])
    }

    @Test("is searched for again when ModemManager has restarted, and nothing is taken back from the new one")
    func managerRestarted() {
        var machine = wanted()
        machine.owner = nil
        machine.read()
        #expect(machine.newEffects().last == .sendState(.absent("ModemManager does not run")))
        #expect(machine.noted == nil && machine.control.nextDeadline == nil)
        machine.owner = ":1.9"
        machine.modems[0] = Machine.modem()
        machine.read()
        #expect(machine.newEffects().prefix(2) == [Self.on, .sendState(.searching)])
        #expect(machine.noted == SwitchedOnModem(owner: ":1.9", path: Self.path, signalsLocation: false))
    }

    @Test("is taken back by the next run after this one was killed")
    func killed() {
        let taken = SwitchedOnModem(owner: ":1.7", path: Self.path, signalsLocation: true)
        var modem = Machine.modem()
        modem.enabled = [.cells, .gpsNMEA]
        var machine = Machine(modem, taken: taken)
        let off = ModemControl.Effect.setUp(Self.path, .cells, signalsLocation: true)
        #expect(machine.newEffects() == [off, .sendState(.searching)] && machine.noted == nil)
    }

    @Test("is off and on again after the machine has slept")
    func slept() {
        var machine = wanted()
        machine.advance(by: .seconds(2))
        _ = machine.newEffects()
        machine.sleep(for: .seconds(600))
        machine.advance(by: .seconds(1))
        #expect(machine.newEffects().prefix(3) == [Self.off, Self.on, .getLocation(Self.path)])
    }

    @Test("gets the owner's file when it is switched on, and again after twelve hours")
    func assistance() {
        var modem = Machine.modem()
        modem.takesAssistance = true
        var machine = wanted(modem)
        #expect(machine.newEffects().contains(.assist(Self.path)))
        for (hours, isGiven) in [(1, false), (11, true), (1, false)] {
            machine.send(.service(.unwanted))
            machine.advance(by: .seconds(3600 * hours))
            machine.send(.service(.wanted(interval: nil)))
            #expect(machine.newEffects().contains(.assist(Self.path)) == isGiven)
        }
    }

    @Test(
        "that cannot be used has a reason for a person",
        arguments: [
            (-1, 2, 1, "Quectel EC25 has no SIM, and ModemManager does not start it without one"),
            (-1, 3, 1, "the SIM of Quectel EC25 does not work"),
            (-1, 1, 1, "ModemManager cannot start Quectel EC25"),
            (2, 0, 2, "the SIM of Quectel EC25 is locked: mmcli -i any --pin=PIN"),
            (2, 0, 4, "the SIM of Quectel EC25 is locked, and needs another code than its PIN"),
            (3, 0, 1, "Quectel EC25 is off: nmcli radio wwan on, or mmcli -m any --enable"),
            (1, 0, 1, "Quectel EC25 is starting"), (5, 0, 1, "Quectel EC25 is starting"),
        ]
    )
    func problem(state: Int, failure: Int, lock: Int, reason: String) {
        var modem = Machine.modem(state: state)
        (modem.failure, modem.lock) = (failure, lock)
        var machine = Machine(modem)
        #expect(machine.newEffects() == [.sendState(.absent(reason))])
        machine.send(.service(.wanted(interval: nil)))
        #expect(machine.newEffects() == [])
        machine.modems[0] = Machine.modem()
        machine.read()
        #expect(machine.newEffects().prefix(2) == [Self.on, .sendState(.searching)])
    }

    @Test("is missing in a modem that only knows its cell")
    func withoutReceiver() {
        var modem = Machine.modem()
        modem.capabilities = .cells
        var machine = Machine(modem)
        let reason = "Quectel EC25 has no receiver that ModemManager can read"
        #expect(machine.newEffects() == [.sendState(.absent(reason))])
    }
}
