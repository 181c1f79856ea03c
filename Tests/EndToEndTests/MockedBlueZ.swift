import LocationModel
import MessageBus
import TestSupport

/// A BlueZ on a private bus, made by `python3-dbusmock`, whose devices the test changes.
final class MockedBlueZ {
    /// Why it cannot run here; `nil` if it can.
    static let obstacle: String? = {
        if let obstacle = PrivateBus.obstacle { return obstacle }
        return Python.succeeds(python, "import dbusmock.templates.bluez5")
            ? nil : "Debian's python3-dbusmock is not installed"
    }()

    private static let python = "/usr/bin/python3"
    private static let mock = "org.bluez.Mock"

    let privateBus: PrivateBus
    private let bus: MessageBus
    private var program: RunningProgram?

    init() async throws {
        privateBus = try await PrivateBus()
        bus = try MessageBus(.at(privateBus.address))
    }

    func start() async throws {
        let program = try RunningProgram(
            [Self.python, "-m", "dbusmock", "--system", "--template", "bluez5"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": privateBus.address]
        )
        self.program = program
        try await waiting(until: "BlueZ") {
            guard program.isRunning else { throw Overdue("a BlueZ: \(program.errors)") }
            return try bus.owner(of: "org.bluez") != nil
        }
        try call("AddAdapter", of: Self.mock, at: "/", [.string("hci0"), .string("test")])
    }

    func kill() { program?.kill() }

    /// Switches the adapter on or off, as `rfkill` or a desktop does.
    func power(_ isOn: Bool) throws {
        let properties = BusValue.dictionary(["Powered": .boolean(isOn)])
        let arguments: [BusValue] = [.string("org.bluez.Adapter1"), properties]
        try call("UpdateProperties", of: "org.freedesktop.DBus.Mock", at: "/org/bluez/hci0", arguments)
    }

    var isDiscovering: Bool {
        get throws {
            try bus.property("Discovering", of: "org.bluez.Adapter1", at: "/org/bluez/hci0", of: "org.bluez")?
                .isTrue ?? false
        }
    }

    func refuseFilter(_ isRefused: Bool) throws {
        let code =
            isRefused
            ? "raise dbus.exceptions.DBusException('busy', name='org.bluez.Error.Failed')"
            : "self.props['org.bluez.Adapter1']['DiscoveryFilter'] = args[0]"
        let arguments = ["org.bluez.Adapter1", "SetDiscoveryFilter", "a{sv}", "", code].map(BusValue.string)
        try call("AddMethod", of: "org.freedesktop.DBus.Mock", at: "/org/bluez/hci0", arguments)
    }

    /// A device appears, such as `AA:BB:CC:DD:EE:01`.
    func addDevice(_ address: String) throws -> String {
        let arguments = ["hci0", address, "beacon"].map(BusValue.string)
        return try call("AddDevice", of: Self.mock, at: "/", arguments).first?.text ?? ""
    }

    func advertise(_ device: String, _ bytes: [UInt8], rssi: Int16) throws {
        let data = BusValue.array(
            of: "{qv}",
            [.entry(key: .uint16(0x4C), .variant(.array(of: "y", bytes.map { .byte($0) })))]
        )
        // The mock's own way to change several properties cannot send dictionaries.
        try set("RSSI", .int16(rssi), of: device)
        try set("ManufacturerData", data, of: device)
    }

    private func set(_ property: String, _ value: BusValue, of device: String) throws {
        let arguments: [BusValue] = [.string("org.bluez.Device1"), .string(property), .variant(value)]
        try call("Set", of: "org.freedesktop.DBus.Properties", at: device, arguments)
    }

    @discardableResult
    private func call(
        _ member: String,
        of interface: String,
        at path: String,
        _ arguments: [BusValue]
    ) throws -> [BusValue] {
        let method = MessageBus.Method(member, of: interface, at: path, of: "org.bluez")
        return try bus.call(method, arguments)
    }
}
