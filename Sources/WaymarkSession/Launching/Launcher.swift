import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// Starts and stops the programs of apps for the service.
final class Launcher: SessionJob {
    private struct Started {
        var program: LauncherInterface.Program

        /// Its unit; `nil` for one that the bus has started.
        var unit: String?

        /// The owner of the name by which the bus has started it.
        var owner: NameOwner?
    }

    /// The bus's answer to `StartServiceByName` if the name has an owner already.
    private static let alreadyRunning = 2

    /// Whether it starts units of the system, for installed apps, instead of programs of this session.
    private let isForSystem: Bool
    private let socket: String
    private let log: Log
    private let loop: BusLoop
    private let manager: ServiceManager
    private lazy var service = ServiceLink(self.beginning(), to: socket, loop.poller) { [log] in
        log.warning($0)
    }
    private var session = ""

    private var started: [String: Started] = [:]

    /// The reports that wait to be sent, oldest first.
    private var reports: [LauncherInterface.Report] = []

    init(isForSystem: Bool, _ socket: String, _ loop: BusLoop, _ log: Log) {
        self.isForSystem = isForSystem
        self.socket = socket
        self.log = log
        self.loop = loop
        manager = ServiceManager(on: loop.bus)
        service.open()
    }

    var deadlines: [ContinuousClock.Instant?] { [service.deadline] }

    func step(at now: ContinuousClock.Instant) throws -> Bool {
        if !reports.isEmpty, !session.isEmpty {
            var report = reports.removeFirst()
            report.session = session
            do {
                _ = try service.call(report)
            } catch {
                log.warning("a report about \(report.program.app.harmless) was not accepted: \(error)")
            }
            return true
        }
        switch service.next() {
        case .reply(let reply): handle(reply.value)
        case .lost: session = ""
        case .unopened: break
        case nil: return false
        }
        return true
    }

    /// Stops the programs that it has started: nobody else would.
    func end() {
        for program in started.values { stop(program.program) }
    }

    // MARK: The service

    /// Returns the call that opens the stream; it lists the running programs, so older reports are dropped.
    private func beginning() -> LauncherInterface.Serve {
        reports = []
        return .init(
            manager: isForSystem ? .system : .user,
            running: started.values.map(\.program)
        )
    }

    private func handle(_ event: LauncherInterface.Serve.Reply) {
        switch event.event {
        case .session:
            session = event.session ?? ""
            log.notice("starts programs for the service at \(socket)")
        case .start: if let program = event.program { start(program, within: event.deadlineSeconds) }
        case .stop: if let program = event.program { stop(program) }
        case .keepAlive: break
        }
    }

    private func report(
        _ program: LauncherInterface.Program,
        _ outcome: LauncherInterface.Report.Outcome,
        _ problem: LaunchProblem? = nil,
        message: String = ""
    ) {
        // The service accepts 512 bytes, and a character has up to 4.
        let whole = (problem?.message ?? message).harmless
        let text = whole.utf8.count <= 512 ? whole : String(whole.unicodeScalars.prefix(120)) + "…"
        log.info("\(program.app.harmless): \(outcome.rawValue)\(text.isEmpty ? "" : ": \(text)")")
        reports.append(
            .init(
                session: "",
                program: program,
                outcome: outcome,
                fault: problem?.fault,
                message: text.isEmpty ? nil : text
            )
        )
    }

    // MARK: Programs

    private func start(_ program: LauncherInterface.Program, within seconds: Double?) {
        if started[program.key] != nil {
            // The service has forgotten it, and it still runs.
            started[program.key]?.program = program
            return report(program, .started)
        }
        do {
            guard let app = AppIdentifier(program.app), let user = UInt32(exactly: program.user),
                isForSystem || user == geteuid()
            else { throw LaunchProblem(.notPermitted, "it is the program of another user") }
            let found = try InstalledProgram.find(of: app, for: isForSystem ? .system : .user)
            let ended = { [unowned self] result in
                // The bus may have started it meanwhile.
                if started[program.key]?.unit != nil { finish(program, result) }
            }
            switch found.means {
            case .unit(let unit):
                guard try manager.start(unit, as: isForSystem ? user : nil, ended) else {
                    return report(program, .ranBefore)
                }
                begin(program, unit: unit)
            case .command(let command):
                guard let path = command.words.first, unsafe access(path, X_OK) == 0 else {
                    throw LaunchProblem(.notFound, "there is no program \(command.words.first ?? "")")
                }
                guard let unit = UnitName.transient(for: app, instance: program.launch) else {
                    throw LaunchProblem(.failed, "its name is too long for a unit")
                }
                let environment = ["\(ServiceAddress.environmentVariable)=\(socket)"]
                try manager.start(command.words, in: unit, "\(app) for Waymark", environment, ended)
                begin(program, unit: unit)
            case .busName(let name):
                if try loop.bus.owner(of: name.rawValue) != nil { return report(program, .ranBefore) }
                let method = MessageBus.Method.ofBus("StartServiceByName")
                let patience = Duration.seconds(min(max(seconds ?? 0, 1), 60))
                try loop.bus.send(method, [.string(name.rawValue), .uint32(0)], timeout: patience) {
                    [unowned self] result in finishStart(of: name, program, result)
                }
            }
        } catch { report(program, .notStarted, LaunchProblem(error)) }
    }

    private func finishStart(
        of name: BusName,
        _ program: LauncherInterface.Program,
        _ result: Result<[BusValue], BusError>
    ) {
        do throws(BusError) {
            // Somebody else may have started it since it was looked for.
            if try result.get().first?.integer == Self.alreadyRunning { return report(program, .ranBefore) }
            let owner = try NameOwner(of: name.rawValue, on: loop.bus) { [unowned self] owner in
                if owner == nil { finish(program) }
            }
            begin(program, owner: owner)
            // The name of a program that has already ended is not lost again.
            if owner.owner == nil { finish(program) }
        } catch { report(program, .notStarted, LaunchProblem(error)) }
    }

    private func begin(
        _ program: LauncherInterface.Program,
        unit: UnitName? = nil,
        owner: NameOwner? = nil
    ) {
        started[program.key] = Started(program: program, unit: unit?.rawValue, owner: owner)
        report(program, .started)
    }

    private func stop(_ program: LauncherInterface.Program) {
        do throws(BusError) {
            if let unit = unit(of: program) {
                try manager.stop(unit)
            } else {
                log.notice("\(program.app.harmless) has no unit of its own, and must end by itself")
            }
        } catch { log.warning("\(program.app.harmless) cannot be stopped: \(error)") }
    }

    private func unit(of program: LauncherInterface.Program) -> String? {
        if let started = started[program.key] {
            return started.unit ?? started.owner?.owner.flatMap { unit(of: $0) }
        }
        // A launcher that was killed may have started it.
        let app = AppIdentifier(program.app)
        return app.flatMap { UnitName.transient(for: $0, instance: program.launch)?.rawValue }
    }

    /// Returns the unit of a program on the bus, unless that is the bus's own unit.
    private func unit(of name: String) -> String? {
        guard let process = try? loop.bus.peer(named: name).processID,
            let unit = manager.systemd.unit(ofProcess: process),
            unit.hasSuffix(".service"), !["dbus.service", "dbus-broker.service"].contains(unit)
        else { return nil }
        return unit
    }

    private func finish(_ program: LauncherInterface.Program, _ message: String = "") {
        // The service may have asked for it again meanwhile, as another launch.
        guard let latest = started.removeValue(forKey: program.key)?.program else { return }
        report(latest, .ended, message: message)
    }
}

extension LauncherInterface.Program {
    /// One program of an app runs for each user.
    fileprivate var key: String { "\(user) \(app)" }
}
