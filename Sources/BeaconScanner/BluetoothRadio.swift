import LocationModel
import MessageBus
import Regions

/// The Bluetooth adapters of this machine, through BlueZ, which look for devices while that is wanted.
final class BluetoothRadio {
    /// The time after which an adapter that would not look for devices is asked again.
    private static let retry: Duration = .seconds(5)

    /// The time for BlueZ's answers, for which the program waits.
    private static let patience: Duration = .seconds(3)

    /// The most devices that are remembered: a sender of made-up advertisements makes BlueZ report thousands.
    private static let deviceLimit = 1024

    private static let service = "org.bluez"
    private static let adapterInterface = "org.bluez.Adapter1"
    private static let deviceInterface = "org.bluez.Device1"
    private static let objectManager = "org.freedesktop.DBus.ObjectManager"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// A device that was seen: BlueZ reports the parts of an advertisement as they change.
    private struct Device {
        var frame: BeaconFrame?
        var rssi: Int?
    }

    private struct Adapter {
        var isPowered: Bool
        var isScanning = false

        /// The reason why it refused to look for devices, as long as that is wanted.
        var failure: String?
    }

    var isWanted = false { didSet { if isWanted != oldValue { update() } } }

    private(set) var retryAt: ContinuousClock.Instant?

    private let bus: MessageBus
    private let heard: (BeaconFrame, Int) -> Void
    private var subscriptions: [BusSubscription] = []
    private var owner: NameOwner?
    private var adapters: [String: Adapter] = [:]
    private var devices: [String: Device] = [:]

    /// Follows BlueZ on a bus; `heard` takes each advertisement of a beacon, with the strength of its signal in dBm.
    init(on bus: MessageBus, heard: @escaping (BeaconFrame, Int) -> Void) throws(BusError) {
        self.bus = bus
        self.heard = heard
        owner = try NameOwner(of: Self.service, on: bus) { [unowned self] _ in readObjects() }
        subscriptions = [
            try bus.subscribe(to: "InterfacesAdded", of: Self.objectManager, from: Self.service) {
                [unowned self] signal in
                guard let path = signal.arguments.first?.text, signal.arguments.count == 2 else { return }
                add(path, signal.arguments[1])
                update()
            },
            try bus.subscribe(to: "InterfacesRemoved", of: Self.objectManager, from: Self.service) {
                [unowned self] signal in
                guard let path = signal.arguments.first?.text else { return }
                (adapters[path], devices[path]) = (nil, nil)
            },
            try bus.subscribe(to: "PropertiesChanged", of: Self.properties, from: Self.service) {
                [unowned self] signal in
                guard let interface = signal.arguments.first?.text, signal.arguments.count == 3
                else { return }
                change(signal.path, interface, signal.arguments[1])
            },
        ]
        readObjects()
    }

    // MARK: State

    var isListening: Bool { adapters.values.contains(where: \.isScanning) }

    /// The reason why no adapter can listen; `nil` if one does or will.
    var problem: String? {
        if owner?.owner == nil { return "BlueZ does not run (bluetooth.service)" }
        if adapters.isEmpty { return "there is no Bluetooth adapter" }
        let powered = adapters.values.filter(\.isPowered)
        if powered.isEmpty { return "Bluetooth is switched off" }
        let failures = powered.compactMap(\.failure)
        return failures.count == powered.count ? "BlueZ does not look for devices: \(failures[0])" : nil
    }

    // MARK: Objects

    private func readObjects() {
        (adapters, devices) = ([:], [:])
        guard owner?.owner != nil else { return }
        // A failure is the end of BlueZ or of the bus, which is noticed anyway.
        try? bus.send(method("GetManagedObjects", of: Self.objectManager, at: "/")) { [unowned self] result in
            guard let objects = try? result.get().first?.elements else { return }
            for case .entry(let path, let interfaces) in objects { path.text.map { add($0, interfaces) } }
            update()
        }
    }

    private func add(_ path: String, _ interfaces: BusValue) {
        if let properties = interfaces[key: Self.adapterInterface] {
            adapters[path] = Adapter(isPowered: properties[key: "Powered"]?.isTrue ?? false)
        }
        if let properties = interfaces[key: Self.deviceInterface] { hear(path, properties) }
    }

    private func change(_ path: String, _ interface: String, _ properties: BusValue) {
        switch interface {
        case Self.deviceInterface: hear(path, properties)
        case Self.adapterInterface:
            guard adapters[path] != nil else { return }
            if let isPowered = properties[key: "Powered"]?.isTrue {
                adapters[path]?.isPowered = isPowered
                if !isPowered { adapters[path] = Adapter(isPowered: false) }
            }
            // Somebody removed the adapter's discovery, or BlueZ has reset the radio.
            if properties[key: "Discovering"]?.isTrue == false { adapters[path]?.isScanning = false }
            update()
        default: break
        }
    }

    private func hear(_ path: String, _ properties: BusValue) {
        guard devices[path] != nil || devices.count < Self.deviceLimit else { return }
        var device = devices[path] ?? Device()
        let (data, rssi) = (properties[key: "ManufacturerData"], properties[key: "RSSI"]?.integer)
        guard data != nil || rssi != nil else { return }
        if let data { device.frame = Self.frame(in: data) }
        if let rssi { device.rssi = rssi }
        devices[path] = device
        if isWanted, let frame = device.frame, let rssi = device.rssi { heard(frame, rssi) }
    }

    private static func frame(in data: BusValue) -> BeaconFrame? {
        for case .entry(let company, let bytes) in data.elements ?? []
        where company.integer == Int(BeaconFrame.company) {
            let numbers = bytes.elements?.compactMap(\.integer) ?? []
            return BeaconFrame(manufacturerData: numbers.compactMap { UInt8(exactly: $0) })
        }
        return nil
    }

    // MARK: Discovery

    /// Asks the adapters again that refused to look for devices, if that is due.
    func retryIfDue(at now: ContinuousClock.Instant) {
        guard let retryAt, retryAt <= now else { return }
        self.retryAt = nil
        guard isWanted else { return }
        for (path, adapter) in adapters where adapter.isPowered && adapter.failure != nil { start(path) }
    }

    private func update() {
        for (path, adapter) in adapters where adapter.isPowered {
            if !isWanted {
                adapters[path] = Adapter(isPowered: true)
                // One that did not answer in time may have begun since.
                guard adapter.isScanning || adapter.failure != nil else { continue }
                try? bus.send(method("StopDiscovery", at: path))
            } else if !adapter.isScanning, adapter.failure == nil {
                start(path)
            }
        }
    }

    private func start(_ path: String) {
        // Without duplicates, BlueZ would report each device once.
        let filter = BusValue.dictionary(["DuplicateData": .boolean(true), "Transport": .string("le")])
        do throws(BusError) {
            try bus.call(method("SetDiscoveryFilter", at: path), [filter], timeout: Self.patience)
            try bus.call(method("StartDiscovery", at: path), timeout: Self.patience)
        } catch {
            // With this error, it looks for devices for this program already.
            guard error.name == "org.bluez.Error.InProgress" else {
                adapters[path]?.failure = error.message.isEmpty ? error.name : error.message
                retryAt = .now + Self.retry
                return
            }
        }
        adapters[path] = Adapter(isPowered: true, isScanning: true)
    }

    private func method(
        _ member: String,
        of interface: String = BluetoothRadio.adapterInterface,
        at path: String
    ) -> MessageBus.Method {
        MessageBus.Method(member, of: interface, at: path, of: Self.service, startsProgram: false)
    }
}
