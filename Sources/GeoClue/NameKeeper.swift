import LinuxSystem
import MessageBus
import SystemdService

/// A second connection to the bus, which waits for GeoClue's name and has it while no bridge runs.
///
/// The service manager holds it while it restarts the bridge. So the name never goes away, which programs would take for
/// the end of the service: Firefox's watch of the location would be dead. Calls that come meanwhile fail when the next
/// bridge has the name.
final class NameKeeper {
    private static let storeName = "geoclue-name"

    private let bus: MessageBus

    /// Waits for the name, behind the bridge; `nil` if no service manager could hold the connection.
    init?(at address: MessageBus.Address, _ poller: Poller) throws {
        guard Environment.value(of: "NOTIFY_SOCKET") != nil else { return nil }
        bus = try MessageBus(address)
        try bus.queueForName(Interfaces.busName)
        _ = try poller.watch(bus.descriptor, for: .readable)
        ServiceManager.store(bus.descriptor, named: Self.storeName)
    }

    /// Ends the connections that the bridge before has left, here and in the service manager.
    static func end(_ inherited: [PassedDescriptor]) {
        ServiceManager.removeStored(named: storeName)
        for descriptor in inherited { _ = FileDescriptor(owning: descriptor.number) }
    }

    /// Reads what programs send to this connection, so that the bus need not keep it; returns whether there may be more.
    ///
    /// sd-bus answers calls with an error.
    func process() throws(BusError) -> Bool { try bus.process() }
}
