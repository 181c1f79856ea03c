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
    private var hasNews = false
    private var backOff = BackOff(first: .seconds(1), longest: .seconds(60))
    private var connectsAt: ContinuousClock.Instant? = .now

    /// logind answers from memory.
    private static let patience: Duration = .seconds(5)
    private static let logind = "org.freedesktop.login1"

    var descriptor: CInt? { bus?.descriptor }

    /// The time when ``update()`` must be called even if nothing arrives.
    var deadline: ContinuousClock.Instant? { bus?.nextDeadline ?? connectsAt }

    /// Takes in what logind has told since the last call.
    func update() {
        if let time = connectsAt, time <= .now { connect() }
        guard let bus else { return }
        do throws(BusError) {
            repeat {
                while try bus.process() {}
                if hasNews { try look(on: bus) }
                // A reply may have come with further signals, for which the descriptor does not wake anybody.
            } while try bus.process() || hasNews
            backOff.reset()
        } catch {
            end()
        }
    }

    private func connect() {
        connectsAt = nil
        do throws(BusError) {
            let bus = try MessageBus(.system)
            let (manager, properties) = ("\(Self.logind).Manager", "org.freedesktop.DBus.Properties")
            subscriptions = try [
                ("SessionNew", manager), ("SessionRemoved", manager), ("PropertiesChanged", properties),
            ].map { (signal, interface) throws(BusError) in
                try bus.subscribe(to: signal, of: interface, from: Self.logind) { [unowned self] _ in
                    hasNews = true
                }
            }
            self.bus = bus
            hasNews = true
        } catch { end() }
    }

    /// Forgets the bus, and tries again later; what logind said last is still the best guess.
    private func end() {
        subscriptions = []
        bus = nil
        connectsAt = .now + backOff.next()
    }

    /// Returns the session of this process, or, outside of everything that belongs to the user, such as in the user's
    /// manager, the user's graphical one.
    private func session(on bus: MessageBus) throws(BusError) -> String? {
        let own = try answer { () throws(BusError) in try ask("GetSession", .string("auto"), on: bus) }
        if let own { return own }
        return try answer { () throws(BusError) in
            guard let user = try ask("GetUser", .uint32(ProcessIdentity.effectiveUserID), on: bus)
            else { return nil }
            let display = try bus.property(
                "Display",
                of: "\(Self.logind).User",
                at: user,
                of: Self.logind,
                timeout: Self.patience
            )?.elements
            return display?.first?.text == "" ? nil : display?.last?.text
        }
    }

    /// Returns what logind answers; `nil` where it knows of none, or there is no logind.
    ///
    /// - Throws: ``MessageBus/BusError`` if no answer came, after which it is asked again.
    private func answer(_ question: () throws(BusError) -> String?) throws(BusError) -> String? {
        do throws(BusError) { return try question() } catch {
            if error.isKind(.timeout) || error.isKind(.noReply) { throw error }
            return nil
        }
    }

    private func ask(_ method: String, _ argument: BusValue, on bus: MessageBus) throws(BusError) -> String? {
        let (manager, path) = ("\(Self.logind).Manager", "/org/freedesktop/login1")
        let call = MessageBus.Method(method, of: manager, at: path, of: Self.logind)
        return try bus.call(call, [argument], timeout: Self.patience).first?.text
    }

    private func look(on bus: MessageBus) throws(BusError) {
        hasNews = false
        // No logind, or no session. Once there was a session, nobody is at its screen after its end.
        guard let session = try session(on: bus) else {
            if hadSession { isAttended = false }
            return
        }
        hadSession = true
        do throws(BusError) {
            let properties = "org.freedesktop.DBus.Properties"
            let call = MessageBus.Method("GetAll", of: properties, at: session, of: Self.logind)
            let interface = BusValue.string("\(Self.logind).Session")
            let values = try bus.call(call, [interface], timeout: Self.patience).first
            let holds = { (name: String) in values?[key: name]?.isTrue }
            isAttended = holds("Active") != false && holds("LockedHint") != true && holds("IdleHint") != true
        } catch {
            guard error.isKind(.unknownObject) else { throw error }
            isAttended = false
        }
    }
}
