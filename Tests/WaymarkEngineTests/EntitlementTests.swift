import LocationModel
import Testing
import WaymarkEngine

@Suite("Of every kind of caller")
struct EntitlementTests {
    @Test(
        "each is allowed or refused each method as the table says, and a refusal changes nothing",
        arguments: EngineMethod.allCases,
        CallerRole.allCases
    )
    func methods(_ method: EngineMethod, _ role: CallerRole) throws {
        var machine = try EntitlementScenario()
        let command = machine.command(method)
        #expect(EngineMethod(command) == method)
        let expected = Self.refusal(of: method, to: role, on: machine)
        let state = machine.scenario.engine.savedState
        var refusal: Refusal?
        do throws(Refusal) {
            try machine.scenario.call(command, by: role.caller)
        } catch {
            refusal = error
        }
        #expect(refusal == expected)
        if refusal != nil {
            #expect(machine.scenario.engine.savedState == state)
            #expect(machine.scenario.effects.count == 1, "nobody else is told of it")
        }
    }

    /// The table: why a method that aims at the owner's things is refused, or `nil` where it is allowed.
    private static func refusal(
        of method: EngineMethod,
        to role: CallerRole,
        on machine: EntitlementScenario
    ) -> Refusal? {
        switch method {
        // Deciding is for the owner and for root, outside of sandboxes.
        case .authorize, .propose, .reset, .forget, .registerManifest, .withdrawManifest, .switchServices,
            .pause,
            .resume:
            switch role {
            case .owner, .root: nil
            case .boxed, .boxedElsewhere, .boxedNamelessly, .neighbour, .member, .boxedMember, .boxedRoot:
                .notPermitted
            }
        case .switchServicesOfEverybody, .statePlace: role == .root ? nil : .notPermitted
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
        case .place:
            switch role {
            case .owner, .root, .member: nil
            case .boxed, .boxedElsewhere, .boxedNamelessly, .neighbour, .boxedMember, .boxedRoot:
                .notPermitted
            }
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
        case .startMonitoring, .stopMonitoring, .acknowledge, .addRegion, .removeRegion, .anchor:
            switch role {
            case .owner, .boxed, .root: nil
            case .boxedElsewhere, .boxedNamelessly, .neighbour, .member, .boxedMember, .boxedRoot:
                .notPermitted
            }
        // Something new for an app is for whoever may act for the app or show its widgets.
        case .push:
            switch role {
            case .owner, .boxed, .root, .member: nil
            case .boxedElsewhere, .boxedNamelessly, .neighbour, .boxedMember, .boxedRoot: .notPermitted
            }
        case .requestAuthorization: Self.unknown(machine.app, to: role)
        // A launcher speaks for itself.
        case .reportLaunch: role == .owner ? nil : .unknownSession(machine.launcher)
        // So does a program that listens for beacons; who may be one, the daemon's configuration says.
        case .reportBeacons: role == .owner ? nil : .unknownSession(machine.beaconFeed)
        case .deliverTimeline, .failTimeline, .deliverSnapshot, .reloadTimelines:
            Self.unknown(machine.provider, to: role)
        }
    }

    private static func unknown(_ session: SessionIdentifier, to role: CallerRole) -> Refusal? {
        switch role {
        case .owner, .boxed, .root: nil
        case .boxedElsewhere, .boxedNamelessly, .neighbour, .member, .boxedMember, .boxedRoot:
            .unknownSession(session)
        }
    }

    @Test("none hides another user's app on a stream of its own, but root and who shows everybody's widgets")
    func ownHost() throws {
        for (role, mayHide) in [(CallerRole.neighbour, false), (.member, true), (.root, true)] {
            var machine = try EntitlementScenario()
            let host = machine.scenario.connectHost(by: role.caller)
            var refusal: Refusal?
            do throws(Refusal) {
                let command = Command.setAppVisibility(.weather, visible: false, session: host)
                try machine.scenario.call(command, by: role.caller)
            } catch {
                refusal = error
            }
            #expect(refusal == (mayHide ? nil : .notPermitted), "\(role)")
        }
    }

    @Test("each may open the streams that the table says", arguments: CallerRole.allCases)
    func streams(_ role: CallerRole) throws {
        var machine = try EntitlementScenario()
        let caller = role.caller
        let isFree = !caller.isSandboxed
        _ = machine.scenario.connectHost(by: caller)
        #expect(machine.scenario.refusals == (isFree ? [] : [.notPermitted]), "as a host")
        machine.scenario.forget()
        _ = machine.scenario.connectAgent(by: caller)
        #expect(machine.scenario.refusals == (isFree ? [] : [.notPermitted]), "as an agent")
        machine.scenario.forget()
        _ = machine.scenario.connectLauncher(by: caller)
        #expect(machine.scenario.refusals == (isFree ? [] : [.notPermitted]), "as a launcher")
        machine.scenario.forget()
        _ = machine.scenario.connectLauncher(.system, by: caller)
        #expect(
            machine.scenario.refusals == (role == .root ? [] : [.notPermitted]),
            "as a launcher of the system"
        )
        machine.scenario.forget()
        _ = machine.scenario.connectApp(.weather, by: caller)
        let isApp = [.owner, .boxed, .root].contains(role)
        #expect(machine.scenario.refusals == (isApp ? [] : [.notPermitted]), "as the owner's app")
        machine.scenario.forget()
        _ = machine.scenario.followEvents(.weather, by: caller)
        #expect(machine.scenario.refusals == (isApp ? [] : [.notPermitted]), "to follow the app's events")
        machine.scenario.forget()
        _ = machine.scenario.follow(by: caller)
        #expect(machine.scenario.refusals == (isApp ? [] : [.notPermitted]), "to follow the location")
    }

    @Test(
        "each may inquire but from a sandbox, and only root may change the key",
        arguments: CallerRole.allCases
    )
    func inquiries(_ role: CallerRole) {
        #expect(role.caller.mayInquire == !role.caller.isSandboxed)
        #expect(role.caller.mayChangeKey == (role == .root))
    }

    @Test("each sees of the owner's things what the table says", arguments: CallerRole.allCases)
    func views(_ role: CallerRole) throws {
        let machine = try EntitlementScenario()
        let (engine, caller) = (machine.scenario.engine, role.caller)
        let seesWidgets = [.owner, .boxed, .root, .member].contains(role)
        #expect(engine.widgets(visibleTo: caller).isEmpty == !seesWidgets)
        let seesApps = [.owner, .boxed, .root].contains(role)
        #expect(engine.apps(visibleTo: caller).contains { $0.app == .weather } == seesApps)
        let decides = [.owner, .root].contains(role)
        #expect(engine.prompts(for: caller).isEmpty == !decides)
        var scenario = machine.scenario
        try scenario.authorize(.denied)
        let told = scenario.simulation.decisions.filter {
            $0.subject.app == .weather && scenario.engine.mayRead($0, caller)
        }
        #expect(told.isEmpty == !seesApps, "what was decided about the app")
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
        let free = Caller(
            user: Caller.owner.user,
            .unidentified(.loginSession),
            knownTo: catalogue,
            isKiosk: true,
            origin: nil
        )
        #expect(free == Caller(user: Caller.owner.user, isKiosk: true))
    }
}
