import MessageBus
import Modems

/// ModemManager on the bus: its modems as they come, change and go, and what it is asked to do with them.
///
/// What changes often, such as a modem's signal, is not followed: nothing wakes this program while nobody wants a position.
final class ModemManager {
    private static let service = "org.freedesktop.ModemManager1"
    private static let objectManager = "org.freedesktop.DBus.ObjectManager"

    /// The longest time that a modem takes to switch its receiver.
    private static let patience: Duration = .seconds(60)

    private let bus: MessageBus
    private let happened: (ModemControl.Event) -> Void
    private var owner: NameOwner?
    private var subscriptions: [BusSubscription] = []
    private var isReading = false
    private var readsAgain = false

    init(on bus: MessageBus, happened: @escaping (ModemControl.Event) -> Void) throws(BusError) {
        self.bus = bus
        self.happened = happened
        owner = try NameOwner(of: Self.service, on: bus) { [unowned self] _ in
            isReading = false
            read()
        }
        for (member, interface) in [
            ("InterfacesAdded", Self.objectManager), ("InterfacesRemoved", Self.objectManager),
            ("StateChanged", Modem.interface),
        ] {
            let subscription = try bus.subscribe(to: member, of: interface, from: Self.service) {
                [unowned self] _ in read()
            }
            subscriptions.append(subscription)
        }
        read()
    }

    func read() {
        guard let owner = owner?.owner else { return happened(.managerGone) }
        readsAgain = isReading
        guard !isReading else { return }
        isReading = true
        let path = "/org/freedesktop/ModemManager1"
        // A failure is the end of ModemManager or of the bus, which is noticed anyway.
        try? bus.send(method("GetManagedObjects", of: Self.objectManager, at: path)) {
            [unowned self] result in
            // Another ModemManager may have come meanwhile.
            guard owner == self.owner?.owner else { return }
            isReading = false
            if readsAgain { return read() }
            guard let objects = try? result.get().first?.elements else { return }
            let modems = objects.compactMap { object -> Modem? in
                guard case .entry(let path, let interfaces) = object else { return nil }
                return path.text.flatMap { Modem($0, interfaces) }
            }
            happened(.modems(modems, of: owner))
        }
    }

    /// Has a modem's sources switched to these and no others.
    func setUp(_ path: String, _ sources: LocationSources, signalsLocation: Bool) {
        call("Setup", path, [.uint32(sources.rawValue), .boolean(signalsLocation)]) { _ in .switched(path) }
    }

    /// Asks for a modem's sentences.
    func getLocation(_ path: String) {
        call("GetLocation", path, []) { answer in
            for case .entry(let source, let value) in answer.first?.elements ?? []
            where source.integer == Int(LocationSources.gpsNMEA.rawValue) {
                return .sentences(value.text ?? "", of: path)
            }
            return .refused(path, because: "another program has switched the receiver off")
        }
    }

    func assist(_ path: String, _ data: [UInt8], failed: @escaping (BusError) -> Void) throws(BusError) {
        let inject = method("InjectAssistanceData", of: Modem.locationInterface, at: path)
        try bus.send(inject, .array(of: "y", data.map { .byte($0) }), timeout: Self.patience) {
            if case .failure(let error) = $0 { failed(error) }
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
        try? bus.send(method, with: arguments, timeout: Self.patience) { [unowned self] result in
            switch result {
            case .success(let answer): happened(answered(answer))
            case .failure(let error):
                let isForbidden = error.isKind(.accessDenied) || error.name.hasSuffix(".Unauthorized")
                let reason =
                    isForbidden
                    ? "ModemManager does not obey this user: polkit has no rule for it"
                    : "ModemManager says: \(error.message.isEmpty ? error.name : error.message)"
                happened(.refused(path, because: reason))
            }
        }
    }

    private func method(_ member: String, of interface: String, at path: String) -> MessageBus.Method {
        MessageBus.Method(member, of: interface, at: path, of: Self.service, startsProgram: false)
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
