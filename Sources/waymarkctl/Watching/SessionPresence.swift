import LinuxSystem
import LocationModel
import MessageBus

/// Whether somebody is at the user's session, as logind tells.
///
/// This stands in for bars that cannot tell whether they are seen. The session is the one that this process belongs to,
/// else the user's graphical one. Somebody is there while it is active and neither locked nor idle. Where logind or a
/// session is missing, somebody is assumed to be there.
final class SessionPresence {
    private(set) var isAttended = true

    private var bus: MessageBus?
    private var subscriptions: [BusSubscription] = []
    private var hadSession = false

    /// Whether logind has told something that was not looked at.
    private var hasNews = true

    /// logind answers from memory.
    private static let patience: Duration = .seconds(5)
    private static let logind = "org.freedesktop.login1"
    private static let manager = "\(logind).Manager"
    private static let properties = "org.freedesktop.DBus.Properties"

    init() {
        guard let bus = try? MessageBus(.system) else { return }
        self.bus = bus
        let signals = [
            ("SessionNew", Self.manager), ("SessionRemoved", Self.manager),
            ("PropertiesChanged", Self.properties),
        ]
        subscriptions = signals.compactMap { signal, interface in
            try? bus.subscribe(to: signal, of: interface, from: Self.logind) { [unowned self] _ in
                hasNews = true
            }
        }
    }

    var descriptor: CInt? { bus?.descriptor }

    /// The time when ``update()`` must be called even if nothing arrives.
    var deadline: ContinuousClock.Instant? { bus?.nextDeadline }

    /// Reads what logind has told since the last call.
    func update() {
        guard let bus else { return }
        do throws(BusError) {
            repeat {
                while try bus.process() {}
                if hasNews { look(on: bus) }
                // A reply may have come with further signals, for which the descriptor does not wake anybody.
            } while try bus.process() || hasNews
        } catch {
            // The bus is gone; what logind said last is still the best guess.
            self.bus = nil
        }
    }

    private func look(on bus: MessageBus) {
        hasNews = false
        do throws(BusError) {
            if let session = try session(on: bus) {
                let interface = BusValue.string("\(Self.logind).Session")
                let values = try ask(bus, "GetAll", interface, of: Self.properties, at: session)
                let holds = { (name: String) in values?[key: name]?.isTrue }
                isAttended =
                    holds("Active") != false && holds("LockedHint") != true && holds("IdleHint") != true
                hadSession = true
                return
            }
        } catch {
            // Without an answer, what logind said last is still the best guess.
            if [.timeout, .noReply, .failed].contains(where: error.isKind) { return }
        }
        // logind knows of no session, or is missing: once there was one, nobody is at its screen after its end.
        if hadSession { isAttended = false }
    }

    /// Returns the session of this process, or, outside of everything that belongs to the user, such as in the user's
    /// manager, the user's graphical one.
    private func session(on bus: MessageBus) throws(BusError) -> String? {
        if let own = try? ask(bus, "GetSession", .string("auto"))?.text { return own }
        let user = try ask(bus, "GetUser", .uint32(ProcessIdentity.effectiveUserID))?.text ?? "/"
        let interface = BusValue.string("\(Self.logind).User")
        let display = try ask(bus, "Get", interface, .string("Display"), of: Self.properties, at: user)
        let fields = display?.elements
        return fields?.first?.text == "" ? nil : fields?.last?.text
    }

    private func ask(
        _ bus: MessageBus,
        _ method: String,
        _ arguments: BusValue...,
        of interface: String = manager,
        at path: String = "/org/freedesktop/login1"
    ) throws(BusError) -> BusValue? {
        let call = MessageBus.Method(method, of: interface, at: path, of: Self.logind)
        return try bus.call(call, arguments, timeout: Self.patience).first
    }
}
