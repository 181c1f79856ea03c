import CWorld
import Daemon
import Glibc
import Lab
import LinuxSystem
import LocationModel
import SystemdService
import WaymarkInterfaces

/// The real service in one thread, with people, programs, receivers, a disk and a kernel that are made up from a seed.
package final class World {
    package struct Options: Sendable {
        package var seed: UInt64
        package var duration: Duration
        package var faults = Set(FaultKind.allCases)
        package var cast = Set(Role.allCases)

        /// The file in which the service records its runs, which `replay` plays again.
        package var record: String?

        package init(seed: UInt64, duration: Duration) { (self.seed, self.duration) = (seed, duration) }
    }

    /// A part in the world besides the service, a person who decides and the receivers.
    package enum Role: String, CaseIterable, Sendable {
        case agent, app, board, bridge, host, hostile, launcher, provider, relay
    }

    package enum Count: String, CaseIterable, Sendable {
        case changes, checkedFacts, explanations, locations, lostWrites, messages, refusals, starts, turns,
            unanswered
    }

    /// The number of turns of the loop in one moment before it counts as one that does not come to rest.
    private static let turnLimit = 3000

    /// The bytes of memory that the service and this world may have, of its files, and a user's connections as configured.
    private static let memoryLimit = 96 << 20
    private static let diskLimit = 32 << 20
    private static let connectionLimit = 64

    let options: Options
    let kernel: SimulatedKernel

    /// Whether buffers are as small as can be.
    private let isCramped: Bool
    let disk = SimulatedDisk()

    /// The counts of what happened, and of faults, by kind.
    package private(set) var counts = Dictionary(
        uniqueKeysWithValues: (Count.allCases.map(\.rawValue) + FaultKind.allCases.map(\.rawValue)).map {
            ($0, 0)
        }
    )
    package internal(set) var violation: Violation?
    var ledger = Ledger()
    var ground = GroundModel()
    var explanations = Explanations()
    var faults: FaultPlan
    private(set) var programs: [SimulatedProgram] = []
    private(set) var receivers: [WorldReceiver] = []
    private(set) var turn = 0

    /// A checksum of all messages, their readers and times: the same for the same seed.
    package private(set) var traceSum: UInt64 = 0xcbf2_9ce4_8422_2325
    private let folder: String
    private let socket = "/run/waymark/socket"
    private var service: Daemon?
    private var random: SeededGenerator
    private var agenda: [Due] = []
    private var agendaCount = 0
    private var lastProcess: Int32 = 1000
    private var lastLine = 0
    private var asleep: Duration = .zero
    private let beganAt: ContinuousClock.Instant
    private let log: Log

    private struct Due {
        let at: ContinuousClock.Instant
        let number: Int
        let action: () -> Void
    }

    /// Prepares a world with an empty folder for the configuration, the key and the lock.
    ///
    /// Databases are on the simulated disk. The service writes its log to the descriptor `log`.
    package init(_ options: Options, in folder: String, log: CInt) throws {
        self.options = options
        self.folder = folder
        self.log = Log(threshold: .error, descriptor: log)
        random = SeededGenerator(seed: options.seed)
        isCramped = options.seed % 2 == 1
        // The least that Linux gives a socket, and what it usually gives.
        kernel = SimulatedKernel(seed: random.next(), bufferSize: isCramped ? 4608 : 208 << 10)
        faults = FaultPlan(options.faults, seed: random.next())
        beganAt = kernel.now
        kernel.files["/proc/1/cgroup"] = "0::/init.scope\n"
        kernel.fault = { [unowned self] call in fault(at: call) }
        disk.fault = { [unowned self] operation in fault(at: operation) }
        try writeManifest()
        writeConfiguration(0)
        receivers = (1...2).map { WorldReceiver(self, path: "/run/receiver\($0)", number: $0) }
        programs = cast()
    }

    // MARK: Time

    package var elapsed: Duration { kernel.now - beganAt }

    /// Whether the machine rests and programs seldom do anything: in the last third of each day.
    var isNight: Bool { elapsed.inSeconds.truncatingRemainder(dividingBy: 86_400) >= 57_600 }

    /// The time in which the machine did not sleep.
    var awake: Duration { elapsed - asleep }

    var isServed: Bool { service?.isRunning ?? false }

    /// The time since which nothing goes wrong, counted in ``awake``; `nil` while something may.
    var calmSince: Duration? { faults.isOn ? nil : max(lastFault, .zero) }
    var lastFault: Duration = .zero

    /// The time since which the service may hold what it has decided, because it cannot save it.
    var unsavedSince: ContinuousClock.Instant?

    func after(_ duration: Duration, _ action: @escaping () -> Void) {
        agendaCount += 1
        let due = Due(at: kernel.now + duration, number: agendaCount, action: action)
        let index = agenda.firstIndex { ($0.at, $0.number) > (due.at, due.number) } ?? agenda.count
        agenda.insert(due, at: index)
    }

    /// Lets the world go on until its time is over or a violation is found.
    package func run() {
        startService()
        for program in programs {
            after(.milliseconds(Int64.random(in: 0..<5000, using: &random))) { program.begin() }
            schedule(program)
        }
        for receiver in receivers { receiver.begin() }
        faults.begin(in: self)
        checkLife()
        let end = beganAt + options.duration
        while violation == nil, kernel.now < end {
            kernel.horizon = max(kernel.now, min(agenda.first?.at ?? end, end))
            serve()
            while violation == nil, let first = agenda.first, first.at <= kernel.now {
                agenda.removeFirst()
                first.action()
            }
        }
    }

    private func schedule(_ program: SimulatedProgram) {
        let pace = program.pace.inSeconds * (isNight && program.restsAtNight ? 8 : 1)
        let seconds = -log1p(-Double.random(in: 0..<0.999, using: &program.random)) * pace
        after(.milliseconds(Int64(seconds * 1000) + 1)) { [unowned self] in
            if isServed { program.act() }
            schedule(program)
        }
    }

    private func checkLife() {
        after(.seconds(10)) { [unowned self] in
            if isServed { for program in programs { program.checkLife() } }
            checkBounds()
            explanations.look(in: self)
            checkLife()
        }
    }

    /// Checks that the service holds no more than it may: of memory, of the disk, and for one user.
    private func checkBounds() {
        let held = Int(allocated_bytes())
        if held > Self.memoryLimit { report(.bounds, "\(held) bytes of memory are in use") }
        if disk.byteCount > Self.diskLimit { report(.bounds, "files have \(disk.byteCount) bytes") }
        var connections: [UInt32: Int] = [:]
        for program in programs {
            for line in program.lines where line.isServed { connections[program.user, default: 0] += 1 }
        }
        for (user, count) in connections where count > Self.connectionLimit {
            report(.bounds, "user \(user) has \(count) connections")
        }
    }

    // MARK: The service

    private func writeManifest() throws {
        let text =
            "[App]\nIdentifier=\(Relay.app)\nName=Relay\nWhenInUsePurpose=To try.\nAlwaysPurpose=To try.\n"
            + "[Recognition]\nUnit=waymark-relay.service\n"
        let apps = folder + "/apps"
        guard unsafe mkdir(apps, 0o700) == 0 else { throw SystemError("mkdir", on: apps) }
        try AtomicFile.write(Array(text.utf8), to: "\(apps)/\(Relay.app).app")
    }

    /// Writes one of several configurations, none of which changes what anybody may know.
    func writeConfiguration(_ number: Int) {
        let receivers = [["1", "2"], ["2", "1"], ["1"], ["2"]][number % 4]
        let text = """
            [Log]
            Level=error
            [Socket]
            CoalesceAbove=\(isCramped ? "4K" : "64K")
            [Journal]
            Keep=\(number / 4 % 4 == 1 ? "0" : "7d")
            [Widgets]
            DailyReloads=\(number / 16 % 2 == 1 ? "none" : "70")
            [Bridge]
            User=\(Bridge.user)
            [Manifests]
            Folder=\(folder)/apps
            [Receivers]
            LongestPause=\(number / 32 % 2 == 1 ? "0" : "5min")

            """
        let record = options.record.map { "[Record]\nFile=\($0)\nSize=1G\n" } ?? ""
        let lines = text + receivers.map { "Receiver=unix:///run/receiver\($0)\n" }.joined() + record
        try? AtomicFile.write(Array(lines.utf8), to: folder + "/waymarkd.conf")
    }

    private func startService() {
        guard violation == nil else { return }
        kernel.isDead = false
        kernel.notices = []
        // The repair of the state is interrupted, too.
        if faults.roll(.powerCut, 0.2) { faults.planKill(cuttingPower: true) }
        let arguments = [
            "--config", folder + "/waymarkd.conf", "--socket", socket, "--state", folder + "/state",
        ]
        do {
            let service = try Daemon(arguments, on: kernel, log: log)
            try service.listen()
            service.start()
            if !kernel.isDead {
                self.service = service
                count(.starts)
                lastFault = awake
            }
        } catch {
            // A disk that does not work now may work later; without a fault the service has to start.
            if !faults.explainsFailedStart, !kernel.isDead {
                return report(.start, "the service does not start: \(error)")
            }
        }
        guard service != nil else { return kernel.isDead ? endService(by: faults.plannedEnd) : retryStart() }
        for program in programs {
            after(.milliseconds(Int64.random(in: 0..<1000, using: &random))) { [unowned self] in
                if isServed { program.begin() }
            }
        }
    }

    private func retryStart() {
        kernel.isDead = true
        kernel.endProcess()
        after(.seconds(1)) { [unowned self] in
            if service == nil { startService() }
        }
    }

    /// Ends the process of the service, in whatever state it is, by ``FaultKind/kill``, ``FaultKind/powerCut`` or
    /// ``FaultKind/stop``.
    func endService(by end: FaultKind) {
        kernel.isDead = true
        service = nil
        faults.serviceEnded()
        count(end)
        if end == .powerCut { count(.lostWrites, disk.cutPower(seed: random.next())) }
        for program in programs {
            _ = program.pump()
            program.closeAll()
            program.serviceEnded()
        }
        retryStart()
    }

    private func serve() {
        var moment = kernel.now
        var turnsAtMoment = 0
        while violation == nil {
            guard let service else {
                kernel.sleep(for: kernel.horizon - kernel.now)
                return
            }
            noteAllowed()
            do {
                try service.turn()
            } catch {
                return report(.start, "the loop has ended: \(error)")
            }
            turn += 1
            count(.turns)
            let hasMoved = pump()
            if kernel.isDead || !service.isRunning {
                if kernel.isDead { return endService(by: faults.plannedEnd) }
                service.stop()
                return endService(by: kernel.isDead ? faults.plannedEnd : .stop)
            }
            if kernel.isAtRest, !hasMoved { return }
            turnsAtMoment = kernel.now == moment ? turnsAtMoment + 1 : 0
            moment = kernel.now
            if turnsAtMoment > Self.turnLimit { report(.bounds, "the loop does not come to rest") }
        }
    }

    private func pump() -> Bool {
        var hasMoved = false
        for receiver in receivers where receiver.pump() { hasMoved = true }
        for program in programs where program.pump() { hasMoved = true }
        return hasMoved
    }

    /// Sets the wall clock, which the service notices.
    func stepClock(by duration: Duration) {
        kernel.wallClockOffset += Int64(duration.inSeconds) * 1_000_000_000
        kernel.notices.append(.clockSet)
    }

    func sleep(for duration: Duration) {
        asleep += duration
        kernel.sleep(for: duration)
    }

    /// Lets go of the service and of all that refers to this world.
    func end() {
        kernel.isDead = true
        service = nil
        kernel.endProcess()
        for program in programs { program.closeAll() }
        agenda = []
        programs = []
        receivers = []
    }

    // MARK: Programs

    func newProcess(_ name: String) -> (Int32, SeededGenerator) {
        lastProcess += 1
        let seed = name.utf8.reduce(into: options.seed) { $0.mix(UInt64($1)) }
        return (lastProcess, SeededGenerator(seed: seed))
    }

    func connect(_ program: SimulatedProgram) -> Line? {
        let (number, user) = (program.processID, program.user)
        let unit =
            program.app.map { "user@\(user).service/app.slice/app-\($0)-1.scope" } ?? "session-2.scope"
        // The users of services have numbers below those of people.
        let group =
            user < 1000 ? "system.slice/\(program.name).service" : "user.slice/user-\(user).slice/\(unit)"
        kernel.files["/proc/\(number)/cgroup"] = "0::/\(group)\n"
        kernel.files["/proc/\(number)/status"] = "Name:\tx\nUid:\t\(user)\t\(user)\t\(user)\t\(user)\n"
        kernel.files["/proc/\(number)/stat"] = "\(number) (x) S" + String(repeating: " 0", count: 30) + "\n"
        kernel.files["/proc/\(number)/mountinfo"] = ""
        let peer = PeerCredentials(
            userID: user,
            groupID: user,
            processID: number,
            process: kernel.process
        )
        guard isServed else { return nil }
        guard let stream = try? kernel.connect(to: socket, as: peer) else {
            report(.liveness, "\(program.name) cannot connect although the service runs")
            return nil
        }
        lastLine += 1
        return Line(stream, of: program, number: lastLine)
    }

    private func cast() -> [SimulatedProgram] {
        var programs: [SimulatedProgram] = []
        for user: UInt32 in [1001, 1002] {
            programs.append(Person(self, user: user))
            if options.cast.contains(.agent) { programs.append(Agent(self, user: user)) }
            if user == 1001, options.cast.contains(.host) { programs.append(Host(self, user: user)) }
            if user == 1002, options.cast.contains(.board) { programs.append(Board(self, user: user)) }
            for app in Self.apps {
                ledger.set(.choice(app, user), to: "notDetermined undecided full", in: 0)
                if options.cast.contains(.app) { programs.append(App(self, app, user: user)) }
            }
            if options.cast.contains(.provider) {
                for app in Self.apps { programs.append(Provider(self, app, user: user)) }
            }
            if options.cast.contains(.launcher) {
                let provider = Provider(self, Self.launchedApp, user: user, isLaunched: true)
                programs += [provider, Launcher(self, provider)]
            }
        }
        if options.cast.contains(.relay) {
            ledger.set(.choice(Relay.app, Relay.user), to: "notDetermined undecided full", in: 0)
            programs += [Relay(self), Person(self, user: Relay.user, decidingOf: [Relay.app])]
        }
        if options.cast.contains(.bridge) {
            programs.append(Bridge(self, programs.compactMap { $0 is Relay ? nil : $0 as? App }))
        }
        if options.cast.contains(.hostile) { programs.append(Hostile(self, user: 1999)) }
        return programs
    }

    func provider(of app: String, _ user: UInt32) -> Provider? {
        programs.lazy.compactMap { $0 as? Provider }.first { $0.appName == app && $0.user == user }
    }

    /// Whether the program of an app may be left alone, because it could not be started.
    func mayBeLeftAlone(_ app: String, _ user: UInt32) -> Bool {
        guard app == Self.launchedApp else { return false }
        return programs.lazy.compactMap { $0 as? Launcher }.first { $0.user == user }?.failedAt
            .map { awake - $0 < .seconds(960) } ?? false
    }

    /// Whether all receivers have told the truth for long.
    var receiversAreSound: Bool {
        receivers.allSatisfy { $0.soundSince.map { kernel.now - $0 > .seconds(900) } ?? false }
    }

    static let apps = ["org.example.first", "org.example.second"]
    /// An app whose program runs only when it is needed.
    static let launchedApp = "org.example.third"
    static let widgetApps = apps + [launchedApp]
    static let kinds = ["weather", "clock"]

    // MARK: What is watched

    func count(_ what: Count, _ number: Int = 1) { counts[what.rawValue, default: 0] += number }
    func count(_ fault: FaultKind) { counts[fault.rawValue, default: 0] += 1 }

    func report(_ oracle: Violation.Oracle, _ text: String) {
        if violation == nil { violation = Violation(oracle: oracle, text: text, at: elapsed) }
    }

    func trace(_ message: [UInt8], on line: Line) {
        count(.messages)
        for byte in message { traceSum.mix(UInt64(byte)) }
        traceSum.mix(UInt64(line.number))
        traceSum.mix(UInt64(bitPattern: Int64(elapsed.inSeconds * 1000)))
    }

    /// The methods whose replies may hold a place; what they hold is looked at where they are called.
    static let placeMethods: Set<String> = [
        "io.waymark.Location.GetLocation", "io.waymark.Location.FollowLocation",
        "io.waymark.Location.FollowLocationFor",
        "io.waymark.Monitor.FollowEvents", "io.waymark.Monitor.ListRegions", "io.waymark.Widgets.Serve",
    ]

    /// The number of widgets that providers have heard of.
    var reloadedWidgets = 0

    private func noteAllowed() {
        let now = kernel.now
        guard ground.beginTurn(ledger, reloadedWidgets, at: now) else { return }
        var allowed: Set<String> = []
        for program in programs {
            switch program {
            case let app as App:
                if ground.appMayLearn(app.situation) { allowed.insert(app.name) }
            case let provider as Provider:
                let situation = provider.situation
                // What the app may know, it may know for each of its widgets, also for those it has not heard of yet.
                if ground.appMayLearn(situation) {
                    allowed.insert(provider.name)
                    continue
                }
                for widget in provider.widgets where ground.mayLearn(widget, situation, at: now) {
                    allowed.insert(widget)
                }
            case let host as Host:
                for app in Self.apps where ground.mayShow(of: app, host.user, in: self) {
                    allowed.insert(host.name + app)
                }
                guard host is Board else { continue }
                for (widget, click) in ground.clicks
                where ground.mayShow(widget, of: click.app, host.user, in: self) {
                    allowed.insert(host.name + widget)
                }
            default: break
            }
        }
        ground.setAllowed(allowed, at: now)
    }

    /// A call that changes a fact is answered, or nobody waits for its answer any more.
    func endChange(of fact: Fact, isAnswered: Bool) {
        if isAnswered || !isServed { return ledger.endChange(of: fact) }
        // The service may yet read it.
        after(.seconds(60)) { [unowned self] in ledger.endChange(of: fact) }
    }

    /// Compares the values in a list of the service, by their names, with what was acknowledged.
    func compare(_ listed: [String: String], _ list: Fact.List, since turn: Int, _ program: SimulatedProgram)
    {
        for (fact, possible) in ledger.unchanged(in: list, since: turn) {
            count(.checkedFacts)
            let value = listed[fact.name] ?? Ledger.absent
            if possible.contains(value) { ledger.confirm(fact, is: value, in: self.turn) }
            if !possible.contains(value), !possible.contains("any") {
                let expected = possible.sorted().joined(separator: " or ")
                report(.durability, "\(program.name): \(fact) is '\(value)', acknowledged was \(expected)")
            }
        }
    }
}

extension UInt64 {
    /// Adds a value to a sum, as FNV-1a does.
    fileprivate mutating func mix(_ value: UInt64) { self = (self ^ value) &* 0x100_0000_01b3 }
}
