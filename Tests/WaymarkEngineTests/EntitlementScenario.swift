import LocationModel
import Regions
import Testing
import WaymarkEngine

/// A machine on which the owner has one of everything that somebody could try to handle.
struct EntitlementScenario {
    var scenario: Scenario
    let widget: WidgetIdentifier
    let provider: SessionIdentifier
    let host: SessionIdentifier
    let app: SessionIdentifier
    let agent: SessionIdentifier
    let launcher: SessionIdentifier
    let beaconFeed: SessionIdentifier
    let request: RequestIdentifier
    let snapshot: RequestIdentifier
    let prompt: PromptIdentifier

    init() throws {
        scenario = Scenario()
        scenario.send(.manifestsInstalled(.complete, broken: []))
        provider = scenario.connectProvider()
        host = scenario.connectHost()
        app = scenario.connectApp()
        agent = scenario.connectAgent()
        launcher = scenario.connectLauncher()
        beaconFeed = scenario.openStream { .opened($0, .beaconFeed, by: .owner, call: $1) }
        try scenario.call(.registerManifest(.own, text: "own", user: Caller.owner.user))
        try scenario.monitor(.significantChanges)
        widget = try scenario.place()
        try scenario.show(widget, on: host)
        request = try scenario.onlyRequest().request
        snapshot = try scenario.requestSnapshot()
        let answer = try scenario.call(.requestAuthorization(app, .whenInUse))
        guard case .request(_, let prompt?) = answer else {
            preconditionFailure("the person is asked: \(answer)")
        }
        self.prompt = prompt
        scenario.forget()
    }

    /// One of each command, at the owner's things.
    var commands: [Command] {
        let owner = Caller.owner.user
        return [
            .authorize(.weather, SettingsChange(status: .authorizedAlways)),
            .propose(.authorize(SettingsChange(status: .authorizedAlways)), about: .weather),
            .reset(user: owner, app: nil),
            .forget(.weather),
            .registerManifest(.own, text: "changed", user: owner),
            .withdrawManifest(AppKey(user: owner, app: AppManifest.own.identifier)),
            .switchServices(isOn: false, user: owner),
            .switchServices(isOn: false, user: nil),
            .pause(user: owner, .seconds(60)),
            .resume(user: owner),
            .statePlace(StatedPlace(coordinate: .home, accuracyMeters: 10, origin: .command)),
            .reportMovement(nil),
            .requestAuthorization(app, .always),
            .answerPrompt(agent, prompt, .allowWhileUsing, accuracy: nil),
            .setAppVisibility(.weather, visible: false, session: host),
            .place(.here),
            .configure(widget, family: .inline, configuration: nil),
            .remove(widget),
            .setVisibility(widget, visible: true, session: nil),
            .shareOnce(widget, exactly: true, session: nil),
            .deliverTimeline(provider, request, .entries(at: [scenario.now.utc])),
            .deliverSnapshot(provider, snapshot, content: "{}"),
            .failTimeline(provider, request, message: "no network"),
            .reloadTimelines(provider, kind: nil, widget: nil),
            .push(.weather, kind: nil),
            .startMonitoring(.weather, .visits),
            .stopMonitoring(.weather, .significantChanges),
            .listMonitoring(.weather),
            .listRegions(.weather, after: nil),
            .acknowledge(.weather, MonitorEventIdentifier(1)),
            .addRegion(.shop, .area(.circle(.atHome)), assumingInside: nil),
            .removeRegion(.shop),
            .anchor(.weather, .raise),
            .reportBeacons(beaconFeed, BeaconReport(isListening: true)),
            .reportLaunch(launcher, .unknown, .ended(message: "")),
        ]
    }
}

extension LaunchedProgram {
    fileprivate static let unknown = LaunchedProgram(app: .weather, launch: LaunchIdentifier(1))
}

extension AppManifest {
    static let own: AppManifest = {
        var own = AppManifest(identifier: AppKey.app("org.example.Own").app, name: LocalizedText("Own"))
        own.whenInUsePurpose = LocalizedText("Shows something.")
        return own
    }()
}
