import LocationModel
import MessageBus

/// The table of xdg-desktop-portal with the location permissions of sandboxed programs.
final class PermissionStore {
    private static let name = "org.freedesktop.impl.portal.PermissionStore"
    private static let path = "/org/freedesktop/impl/portal/PermissionStore"

    /// The name of the table, and of its only entry.
    private static let table = "location"

    /// The time for an answer: the person's questions wait meanwhile.
    private static let patience: Duration = .seconds(3)

    private let bus: MessageBus
    private var subscription: BusSubscription?

    /// Whether the store has changed the table since this was set to `false`.
    var hasChanged = true

    init(on bus: MessageBus) throws(BusError) {
        self.bus = bus
        subscription = try bus.subscribe(to: "Changed", of: Self.name, at: Self.path, from: Self.name) {
            [unowned self] signal in
            if signal.arguments.first?.text == Self.table { hasChanged = true }
        }
    }

    /// Returns the decisions about apps; `nil` if the desktop has no portal.
    ///
    /// The bus starts the store, so that a decision is there before the portal reads it.
    func decisions() throws(BusError) -> [String: PortalTables.Decision]? {
        do throws(BusError) {
            let table = try call("Lookup", .string(Self.table), .string(Self.table)).first
            var decisions: [String: PortalTables.Decision] = [:]
            for case .entry(let app, let words) in table?.elements ?? [] {
                guard let app = app.text.flatMap({ AppIdentifier($0) }),
                    let decision = Self.decision(of: words.elements?.compactMap(\.text) ?? [])
                else { continue }
                decisions[app.rawValue] = decision
            }
            return decisions
        } catch {
            if error.name == "org.freedesktop.portal.Error.NotFound" { return [:] }
            if error.isKind(.serviceUnknown) { return nil }
            throw error
        }
    }

    func set(_ decision: PortalTables.Decision, of app: String) throws(BusError) {
        let (table, app) = (BusValue.string(Self.table), BusValue.string(app))
        guard let level = Self.levels.first(where: { $0.decision == decision })?.word else {
            do throws(BusError) {
                try call("DeletePermission", table, table, app)
            } catch { if error.name != "org.freedesktop.portal.Error.NotFound" { throw error } }
            return
        }
        // The second word is the time of the last use, which the portal sets.
        let words = BusValue.array(of: "s", [.string(level), .string("0")])
        try call("SetPermission", table, .boolean(true), table, app, words)
    }

    /// The portal's words, of which the first with a decision is written.
    private static let levels: [(word: String, decision: PortalTables.Decision)] = [
        ("NONE", .denied), ("NEIGHBORHOOD", .reduced), ("EXACT", .full), ("COUNTRY", .reduced),
        // Its street is finer than Waymark's area.
        ("CITY", .reduced), ("STREET", .full),
    ]

    /// Returns the decision that an entry stands for; `nil` for one that the portal does not count.
    static func decision(of words: [String]) -> PortalTables.Decision? {
        words.count < 2 ? nil : levels.first { $0.word == words[0] }?.decision ?? .denied
    }

    @discardableResult
    private func call(_ member: String, _ arguments: BusValue...) throws(BusError) -> [BusValue] {
        let method = MessageBus.Method(member, of: Self.name, at: Self.path, of: Self.name)
        return try bus.call(method, arguments, timeout: Self.patience)
    }
}
