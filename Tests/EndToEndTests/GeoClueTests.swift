import Glibc
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
struct GeoClueTests {
    private static let app = "org.example.app"

    private func desktop(_ receiver: String? = nil) async throws -> GeoClueDesktop {
        try await GeoClueDesktop(
            receiver: receiver ?? StillRecording.url(),
            bridgeUser: geteuid(),
            configuration: "[Authorization]\nAppGrace=100ms\n"
        )
    }

    private func authorize(
        _ desktop: GeoClueDesktop,
        _ status: AuthorizationChoice,
        _ accuracy: AccuracyAuthorization = .full
    ) throws {
        try ScriptedClient(desktop.daemon).authorize(Self.app, status, accuracy: accuracy)
    }

    /// Starts a program about which the person has decided.
    private func program(
        _ accuracy: AccuracyAuthorization = .full,
        level: UInt32 = 8
    ) async throws -> GeoClueProgram {
        let desktop = try await desktop()
        try authorize(desktop, .authorizedWhenInUse, accuracy)
        return try GeoClueProgram(on: desktop, app: Self.app, level: level)
    }

    private func accesses(_ desktop: GeoClueDesktop) throws -> [SettingsInterface.Access] {
        try ScriptedClient(desktop.daemon).call(SettingsInterface.ListAccesses()).accesses
    }

    @Test("gets exact locations that the person allows, and the person sees who got them")
    func exact() async throws {
        let program = try await program()
        // The bridge keeps the last 100 locations, and the first must still be there when it is read.
        try program.set("TimeThreshold", .uint32(1))
        #expect(try !program.isActive && program.get("Location") == .path("/"))
        let manager = "/org/freedesktop/GeoClue2/Manager"
        #expect(try program.get("InUse", of: "Manager", at: manager).isTrue == false)
        try await program.follow()
        #expect(try program.isActive && program.get("InUse", of: "Manager", at: manager).isTrue == true)
        #expect(program.updates[0].old == "/" && program.updates[0].new == program.client + "/Location/0")
        #expect(try program.location("Latitude") == .double(StillRecording.latitudeDegrees))
        #expect(try program.location("Longitude") == .double(StillRecording.longitudeDegrees))
        #expect(try program.location("Description") == .string("measured"))
        #expect(try program.location("Altitude") == .double(35))
        // The recording has no course.
        #expect(try program.location("Heading") == .double(-1))
        // The next location may have come meanwhile.
        #expect(try program.get("Location").text?.hasPrefix(program.client + "/Location/") == true)
        try await program.nextUpdate()
        #expect(program.updates[1].old == program.updates[0].new)
        // A slow program can still read the location before.
        #expect(try program.get("Accuracy", of: "Location", at: program.updates[0].new) != .double(0))
        let accesses = try accesses(program.desktop)
        #expect(accesses.map(\.app) == [Self.app] && accesses[0].accuracy == .full)
        try program.call("Stop")
        #expect(try !program.isActive)
    }

    @Test("gets an area if it may know no more, and the person sees that nothing more was told")
    func area() async throws {
        let program = try await program(.reduced)
        // As redshift sets it: the first location is told nevertheless.
        try program.set("DistanceThreshold", .uint32(50_000))
        try await program.follow()
        #expect(try program.location("Latitude") != .double(StillRecording.latitudeDegrees))
        guard case .double(let radius) = try program.location("Accuracy") else { return }
        #expect(radius > 2500)
        #expect(try program.location("Description") == .string("area, measured"))
        #expect(try program.location("Speed") == .double(-1))
        #expect(try accesses(program.desktop).map(\.accuracy) == [.reduced])
    }

    @Test("waits with Start while an agent asks the person, and gets what the person decides")
    func held() async throws {
        let desktop = try await desktop()
        let agent = try AnsweringAgent(desktop.daemon.socketPath)
        for choice in [PromptChoice.allowWhileUsing, .deny] {
            let app = "\(Self.app).\(choice)"
            let program = try GeoClueProgram(on: desktop, app: app, level: 8)
            let start = try program.send("Start")
            let prompt = try await agent.nextPrompt()
            #expect(try prompt.app == app && start.result == nil && !program.isActive)
            try await agent.answer(choice)
            try await waiting(until: "the answer of Start") {
                while try program.bus.process() {}
                return start.result != nil
            }
            switch start.result {
            case .success: #expect(choice == .allowWhileUsing)
            case .failure(let refusal): #expect(choice == .deny && refusal.message.contains("said no"))
            case nil: break
            }
            if choice == .allowWhileUsing { try await program.nextUpdate() }
        }
    }

    @Test("waits with several of its clients at once for 20 s, and is refused then")
    func heldClients() async throws {
        let desktop = try await desktop()
        let agent = try AnsweringAgent(desktop.daemon.socketPath)
        let program = try GeoClueProgram(on: desktop)
        let begun = ContinuousClock.now
        let starts = try (0..<9).map { _ in
            let client = try GeoClueProgram.manager("CreateClient", on: program.bus).first?.text
            try program.set("DesktopId", .string(Self.app), at: client)
            return try program.send("Start", at: client)
        }
        try await waiting(until: "all refusals") {
            while try program.bus.process() {}
            return starts.allSatisfy { $0.result != nil }
        }
        #expect(begun.duration(to: .now) > .seconds(15))
        // After 25 s the bus would end the calls, with another error.
        for start in starts {
            let refusal = #expect(throws: BusError.self) { try start.result?.get() }
            #expect(refusal?.isKind(.accessDenied) == true, "\(String(describing: refusal))")
        }
        withExtendedLifetime(agent) {}
    }

    @Test("is refused at once while nobody can ask the person, who decides later, also after it has ended")
    func undecided() async throws {
        let desktop = try await desktop()
        var program: GeoClueProgram? = try GeoClueProgram(on: desktop, app: Self.app, level: 4)
        let refusal = #expect(throws: BusError.self) { try program?.call("Start") }
        #expect(refusal?.isKind(.accessDenied) == true && refusal?.message.contains("asked") == true)
        program = nil
        // The bridge has handled the end of the program when it has handled this call after it.
        _ = try GeoClueProgram(on: desktop)
        let agent = try AnsweringAgent(desktop.daemon.socketPath)
        let prompt = try await agent.nextPrompt()
        #expect(prompt.app == Self.app && prompt.purpose == nil && prompt.accuracy == .reduced)
        try await agent.answer(.allowWhileUsing)
        let next = try GeoClueProgram(on: desktop, app: Self.app, level: 4)
        try await next.follow()
        // It wanted an area, so that is what the person allowed.
        let apps = try ScriptedClient(desktop.daemon).call(SettingsInterface.ListApps()).apps
        #expect(apps.map(\.accuracy) == [.reduced])
    }

    @Test("is refused with the reason, stopped when the person changes their mind, and goes on by itself")
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
        let other = try GeoClueProgram(on: desktop, app: Self.app)
        try other.call("Start")
        try other.call("Stop")
        try authorize(desktop, .denied)
        try await waiting(until: "the end") { try !program.isActive }
        #expect(throws: BusError.self) { try other.call("Start") }
        try authorize(desktop, .authorizedWhenInUse)
        try await waiting(until: "the second permission") { try program.isActive }
        try await program.nextUpdate()
        // That one has stopped itself.
        #expect(try !other.isActive)
    }

    @Test("learns at the last location why there is no newer one")
    func noFix() async throws {
        let folder = try TemporaryFolder()
        try folder.write(StillRecording.text(seconds: 4), to: "short.nmea")
        let desktop = try await desktop("file://\(folder.path)/short.nmea?speed=1")
        try authorize(desktop, .authorizedWhenInUse)
        let follower = try GeoClueProgram(on: desktop, app: Self.app)
        try await follower.follow()
        try await waiting(until: "the end of the recording") {
            while try follower.bus.process() {}
            return try follower.location("Description") != .string("measured")
        }
        #expect(try follower.location("Description").text?.contains("recording") == true)
    }

    @Test("goes on when waymarkd is restarted")
    func daemonRestarted() async throws {
        let program = try await program()
        let desktop = program.desktop
        try await program.follow()
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
        let program = try await program()
        try await program.follow()
        let other = try GeoClueProgram(on: program.desktop, app: "org.example.other")
        func refusals(at client: String) -> [String] {
            let attempts: [() throws -> Void] = [
                { try other.call("Stop", at: client) }, { try other.call("Start", at: client) },
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
        ] { #expect(throws: BusError.self, "\(name)") { try program.set(name, value) } }
        try program.set("DesktopId", .string("not an app"))
        #expect(throws: BusError.self) { try program.call("Start") }
        try program.set("DesktopId", .string(Self.app))
        try program.call("Start")
        try await program.follow()
    }

    @Test("gets its locations while another floods the bridge with calls")
    func flooded() async throws {
        let program = try await program()
        try await program.follow()
        let flood = try program.desktop.start(["/usr/bin/python3", "-c", BusMisuse.flood])
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

    @Test("goes on with its client when the bridge is killed and started again, unless it has ended")
    func bridgeKilled() async throws {
        let program = try await program()
        let desktop = program.desktop
        let idle = try GeoClueProgram(on: desktop, app: Self.app, level: 4)
        let deleted = try GeoClueProgram(on: desktop, app: Self.app)
        try deleted.call("Start")
        try GeoClueProgram.manager("DeleteClient", .path(deleted.client), on: deleted.bus)
        var ended: GeoClueProgram? = try GeoClueProgram(on: desktop, app: Self.app)
        let endedClient = try #require(ended?.client)
        try ended?.call("Start")
        try await program.follow()
        for _ in 0..<2 {
            desktop.killBridge()
            ended = nil
            try await desktop.restartBridge()
        }
        while try program.bus.process() {}
        let told = Set(program.updates.map(\.new))
        try await program.nextUpdate()
        // Nothing says that it is another location like a path that was not there before.
        #expect(try !told.contains(#require(program.updates.last).new))
        #expect(try program.location("Latitude") == .double(StillRecording.latitudeDegrees))
        #expect(try program.isActive && program.get("RequestedAccuracyLevel") == .uint32(8))
        #expect(try GeoClueProgram.manager("GetClient", on: program.bus).first?.text == program.client)

        #expect(try !idle.isActive && idle.get("DesktopId") == .string(Self.app))
        try await idle.follow()
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
            receiver: StillRecording.url(),
            bridgeUser: geteuid(),
            isSupervised: true
        )
        try authorize(desktop, .authorizedWhenInUse)
        let program = try GeoClueProgram(on: desktop, app: Self.app, level: 4)
        var owners: [String?] = []
        let owner = try NameOwner(of: GeoClueProgram.name, on: program.bus) { owners.append($0) }
        try await program.follow()
        try program.set("RequestedAccuracyLevel", .uint32(8))
        // When the bridge has told somebody a location, it has written what it was told before.
        let other = try GeoClueProgram(on: desktop, app: Self.app)
        try await other.follow()
        for restart in 1...2 {
            try await desktop.restartBridge()
            try await program.nextUpdate()
            #expect(try program.isActive && program.get("RequestedAccuracyLevel") == .uint32(8))
            #expect(try program.location("Description") == .string("area, measured"))
            #expect(owners.count == 2 * restart && !owners.contains(nil) && owner.owner == owners.last)
        }
    }

    @Test("is served by one bridge, as a second one and the tool say; to change that needs systemd")
    func named() async throws {
        let desktop = try await desktop()
        let second = try desktop.start([BuiltPrograms.geoClue, "--bus", desktop.bus.address])
        #expect(try await second.end() == .status(1))
        #expect(second.errors.contains("org.freedesktop.GeoClue2 belongs to another program"))
        let tool = try desktop.start([BuiltPrograms.tool, "geoclue"])
        #expect(try await tool.end() == .status(0))
        let owner = "waymark-geoclue (process \(desktop.bridgeIdentifier))"
        #expect(tool.output == "org.freedesktop.GeoClue2 belongs to \(owner)\n")
        let switching = try desktop.start([BuiltPrograms.tool, "geoclue", "on"])
        #expect(try await switching.end() == .status(3))
        #expect(switching.errors.contains("systemd is not on the system's message bus"))
    }

    @Test("speaks for others only as the bridge's user, and only for processes of the user it names")
    func impersonation() async throws {
        let (user, process) = (Int(geteuid()), Int(getpid()))
        for (bridge, user, process, error) in [
            // Not even root, if it is not the bridge.
            (65_123, 0, process, "permission denied"),
            (user, user + 1, process, "the service does not accept"),
            (user, user, 999_999_999, "the service does not accept"),
            (user, user, process, "the method streams"),
        ] {
            let daemon = try await DaemonProcess(
                receiver: "gpsd://localhost:1",
                configuration: "[Bridge]\nUser=\(bridge)\n"
            )
            let follow = LocationInterface.FollowLocationFor(
                user: user,
                process: process,
                app: Self.app,
                accuracy: .full
            )
            let failure = try ScriptedClient(daemon).failure(of: follow)
            #expect("\(failure)".hasPrefix(error))
        }
    }
}
