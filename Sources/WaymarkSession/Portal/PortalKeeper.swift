import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import Varlink
import WaymarkInterfaces

/// Keeps the portal's location permissions and the person's decisions in Waymark equal.
///
/// To Waymark, all programs that ask through the portal are one app. Only the portal can enforce the person's
/// decision about each of them.
final class PortalKeeper: SessionJob {
    /// The delay before both are compared again after that failed.
    private static let pause: Duration = .seconds(60)

    /// The time from one comparison to the next: any program can have the portal write to its table.
    private static let interval: Duration = .seconds(1)

    private let log: Log
    private let store: PermissionStore
    private let decisions: ServiceLink<InspectInterface.WatchDecisions>
    private var tables: PortalTables
    private var isConnected = false
    private var comparedAt = ContinuousClock.now - PortalKeeper.interval

    /// When both are compared again.
    private var dueAt: ContinuousClock.Instant?

    /// The file with the decisions that both agreed on; `nil` if this program has no folder.
    private let file = Environment.value(of: "STATE_DIRECTORY").map { $0 + "/portal" }

    init(_ socket: String, _ loop: BusLoop, _ log: Log) throws(BusError) {
        self.log = log
        store = try PermissionStore(on: loop.bus)
        decisions = ServiceLink(InspectInterface.WatchDecisions(limit: 0), to: socket, loop.poller)
        let kept = file.flatMap { try? contentsOfFile($0, atMost: 1 << 17) } ?? []
        tables = PortalTables(
            agreed: (try? CodedDecoder.decode([String: PortalTables.Decision].self, kept)) ?? [:]
        )
        decisions.open()
    }

    func end() {}

    var deadlines: [ContinuousClock.Instant?] { [decisions.deadline, isConnected ? dueAt : nil] }

    func step(at now: ContinuousClock.Instant) throws -> Bool {
        switch decisions.next() {
        case .reply(let reply):
            if !isConnected || reply.value.dropped ?? 0 > 0
                || reply.value.decisions.contains(where: { $0.decision == "authorization" })
            {
                compareSoon()
            }
            isConnected = true
            return true
        case .lost, .unopened:
            isConnected = false
            return true
        case nil: break
        }
        if store.hasChanged { compareSoon() }
        guard isConnected, let due = dueAt, due <= now else { return false }
        (comparedAt, store.hasChanged, dueAt) = (now, false, nil)
        do {
            try compare(at: now)
        } catch {
            log.warning("the portal's permissions and Waymark's may differ: \(error)")
            dueAt = now + Self.pause
        }
        return false
    }

    private func compareSoon() { dueAt = comparedAt + Self.interval }

    private func compare(at now: ContinuousClock.Instant) throws {
        guard let portal = try store.decisions() else { return }
        let waymark = try apps()
        let before = tables.agreed
        steps: for step in tables.steps(portal: portal, waymark: waymark, at: now) {
            let (app, decision) = (step.app, step.decision)
            do {
                switch step.side {
                case .portal: try store.set(decision, of: app)
                case .waymark:
                    // The person may have decided while the store was asked.
                    let present = waymark[app]?.decision ?? .undecided
                    guard try apps()[app]?.decision ?? .undecided == present else {
                        compareSoon()
                        continue
                    }
                    _ = try decisions.call(decision.change(of: app, isAuthorized: present >= .reduced))
                }
                log.notice("\(step)")
                tables.record(step)
            } catch {
                log.warning("the portal and Waymark differ: \(step): \(error)")
                dueAt = dueAt ?? now + Self.pause
                // A store that does not answer would keep the person's questions waiting for each app.
                if step.side == .portal { break steps }
            }
        }
        guard let file, tables.agreed != before else { return }
        do {
            try AtomicFile.write(CodedEncoder.json(tables.agreed), to: file, permissions: 0o600)
        } catch { log.warning("after a restart, the stricter of two decisions counts: \(error)") }
    }

    private func apps() throws -> [String: PortalTables.App] {
        let listed = try ServiceConnection(to: decisions.path).callForAllPages(SettingsInterface.ListApps())
        let own = listed.value.apps.filter { $0.user == Int(geteuid()) }
        return Dictionary(own.map { ($0.app, PortalTables.App($0)) }) { $1 }
    }
}

extension PortalTables.App {
    fileprivate init(_ app: SettingsInterface.App) {
        let isForbidden = app.limits.contains(.forbidden)
        let accuracy: PortalTables.Decision = app.accuracy == .full ? .full : .reduced
        let decision: PortalTables.Decision =
            switch app.choice {
            case .notDetermined: .undecided
            case .denied: .denied
            // A permission for once ends with the app's use, which the portal does not report.
            case .authorizedWhenInUse, .authorizedAlways: app.isTemporary ? .undecided : accuracy
            }
        self.init(
            decision: isForbidden ? .denied : decision,
            isSandboxed: app.verification == .flatpak,
            isForbidden: isForbidden
        )
    }
}

extension PortalTables.Decision {
    fileprivate func change(of app: String, isAuthorized: Bool) -> SettingsInterface.Authorize {
        switch self {
        case .denied: .init(app: app, status: .denied)
        case .undecided: .init(app: app, status: .notDetermined)
        // An app with the always authorization keeps it.
        case .reduced: .init(app: app, status: isAuthorized ? nil : .authorizedWhenInUse, accuracy: .reduced)
        case .full: .init(app: app, status: isAuthorized ? nil : .authorizedWhenInUse, accuracy: .full)
        }
    }
}
