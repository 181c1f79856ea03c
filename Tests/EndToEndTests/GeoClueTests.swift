import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import TestSupport
import Testing
import WaymarkInterfaces

@Suite(
    "A program written for GeoClue, with the real daemon and bus",
    .enabled(if: PrivateBus.obstacle == nil, "\(PrivateBus.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct GeoClueTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func desktop(_ receiver: String? = nil) async throws -> GeoClueDesktop {
        try await GeoClueDesktop(
            receiver: receiver ?? StillRecording.url(in: folder),
            bridgeUser: geteuid(),
            configuration: "[Authorization]\nAppGrace=100ms\n"
        )
    }

    private func authorize(
        _ desktop: GeoClueDesktop,
        _ status: SettingsInterface.AuthorizationChoice,
        _ accuracy: SettingsInterface.AccuracyAuthorization = .full
    ) throws {
        try ScriptedClient(desktop.daemon).call(
            SettingsInterface.Authorize(app: Self.app, status: status, accuracy: accuracy)
        )
    }

    @Test("reads every value of a location, what it has set, and whether anybody uses the service")
    func values() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        let manager = "/org/freedesktop/GeoClue2/Manager"
        #expect(try program.get("AvailableAccuracyLevel", of: "Manager", at: manager) == .uint32(8))
        #expect(try program.get("InUse", of: "Manager", at: manager).isTrue == false)
        try program.set("DistanceThreshold", .uint32(0))
        try program.set("TimeThreshold", .uint32(1))
        #expect(try program.get("DistanceThreshold") == .uint32(0))
        #expect(try program.get("TimeThreshold") == .uint32(1))
        try program.call("Start")
        #expect(try program.get("InUse", of: "Manager", at: manager).isTrue == true)
        try await program.nextUpdate()
        #expect(try program.location("Altitude") == .double(35))
        // The recording has no course.
        #expect(try program.location("Heading") == .double(-1))
        guard case .structure(let time) = try program.location("Timestamp"), time.count == 2,
            case .uint64(let seconds) = time[0], case .uint64(let microseconds) = time[1]
        else { throw Unexpected() }
        let now = UInt64(WallClock.nanosecondsSinceEpoch / 1_000_000_000)
        #expect((now - 60...now).contains(seconds) && microseconds < 1_000_000)
        for _ in 0..<2 {
            try program.call("Stop")
            #expect(try program.get("InUse", of: "Manager", at: manager).isTrue == false)
            try program.call("Start")
            #expect(try program.get("InUse", of: "Manager", at: manager).isTrue == true)
        }
    }

    @Test("gets exact locations that the person allows, and the person sees who got them")
    func exact() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        #expect(try !program.isActive && program.get("Location") == .path("/"))
        try program.call("Start")
        #expect(try program.isActive)
        try await program.nextUpdate()
        #expect(program.updates[0].old == "/" && program.updates[0].new == program.client + "/Location/0")
        #expect(try program.location("Latitude") == .double(StillRecording.latitudeDegrees))
        #expect(try program.location("Longitude") == .double(StillRecording.longitudeDegrees))
        #expect(try program.location("Description") == .string("measured"))
        // The next location may have come meanwhile.
        guard case .path(let present) = try program.get("Location") else { throw Unexpected() }
        #expect(present.hasPrefix(program.client + "/Location/"))
        try await program.nextUpdate()
        #expect(program.updates[1].old == program.updates[0].new)
        // A slow program can still read the location before.
        #expect(try program.get("Accuracy", of: "Location", at: program.updates[0].new) != .double(0))
        let accesses = try ScriptedClient(desktop.daemon).call(SettingsInterface.ListAccesses()).accesses
        #expect(accesses.map(\.app) == [Self.app] && accesses[0].accuracy == .full)
        try program.call("Stop")
        #expect(try !program.isActive)
    }

    @Test(
        "gets an area if it wants no more or may know no more, and the person sees that nothing more was told",
        arguments: [(4, .full), (1, .full), (8, .reduced)]
            as [(UInt32, SettingsInterface.AccuracyAuthorization)]
    )
    func areas(level: UInt32, accuracy: SettingsInterface.AccuracyAuthorization) async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse, accuracy)
        let program = try GeoClueProgram(on: desktop, app: Self.app, level: level)
        // As redshift sets it: the first location is told nevertheless.
        try program.set("DistanceThreshold", .uint32(50_000))
        try program.call("Start")
        try await program.nextUpdate()
        let latitude = try program.location("Latitude")
        #expect(latitude != .double(StillRecording.latitudeDegrees))
        guard case .double(let radius) = try program.location("Accuracy") else { return }
        #expect(radius > (level == 1 ? 150_000 : level == 4 ? 7500 : 2500))
        #expect(try program.location("Description") == .string("area, measured"))
        #expect(try program.location("Speed") == .double(-1))
        let accesses = try ScriptedClient(desktop.daemon).call(SettingsInterface.ListAccesses()).accesses
        #expect(accesses.map(\.accuracy) == [.reduced])
        // It is told the same area again when it starts again.
        try program.call("Stop")
        try program.call("Start")
        try await program.nextUpdate()
        #expect(try program.location("Latitude") == latitude)
    }

    @Test("waits with Start while an agent asks the person, and gets what the person decides")
    func held() async throws {
        let desktop = try await desktop()
        let agent = try ScriptedClient(desktop.daemon).stream(SettingsInterface.Agent())
        let session = try #require(try await agent.next().session)
        for choice in [SettingsInterface.Choice.allowWhileUsing, .deny] {
            let app = "\(Self.app).\(choice)"
            let program = try GeoClueProgram(on: desktop, app: app, level: 8)
            let start = try program.send("Start")
            let prompt = try #require(try await agent.next().prompt)
            #expect(try prompt.app == app && start.result == nil && !program.isActive)
            // A finer level than the person was asked about counts after Stop only, a coarser one at once.
            try program.set("RequestedAccuracyLevel", .uint32(4))
            try program.set("RequestedAccuracyLevel", .uint32(8))
            try ScriptedClient(desktop.daemon).call(
                SettingsInterface.AnswerPrompt(session: session, prompt: prompt.prompt, choice: choice)
            )
            try await waiting(until: "the answer of Start") {
                while try program.bus.process() {}
                return start.result != nil
            }
            switch start.result {
            case .success: #expect(choice == .allowWhileUsing)
            case .failure(let refusal): #expect(choice == .deny && refusal.message.contains("said no"))
            case nil: break
            }
            guard choice == .allowWhileUsing else { continue }
            try await program.nextUpdate()
            #expect(try program.location("Description") == .string("area, measured"))
            try program.call("Stop")
            try program.call("Start")
            try await program.nextUpdate()
            #expect(try program.location("Description") == .string("measured"))
            try program.call("Stop")
        }
    }

    @Test("is refused at once while nobody can ask the person, and may start once allowed")
    func undecided() async throws {
        let desktop = try await desktop()
        let program = try GeoClueProgram(on: desktop, app: Self.app, level: 4)
        let refusal = #expect(throws: BusError.self) { try program.call("Start") }
        #expect(refusal?.isKind(.accessDenied) == true && refusal?.message.contains("asked") == true)
        #expect(try !program.isActive)
        let agent = try ScriptedClient(desktop.daemon).stream(SettingsInterface.Agent())
        let first = try await agent.next()
        let session = try #require(first.session)
        let prompt = try #require(first.prompts?.first)
        #expect(prompt.app == Self.app && prompt.purpose == nil && prompt.accuracy == .reduced)
        try ScriptedClient(desktop.daemon).call(
            SettingsInterface.AnswerPrompt(session: session, prompt: prompt.prompt, choice: .allowWhileUsing)
        )
        try await waiting(until: "the permission") { (try? program.call("Start")) != nil }
        try await program.nextUpdate()
        // It wanted an area, so that is what the person allowed.
        let apps = try ScriptedClient(desktop.daemon).call(SettingsInterface.ListApps()).apps
        #expect(apps.map(\.accuracy) == [.reduced])
    }

    @Test("leaves the question to the person when it gives up and ends")
    func questionStays() async throws {
        let desktop = try await desktop()
        var program: GeoClueProgram? = try GeoClueProgram(on: desktop, app: Self.app)
        #expect(throws: BusError.self) { try program?.call("Start") }
        program = nil
        // The bridge has handled the end of the program when it has handled this call after it.
        _ = try GeoClueProgram(on: desktop)
        let agent = try ScriptedClient(desktop.daemon).stream(SettingsInterface.Agent())
        let first = try await agent.next()
        let session = try #require(first.session)
        let prompt = try #require(first.prompts?.first)
        try ScriptedClient(desktop.daemon).call(
            SettingsInterface.AnswerPrompt(session: session, prompt: prompt.prompt, choice: .allowWhileUsing)
        )
        let next = try GeoClueProgram(on: desktop, app: Self.app)
        try next.call("Start")
        try await next.nextUpdate()
    }

    @Test(
        "is refused with the reason, stopped when the person changes their mind, and goes on when allowed again"
    )
    func refused() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .denied)
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        let refusal = #expect(throws: BusError.self) { try program.call("Start") }
        #expect(refusal?.isKind(.accessDenied) == true && refusal?.message.contains("said no") == true)
        #expect(refusal?.message.contains("called again") == false)
        try authorize(desktop, .authorizedWhenInUse)
        try await waiting(until: "the permission") { (try? program.call("Start")) != nil }
        try await program.nextUpdate()
        try authorize(desktop, .denied)
        try await waiting(until: "the end") { try !program.isActive }
        try authorize(desktop, .authorizedWhenInUse)
        try await waiting(until: "the second permission") { try program.isActive }
        try await program.nextUpdate()
    }

    @Test("does not go on by itself when allowed again if it has stopped before")
    func stopped() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        let other = try GeoClueProgram(on: desktop, app: Self.app)
        try program.call("Start")
        try other.call("Start")
        try await program.nextUpdate()
        try program.call("Stop")
        try authorize(desktop, .denied)
        try await waiting(until: "the end") { try !other.isActive }
        #expect(throws: BusError.self) { try program.call("Start") }
        try authorize(desktop, .authorizedWhenInUse)
        try await waiting(until: "the second permission") { try other.isActive }
        try await other.nextUpdate()
        #expect(try !program.isActive)
    }

    @Test("is active without a fix, and learns at the last location why there is no newer one")
    func noFix() async throws {
        let desktop = try await desktop("serial:///dev/no-such-device")
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        try program.call("Start")
        #expect(try program.isActive && program.get("Location") == .path("/"))

        try folder.write(StillRecording.text(seconds: 4), to: "short.nmea")
        let other = try await self.desktop("file://\(folder.path)/short.nmea?speed=1")
        try authorize(other, .authorizedWhenInUse)
        let follower = try GeoClueProgram(on: other, app: Self.app)
        try follower.call("Start")
        try await follower.nextUpdate()
        try await waiting(until: "the end of the recording") {
            while try follower.bus.process() {}
            return try follower.location("Description") != .string("measured")
        }
        #expect(try follower.location("Description").text?.contains("recording") == true)
    }

    @Test("goes on when waymarkd is restarted")
    func daemonRestarted() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        try program.call("Start")
        try await program.nextUpdate()
        try await desktop.daemon.restart()
        while try program.bus.process() {}
        try await program.nextUpdate()
        #expect(try program.isActive)
        desktop.daemon.kill()
        let late = try GeoClueProgram(on: desktop, app: Self.app)
        let refusal = #expect(throws: BusError.self) { try late.call("Start") }
        #expect(refusal?.message.contains("Waymark does not answer") == true)
    }

    @Test("cannot use the objects of another program, nor tell whether there are any")
    func foreign() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        try program.call("Start")
        try await program.nextUpdate()
        let other = try GeoClueProgram(on: desktop, app: "org.example.other")
        func refusals(at client: String) -> [String] {
            let attempts: [() throws -> Void] = [
                { try other.call("Stop", at: client) },
                { try other.call("Start", at: client) },
                { _ = try other.get("Location", at: client) },
                { try other.set("DesktopId", .string("x"), at: client) },
                { _ = try other.get("Latitude", of: "Location", at: client + "/Location/0") },
                { try GeoClueProgram.manager("DeleteClient", .path(client), on: other.bus) },
            ]
            return attempts.map { attempt in
                let refusal = #expect(throws: BusError.self) { try attempt() }
                return refusal?.description.replacing(client, with: "CLIENT") ?? ""
            }
        }
        #expect(program.updates[0].new == program.client + "/Location/0")
        #expect(refusals(at: program.client) == refusals(at: "/org/freedesktop/GeoClue2/Client/4711"))
        #expect(try program.isActive && program.get("DesktopId") == .string(Self.app))
        // Another client of its own is another object.
        let second = try #require(try GeoClueProgram.manager("CreateClient", on: program.bus).first?.text)
        #expect(second != program.client)
        #expect(try GeoClueProgram.manager("GetClient", on: program.bus).first?.text == program.client)
        try GeoClueProgram.manager("DeleteClient", .path(second), on: program.bus)
        #expect(throws: BusError.self) { try program.get("Active", at: second) }
    }

    @Test("is told what is wrong with its input, and goes on")
    func badInput() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop)
        let missing = #expect(throws: BusError.self) { try program.call("Start") }
        #expect(missing?.message.contains("DesktopId") == true)
        for (name, value) in [
            ("DesktopId", BusValue.uint32(1)), ("RequestedAccuracyLevel", .string("8")),
            ("RequestedAccuracyLevel", .uint32(9)), ("DistanceThreshold", .int32(-1)),
            ("Active", .boolean(true)),
            ("DesktopId", .string(String(repeating: "x", count: 256))),
        ] {
            #expect(throws: BusError.self, "\(name)") { try program.set(name, value) }
        }
        try program.set("DesktopId", .string("not an app"))
        #expect(throws: BusError.self) { try program.call("Start") }
        try program.set("DesktopId", .string(Self.app))
        try program.set("DistanceThreshold", .uint32(.max))
        try program.set("TimeThreshold", .uint32(.max))
        try program.call("Start")
        try program.call("Start")
        try await program.nextUpdate()
        for path in [
            "/Client/01", "/Client/+1", "/Client/1/Location/x", "/Client/999", "/Client/1/Location/7",
        ] {
            #expect(throws: BusError.self) {
                try program.get("Active", at: "/org/freedesktop/GeoClue2" + path)
            }
        }
    }

    @Test("cannot take the place of others by making a thousand clients")
    func thousand() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let greedy = try MessageBus(.at(desktop.bus.address))
        var made = 0
        for _ in 0..<1000 where (try? GeoClueProgram.manager("CreateClient", on: greedy)) != nil { made += 1 }
        #expect(made == 64)
        let refusal = #expect(throws: BusError.self) {
            try GeoClueProgram.manager("CreateClient", on: greedy)
        }
        #expect(refusal?.isKind(.limitsExceeded) == true)
    }

    @Test("may vanish in the middle of a call, and the next one is served")
    func vanished() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        for _ in 0..<20 {
            let program = try GeoClueProgram(on: desktop, app: Self.app)
            try program.bus.send(
                .init(
                    "Start",
                    of: GeoClueProgram.name + ".Client",
                    at: program.client,
                    of: GeoClueProgram.name
                )
            )
        }
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        try program.call("Start")
        try await program.nextUpdate()
    }

    @Test("gets its locations while another floods the bridge with calls")
    func flooded() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        try program.call("Start")
        try await program.nextUpdate()
        let flood = try desktop.start(["/usr/bin/python3", "-c", BusMisuse.flood])
        try await waiting(until: "the flood") { !flood.output.isEmpty }
        for _ in 0..<20 { try await program.nextUpdate() }
        #expect(flood.isRunning, "\(flood.errors)")
        flood.kill()
    }

    @Test(
        "cannot leave its process's number to another program and get what that one may know",
        .enabled(if: geteuid() == 0, "only root can choose the number of a process")
    )
    func reusedProcess() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try desktop.start(["/usr/bin/python3", "-c", BusMisuse.reusedProcess, Self.app])
        _ = try await program.end()
        #expect(program.output.contains("has ended"), "\(program.output)\(program.errors)")
    }

    @Test(
        "goes on with its client when the bridge is killed and started again, unless it has ended meanwhile"
    )
    func bridgeKilled() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app, level: 8)
        let idle = try GeoClueProgram(on: desktop, app: Self.app, level: 4)
        let deleted = try GeoClueProgram(on: desktop, app: Self.app)
        try deleted.call("Start")
        try GeoClueProgram.manager("DeleteClient", .path(deleted.client), on: deleted.bus)
        var ended: GeoClueProgram? = try GeoClueProgram(on: desktop, app: Self.app)
        let endedClient = try #require(ended?.client)
        try program.call("Start")
        try ended?.call("Start")
        try await program.nextUpdate()
        desktop.killBridge()
        ended = nil
        try await desktop.restartBridge()
        while try program.bus.process() {}
        let told = Set(program.updates.map(\.new))
        try await program.nextUpdate()
        // Nothing says that it is another location like a path that was not there before.
        #expect(try !told.contains(#require(program.updates.last).new))
        #expect(try program.location("Latitude") == .double(StillRecording.latitudeDegrees))
        #expect(try program.isActive && program.get("RequestedAccuracyLevel") == .uint32(8))
        #expect(try GeoClueProgram.manager("GetClient", on: program.bus).first?.text == program.client)

        #expect(try !idle.isActive && idle.get("DesktopId") == .string(Self.app))
        try idle.call("Start")
        try await idle.nextUpdate()
        let other = try GeoClueProgram(on: desktop, app: Self.app)
        #expect(other.client != program.client && other.client != endedClient)
        for (program, client) in [(other, endedClient), (deleted, deleted.client)] {
            let refusal = #expect(throws: BusError.self) { try program.get("Active", at: client) }
            #expect(refusal?.isKind(.unknownObject) == true)
        }
    }

    @Test("does not see the service go when systemd restarts the bridge, and keeps its coarsest level")
    func nameStays() async throws {
        let desktop = try await GeoClueDesktop(
            receiver: StillRecording.url(in: folder),
            bridgeUser: geteuid(),
            isSupervised: true
        )
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app, level: 4)
        var owners: [String?] = []
        let owner = try NameOwner(of: GeoClueProgram.name, on: program.bus) { owners.append($0) }
        try program.call("Start")
        try await program.nextUpdate()
        try program.set("RequestedAccuracyLevel", .uint32(8))
        // When the bridge has told somebody a location, it has written what it was told before.
        let other = try GeoClueProgram(on: desktop, app: Self.app)
        try other.call("Start")
        try await other.nextUpdate()
        for restart in 1...3 {
            let process = desktop.bridgeIdentifier
            try await desktop.restartBridge()
            try await program.nextUpdate()
            #expect(try program.isActive && program.get("RequestedAccuracyLevel") == .uint32(8))
            #expect(try program.location("Description") == .string("area, measured"))
            #expect(owners.count == 2 * restart && !owners.contains(nil) && owner.owner == owners.last)
            #expect(desktop.bridgeIdentifier != process)
        }
    }

    @Test("keeps a client that was never started, however often the bridge is killed")
    func idleClient() async throws {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse)
        let idle = try GeoClueProgram(on: desktop, app: Self.app, level: 4)
        try idle.set("DistanceThreshold", .uint32(7))
        // When the bridge has told somebody a location, it has written what it was told before.
        let program = try GeoClueProgram(on: desktop, app: Self.app)
        try program.call("Start")
        try await program.nextUpdate()
        for _ in 0..<2 {
            desktop.killBridge()
            try await desktop.restartBridge()
        }
        #expect(try idle.get("DesktopId") == .string(Self.app))
        #expect(try idle.get("RequestedAccuracyLevel") == .uint32(4))
        #expect(try idle.get("DistanceThreshold") == .uint32(7))
    }

    @Test("is served by one bridge, and a second says who owns the name")
    func nameTaken() async throws {
        let desktop = try await desktop()
        let second = try desktop.start([BuiltPrograms.geoClue, "--bus", desktop.bus.address])
        #expect(try await second.end() == .status(1))
        #expect(
            second.errors.contains("belongs to :1.") && second.errors.contains("\(desktop.bridgeIdentifier)")
        )
    }

    @Test("is served by whom the tool names, which needs systemd to change that")
    func named() async throws {
        let desktop = try await desktop()
        let tool = try desktop.start([BuiltPrograms.tool, "geoclue"])
        #expect(try await tool.end() == .status(0))
        #expect(
            tool.output
                == "org.freedesktop.GeoClue2 belongs to waymark-geoclue (process \(desktop.bridgeIdentifier))\n"
        )
        let other = try desktop.start([BuiltPrograms.tool, "geoclue", "--format", "json"])
        #expect(try await other.end() == .status(0))
        let record = try #require(try JSON.lines(other.output).first)
        #expect(record["process"].int == Int(desktop.bridgeIdentifier))
        #expect(record["startedByBus"].bool == false && !record["on"].exists)
        let switching = try desktop.start([BuiltPrograms.tool, "geoclue", "on"])
        #expect(try await switching.end() == .status(3))
        #expect(switching.errors.contains("systemd is not on the system's message bus"))
    }

    @Test(
        "is no way to speak for others: only the bridge's user may, and only for processes of the user it names"
    )
    func impersonation() async throws {
        let daemon = try await DaemonProcess(
            receiver: StillRecording.url(in: folder),
            configuration: "[Bridge]\nUser=65123\n"
        )
        func attempt(_ user: Int, _ process: Int, _ daemon: DaemonProcess) throws -> String {
            try ScriptedClient(daemon).failure(
                of: LocationInterface.FollowLocationFor(
                    user: user,
                    process: process,
                    app: Self.app,
                    accuracy: .full
                )
            ).name
        }
        // Not even root, if it is not the bridge.
        #expect(try attempt(0, Int(getpid()), daemon) == "org.varlink.service.PermissionDenied")
        let own = try await DaemonProcess(
            receiver: StillRecording.url(in: folder),
            configuration: "[Bridge]\nUser=\(geteuid())\n"
        )
        #expect(try attempt(Int(geteuid()) + 1, Int(getpid()), own) == "org.varlink.service.InvalidParameter")
        #expect(try attempt(Int(geteuid()), 999_999_999, own) == "org.varlink.service.InvalidParameter")
        #expect(try attempt(Int(geteuid()), Int(getpid()), own) == "org.varlink.service.ExpectedMore")
    }
}
