import LocationModel
import Testing
import WaymarkEngine

@Suite("Of every kind of caller")
struct EntitlementTests {
    @Test(
        "each is allowed or refused each command as the table says, and a refusal changes nothing",
        arguments: CallerRole.allCases
    )
    func commands(_ role: CallerRole) throws {
        let machine = try EntitlementScenario()
        for command in machine.commands {
            var scenario = machine.scenario
            var refusal: Refusal?
            do throws(Refusal) {
                try scenario.call(command, by: role.caller)
            } catch {
                refusal = error
            }
            #expect(refusal == Self.refusal(of: command, to: role, on: machine), "\(command)")
            if refusal != nil {
                #expect(scenario.engine.savedState == machine.scenario.engine.savedState, "\(command)")
                #expect(scenario.effects.count == 1, "nobody else is told of \(command)")
            }
        }
    }

    /// The table: why a command that aims at the owner's things is refused, or `nil` where it is allowed.
    ///
    /// A new command, which does not compile without its row, belongs into ``EntitlementScenario/commands``, too.
    private static func refusal(
        of command: Command,
        to role: CallerRole,
        on machine: EntitlementScenario
    ) -> Refusal? {
        switch command {
        case .switchServices(_, nil), .statePlace: role == .root ? nil : .notPermitted
        // Deciding is for the owner and for root, outside of sandboxes.
        case .authorize, .propose, .reset, .forget, .registerManifest, .withdrawManifest, .switchServices,
            .pause, .resume:
            [.owner, .root].contains(role) ? nil : .notPermitted
        // Who may report it, the daemon's configuration says.
        case .reportMovement: nil
        // A question is answered through the agent's own stream.
        case .answerPrompt:
            switch role {
            case .owner: nil
            case .boxed, .boxedElsewhere, .boxedNamelessly: .unknownPrompt(machine.prompt)
            case .neighbour, .member, .boxedMember, .root, .boxedRoot: .unknownSession(machine.agent)
            }
        // Showing is also for members of the group; outside of sandboxes.
        case .place: [.owner, .root, .member].contains(role) ? nil : .notPermitted
        case .configure, .remove, .setVisibility:
            switch role {
            case .owner, .root, .member: nil
            case .boxed: .notPermitted
            case .boxedElsewhere, .boxedNamelessly, .neighbour, .boxedMember, .boxedRoot:
                .unknownWidget(machine.widget)
            }
        // A click is the person's own.
        case .shareOnce:
            switch role {
            case .owner: nil
            case .boxed, .root, .member: .notPermitted
            case .boxedElsewhere, .boxedNamelessly, .neighbour, .boxedMember, .boxedRoot:
                .unknownWidget(machine.widget)
            }
        // What is hidden or shown for the life of a stream needs that very stream.
        case .setAppVisibility:
            switch role {
            case .owner: nil
            case .boxed, .boxedElsewhere, .boxedNamelessly: .notPermitted
            case .neighbour, .member, .boxedMember, .root, .boxedRoot: .unknownSession(machine.host)
            }
        // An app speaks for itself, also in its sandbox.
        case .startMonitoring, .stopMonitoring, .acknowledge, .addRegion, .removeRegion, .anchor,
            .listMonitoring, .listRegions:
            [.owner, .boxed, .root].contains(role) ? nil : .notPermitted
        // Something new for an app is for whoever may act for the app or show its widgets.
        case .push: [.owner, .boxed, .root, .member].contains(role) ? nil : .notPermitted
        case .requestAuthorization:
            [.owner, .boxed, .root].contains(role) ? nil : .unknownSession(machine.app)
        // A launcher speaks for itself.
        case .reportLaunch: role == .owner ? nil : .unknownSession(machine.launcher)
        // So does a program that listens for beacons; who may be one, the daemon's configuration says.
        case .reportBeacons: role == .owner ? nil : .unknownSession(machine.beaconFeed)
        case .deliverTimeline, .failTimeline, .deliverSnapshot, .reloadTimelines:
            [.owner, .boxed, .root].contains(role) ? nil : .unknownSession(machine.provider)
        }
    }

    @Test("only root and the host of everybody's widgets may hide the app of another user")
    func ownHost() throws {
        for (role, mayHide) in [(CallerRole.neighbour, false), (.member, true), (.root, true)] {
            var scenario = try EntitlementScenario().scenario
            let host = scenario.connectHost(by: role.caller)
            let command = Command.setAppVisibility(.weather, visible: false, session: host)
            _ = try? scenario.call(command, by: role.caller)
            #expect(scenario.refusals == (mayHide ? [] : [.notPermitted]), "\(role)")
        }
    }

    @Test("each may open the streams that the table says", arguments: CallerRole.allCases)
    func streams(_ role: CallerRole) throws {
        let caller = role.caller
        let isFree = !caller.isSandboxed
        let isApp = [.owner, .boxed, .root].contains(role)
        let rows: [(String, isAllowed: Bool, (inout Scenario) -> SessionIdentifier)] = [
            ("as a host", isFree, { $0.connectHost(by: caller) }),
            ("as an agent", isFree, { $0.connectAgent(by: caller) }),
            ("as a launcher", isFree, { $0.connectLauncher(by: caller) }),
            ("as a launcher of the system", role == .root, { $0.connectLauncher(.system, by: caller) }),
            ("as the owner's app", isApp, { $0.connectApp(by: caller) }),
            ("to follow the app's events", isApp, { $0.followEvents(by: caller) }),
            ("to follow the location", isApp, { $0.follow(by: caller) }),
        ]
        for (name, isAllowed, open) in rows {
            var scenario = try EntitlementScenario().scenario
            _ = open(&scenario)
            #expect(scenario.refusals == (isAllowed ? [] : [.notPermitted]), "\(name)")
        }
    }

    @Test(
        "each sees the widgets, apps and questions of the owner that the table says",
        arguments: CallerRole.allCases
    )
    func views(_ role: CallerRole) throws {
        let machine = try EntitlementScenario()
        let (engine, caller) = (machine.scenario.engine, role.caller)
        let seesWidgets = [.owner, .boxed, .root, .member].contains(role)
        #expect(engine.widgets(visibleTo: caller).isEmpty == !seesWidgets)
        let seesApps = [.owner, .boxed, .root].contains(role)
        #expect(engine.apps(visibleTo: caller).contains { $0.app == .weather } == seesApps)
        let decides = [.owner, .root].contains(role)
        #expect(engine.prompts(for: caller).isEmpty == !decides)
        #expect(caller.mayInquire == !caller.isSandboxed)
        var scenario = machine.scenario
        try scenario.authorize(.denied)
        let told = scenario.simulation.decisions.filter {
            $0.subject.app == .weather && scenario.engine.mayRead($0, caller)
        }
        #expect(told.isEmpty == !seesApps, "what was decided about the app")
        try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        let switched = Decision.authorization(.servicesSwitched(isOn: false))
        let entry = try #require(scenario.simulation.decisions.first { $0.decision == switched })
        #expect(entry.subject.isVisible(to: caller) == decides)
    }

    @Test("one in a sandbox is the app that its manifest knows, or that of its own name")
    func recognition() throws {
        var manifest = AppManifest.own
        manifest.recognition.flatpaks = ["org.example.Boxed"]
        var catalogue = AppCatalogue()
        _ = catalogue.install([manifest])
        let name = try #require(AppIdentifier("org.example.Boxed"))
        let boxed = Caller(
            user: Caller.owner.user,
            .flatpak(name, .mounts),
            knownTo: catalogue,
            isKiosk: false,
            origin: nil
        )
        #expect(boxed.isSandboxed)
        #expect(boxed.sandboxedApps == [name, manifest.identifier])
    }
}
