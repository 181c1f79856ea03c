import MessageBus

/// Sources of a location in a modem, as ModemManager numbers them.
struct LocationSources: OptionSet, Hashable {
    let rawValue: UInt32

    /// The sentences of the receiver.
    static let gpsNMEA = LocationSources(rawValue: 1 << 2)

    /// A receiver that is on, and whose port another program reads, such as gpsd.
    static let gpsUnmanaged = LocationSources(rawValue: 1 << 4)
}

/// A modem as ModemManager describes it.
struct Modem: Hashable {
    static let interface = "org.freedesktop.ModemManager1.Modem"
    static let locationInterface = "org.freedesktop.ModemManager1.Modem.Location"

    /// The path of its object, another one each time that the modem appears.
    var path: String

    /// What it is known by wherever it is plugged in, such as its IMEI.
    var identity: String

    /// The manufacturer and model, for people.
    var name: String

    /// The state, from -1 (failed) to 11 (connected), and the reason of a failure.
    var state: Int
    var failure = 0

    /// The code that the modem waits for; 1 is none, 2 the PIN.
    var lock = 1

    /// The sources that it has, and those that are on.
    var capabilities: LocationSources = []
    var enabled: LocationSources = []

    /// Whether ModemManager tells everybody on the bus each new location.
    var signalsLocation = false
    var takesAssistance = false

    /// Whether its receiver can be switched on now: it has one, and the modem is enabled.
    var isReady: Bool { capabilities.contains(.gpsNMEA) && state >= 6 }

    /// Why its receiver cannot be used; `nil` if it can.
    var problem: String? {
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

extension Modem {
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
            state: modem[key: "State"]?.integer ?? 0,
            failure: modem[key: "StateFailedReason"]?.integer ?? 0,
            lock: modem[key: "UnlockRequired"]?.integer ?? 1,
            capabilities: sources("Capabilities"),
            enabled: sources("Enabled"),
            signalsLocation: location?[key: "SignalsLocation"]?.isTrue ?? false,
            takesAssistance: location?[key: "SupportedAssistanceData"]?.integer ?? 0 != 0
        )
    }
}
