/// Sources of a location in a modem, as ModemManager numbers them.
package struct LocationSources: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The sentences of the receiver.
    package static let gpsNMEA = LocationSources(rawValue: 1 << 2)

    /// A receiver that is on, and whose port another program reads, such as gpsd.
    package static let gpsUnmanaged = LocationSources(rawValue: 1 << 4)
}

package struct Modem: Hashable, Sendable {
    /// The path of its object, a new one each time that the modem appears.
    package var path: String

    /// Its identifier wherever it is plugged in, such as its IMEI.
    package var identity: String

    /// The manufacturer and model, for people.
    package var name: String

    /// The state, from -1 (failed) to 11 (connected), and the reason of a failure.
    package var state: Int
    package var failure = 0

    /// The code that the modem waits for; 1 is none, 2 the PIN.
    package var lock = 1
    package var capabilities: LocationSources = []
    package var enabled: LocationSources = []

    /// Whether ModemManager tells everybody on the bus each new location.
    package var signalsLocation = false
    package var takesAssistance = false

    package init(path: String, identity: String, name: String, state: Int) {
        (self.path, self.identity, self.name, self.state) = (path, identity, name, state)
    }

    /// Whether its receiver can be switched on now: it has one, and the modem is enabled.
    package var isReady: Bool { capabilities.contains(.gpsNMEA) && state >= 6 }

    /// The reason why its receiver cannot be used; `nil` if it can.
    package var problem: String? {
        if isReady { return nil }
        switch (state, failure, lock) {
        case (-1, 2, _): return "\(name) has no SIM, and ModemManager does not start it without one"
        case (-1, 3, _): return "the SIM of \(name) does not work"
        case (-1, _, _): return "ModemManager cannot start \(name)"
        case (2, _, 3...): return "the SIM of \(name) is locked, and needs another code than its PIN"
        case (2, _, _): return "the SIM of \(name) is locked: mmcli -i any --pin=PIN"
        case (6..., _, _): return "\(name) has no receiver that ModemManager can read"
        case (3...4, _, _): return "\(name) is off: nmcli radio wwan on, or mmcli -m any --enable"
        default: return "\(name) is starting"
        }
    }
}
