/// systemd's manager on a bus: that of the machine, or that of a person's session.
package struct Systemd {
    private static let name = "org.freedesktop.systemd1"
    private static let manager = "\(name).Manager"

    private let bus: MessageBus

    package init(on bus: MessageBus) { self.bus = bus }

    package func isRunning() throws(BusError) -> Bool { try bus.owner(of: Self.name) != nil }

    @discardableResult
    package func call(_ member: String, _ arguments: BusValue...) throws(BusError) -> [BusValue] {
        try bus.call(method(member), arguments)
    }

    package func send(
        _ member: String,
        _ arguments: BusValue...,
        answered: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
    ) throws(BusError) {
        try bus.send(method(member), arguments, answered: answered)
    }

    /// Calls `received` for each signal of the manager or of a unit, which go to those who have called `Subscribe`.
    package func subscribe(
        to signal: String,
        of interface: String = manager,
        at path: String? = nil,
        _ received: @escaping (BusMessage) -> Void
    ) throws(BusError) -> BusSubscription {
        try bus.subscribe(to: signal, of: interface, at: path, from: Self.name, received)
    }

    // MARK: Units

    /// Reads a property of the unit at an object path; `kind` is its type, such as `Service`.
    package func property(
        _ property: String,
        of kind: String = "Unit",
        at unit: String
    ) throws(BusError) -> BusValue? {
        try bus.property(property, of: "\(Self.name).\(kind)", at: unit, of: Self.name)
    }

    /// Returns the name of the unit of a process; `nil` if the manager has none for it.
    package func unit(ofProcess process: Int32) -> String? {
        guard let path = try? call("GetUnitByPID", .uint32(UInt32(clamping: process))).first?.text
        else { return nil }
        return try? property("Id", at: path)?.text
    }

    private func method(_ member: String) -> MessageBus.Method {
        .init(member, of: Self.manager, at: "/org/freedesktop/systemd1", of: Self.name, startsProgram: false)
    }
}
