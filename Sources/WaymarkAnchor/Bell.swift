import LocationModel
import MessageBus
import SystemdService

/// What makes the noise: a line in the log, a notification of the desktop, and the unit that the owner has named.
///
/// The line needs nothing. The bus may be away, and is sought again with each alarm.
final class Bell {
    private static let silenceKey = "silence"

    private let options: Options
    private let log: Log
    private(set) var bus: MessageBus?
    private var desktop: NotificationServer?
    private var shown: NotificationServer.Identifier?
    private var text: String?
    private var isSilenced = false

    init(_ options: Options, _ log: Log) {
        self.options = options
        self.log = log
        connect()
    }

    // MARK: Noise

    func sound(_ text: String) {
        log.error("ALARM: \(text)")
        self.text = text
        if bus == nil { connect() }
        if let unit = options.configuration.unit { control("StartUnit", unit) }
        notify()
    }

    func end(_ reason: String) {
        guard text != nil else { return }
        text = nil
        log.notice("the alarm is over: \(reason)")
        if let shown { desktop?.withdraw(shown) }
        shown = nil
        guard let unit = options.configuration.unit else { return }
        // The noise goes on until somebody stops it.
        if bus == nil { connect() }
        control("StopUnit", unit)
    }

    private func control(_ member: String, _ unit: UnitName) {
        do throws(BusError) {
            guard let bus else { throw BusError(.failed, "there is no message bus") }
            try Systemd(on: bus).send(member, .string(unit.rawValue), .string("replace")) { [log] result in
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
                buttons: [.init(key: Self.silenceKey, label: "Silence")],
                for: try desktop.capabilities()
            )
            shown = try desktop.show(content, replacing: shown, icon: "dialog-warning")
        } catch { log.info("no notification: \(error)") }
    }

    // MARK: The bus

    private func connect() {
        do throws(BusError) {
            let bus = try MessageBus(options.bus)
            self.bus = bus
            guard !options.isForSystem else { return }
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
            while try bus?.process() ?? false {}
        } catch {
            fail(error, "the message bus")
            (bus, desktop, shown) = (nil, nil, nil)
        }
        return isSilenced
    }
}
