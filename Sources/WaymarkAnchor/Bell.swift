import LinuxSystem
import LocationModel
import MessageBus
import SystemdService
import UserInput

/// The outlets of an alarm: a line in the log, a notification of the desktop, and the owner's unit.
///
/// The line needs nothing else. A missing bus is sought again with each alarm.
final class Bell {
    private static let silenceKey = "silence"

    private let configuration: AlarmConfiguration
    private let address: MessageBus.Address

    /// Whether it belongs to the machine and not to a session, so that there is nobody to notify.
    private let isForSystem: Bool
    private let poller: Poller
    private let log: Log
    private var bus: (bus: MessageBus, token: Poller.Token)?
    private var desktop: NotificationServer?
    private var shown: NotificationServer.Identifier?
    private var text: String?
    private var isSilenced = false

    init(_ line: ParsedCommandLine, _ configuration: AlarmConfiguration, _ poller: Poller, _ log: Log) {
        self.configuration = configuration
        isForSystem = line.has("system")
        address = line.value(of: "bus").map { .at($0) } ?? (isForSystem ? .system : .user)
        self.poller = poller
        self.log = log
        connect()
    }

    // MARK: Noise

    func sound(_ text: String) {
        log.error("ALARM: \(text)")
        self.text = text
        if bus == nil { connect() }
        if let unit = configuration.unit { control("StartUnit", unit) }
        notify()
    }

    func end(_ reason: String) {
        guard text != nil else { return }
        text = nil
        log.notice("the alarm is over: \(reason)")
        if let shown { desktop?.withdraw(shown) }
        shown = nil
        guard let unit = configuration.unit else { return }
        // The noise goes on until somebody stops it.
        if bus == nil { connect() }
        control("StopUnit", unit)
    }

    private func control(_ member: String, _ unit: UnitName) {
        do throws(BusError) {
            guard let bus else { throw BusError(.failed, "there is no message bus") }
            try Systemd(on: bus.bus).send(member, .string(unit.rawValue), .string("replace")) {
                [log] result in
                if case .failure(let error) = result { log.error("\(unit): \(error)") }
            }
        } catch { fail(error, "\(member) \(unit)") }
    }

    private func notify() {
        guard let desktop, let text else { return }
        do throws(BusError) {
            let content = NotificationContent(
                summary: "Anchor alarm",
                paragraphs: [text],
                buttons: [(Self.silenceKey, "Silence")],
                for: try desktop.capabilities()
            )
            shown = try desktop.show(content, replacing: shown, icon: "dialog-warning")
        } catch { log.info("no notification: \(error)") }
    }

    // MARK: The bus

    private func connect() {
        do throws(BusError) {
            let bus = try MessageBus(address)
            guard let token = try? poller.watch(bus.descriptor, for: .readable) else { return }
            self.bus = (bus, token)
            if isForSystem { return }
            desktop = try NotificationServer(on: bus) { [unowned self] in handle($0) }
        } catch { fail(error, "the message bus") }
    }

    private func fail(_ error: BusError, _ what: String) { log.warning("\(what): \(error)") }

    private func handle(_ event: NotificationServer.Event) {
        switch event {
        case .pressed(shown, key: Self.silenceKey): isSilenced = true
        case .serverChanged(let isThere):
            shown = nil
            if isThere { notify() }
        case .closed(shown): shown = nil
        case .pressed, .closed: break
        }
    }

    /// Handles what has arrived; returns whether somebody has pressed the button that silences.
    func process() -> Bool {
        defer { isSilenced = false }
        do throws(BusError) {
            while try bus?.bus.process() ?? false {}
        } catch {
            fail(error, "the message bus")
            // Before anything else can get the number of its descriptor.
            if let bus { poller.unwatch(bus.token) }
            (bus, desktop, shown) = (nil, nil, nil)
        }
        return isSilenced
    }

    /// Has the loop wait for the bus; returns when to call ``process()`` even if nothing arrives.
    func prepare() throws(SystemError) -> ContinuousClock.Instant? {
        if let bus { try poller.change(bus.token, to: bus.bus.interest) }
        return bus?.bus.nextDeadline
    }

    /// Waits until all messages are sent.
    func flush() throws(BusError) { try bus?.bus.flush() }
}
