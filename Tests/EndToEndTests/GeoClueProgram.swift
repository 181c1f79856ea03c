import MessageBus
import TestSupport

/// A program on the bus that speaks to `org.freedesktop.GeoClue2`, controlled by the test.
final class GeoClueProgram {
    static let name = "org.freedesktop.GeoClue2"
    static let properties = "org.freedesktop.DBus.Properties"

    let desktop: GeoClueDesktop
    let bus: MessageBus
    let client: String
    private(set) var updates: [(old: String, new: String)] = []

    private var subscriptions: [BusSubscription] = []

    init(on desktop: GeoClueDesktop) throws {
        self.desktop = desktop
        bus = try MessageBus(.at(desktop.bus.address))
        client = try Self.manager("GetClient", on: bus).first?.text ?? ""
        subscriptions = [
            try bus.subscribe(to: "LocationUpdated", of: Self.name + ".Client", from: Self.name) {
                [weak self] in
                self?.updates.append(($0.arguments[0].text ?? "", $0.arguments[1].text ?? ""))
            }
        ]
    }

    convenience init(on desktop: GeoClueDesktop, app: String = "org.example.app", level: UInt32 = 8) throws {
        try self.init(on: desktop)
        try set("DesktopId", .string(app))
        try set("RequestedAccuracyLevel", .uint32(level))
    }

    @discardableResult
    static func manager(_ member: String, _ argument: BusValue? = nil, on bus: MessageBus) throws
        -> [BusValue]
    {
        let path = "/org/freedesktop/GeoClue2/Manager"
        let method = MessageBus.Method(member, of: name + ".Manager", at: path, of: name)
        return try bus.call(method, argument.map { [$0] } ?? [])
    }

    @discardableResult
    func call(_ member: String, at path: String? = nil) throws -> [BusValue] {
        try bus.call(.init(member, of: Self.name + ".Client", at: path ?? client, of: Self.name))
    }

    final class Answer {
        fileprivate(set) var result: Result<[BusValue], BusError>?
    }

    /// Calls a method without waiting.
    func send(_ member: String, at path: String? = nil) throws -> Answer {
        let answer = Answer()
        let interface = Self.name + ".Client"
        let method = MessageBus.Method(member, of: interface, at: path ?? client, of: Self.name)
        try bus.send(method, timeout: .seconds(25)) { answer.result = $0 }
        return answer
    }

    func set(_ property: String, _ value: BusValue, at path: String? = nil) throws {
        try bus.call(
            .init("Set", of: Self.properties, at: path ?? client, of: Self.name),
            [.string(Self.name + ".Client"), .string(property), .variant(value)]
        )
    }

    func get(_ property: String, of interface: String = "Client", at path: String? = nil) throws -> BusValue {
        let reply = try bus.call(
            .init("Get", of: Self.properties, at: path ?? client, of: Self.name),
            [.string("\(Self.name).\(interface)"), .string(property)]
        )
        guard case .variant(let value)? = reply.first else { throw BusError(.failed, "no variant") }
        return value
    }

    var isActive: Bool { get throws { try get("Active").isTrue == true } }

    func location(_ property: String) throws -> BusValue {
        try get(property, of: "Location", at: updates.last?.new ?? "/")
    }

    /// Starts, and waits for the first location.
    func follow() async throws {
        try call("Start")
        try await nextUpdate()
    }

    func nextUpdate() async throws {
        let count = updates.count
        try await waiting(until: "an update") {
            while try bus.process() {}
            return updates.count > count
        }
    }
}
