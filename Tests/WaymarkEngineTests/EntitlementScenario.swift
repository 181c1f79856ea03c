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
        beaconFeed = scenario.openStream { .beaconFeedConnected($0, by: .owner, call: $1) }
        try scenario.call(.registerManifest(.own, text: "own", user: Caller.owner.user))
        try scenario.monitor(.significantChanges)
        widget = try scenario.place()
        try scenario.show(widget, on: host)
        request = try scenario.onlyRequest().request
        snapshot = try scenario.requestSnapshot()
        let answer = try scenario.call(.requestAuthorization(app, .whenInUse))
        guard case .request(.asking(let prompt, _)) = answer else {
            preconditionFailure("the person is asked: \(answer)")
        }
        self.prompt = prompt
        scenario.forget()
    }

    /// What each method is tried with, at the owner's things.
    func command(_ method: EngineMethod) -> Command {
        let owner = Caller.owner.user
        return switch method {
        case .authorize: .authorize(.weather, SettingsChange(status: .authorizedAlways))
        case .propose: .propose(.authorize(SettingsChange(status: .authorizedAlways)), about: .weather)
        case .reset: .reset(user: owner, app: nil)
        case .forget: .forget(.weather)
        case .registerManifest: .registerManifest(.own, text: "changed", user: owner)
        case .withdrawManifest: .withdrawManifest(AppKey(user: owner, app: AppManifest.own.identifier))
        case .switchServices: .switchServices(isOn: false, user: owner)
        case .switchServicesOfEverybody: .switchServices(isOn: false, user: nil)
        case .pause: .pause(user: owner, .seconds(60))
        case .resume: .resume(user: owner)
        case .statePlace: .statePlace(StatedPlace(coordinate: .home, accuracyMeters: 10, origin: .command))
        case .reportMovement: .reportMovement(nil)
        case .requestAuthorization: .requestAuthorization(app, .always)
        case .answerPrompt: .answerPrompt(agent, prompt, .allowWhileUsing, accuracy: nil)
        case .setAppVisibility: .setAppVisibility(.weather, visible: false, session: host)
        case .place: .place(.here)
        case .configure: .configure(widget, family: .inline, configuration: nil)
        case .remove: .remove(widget)
        case .setVisibility: .setVisibility(widget, visible: true, session: nil)
        case .shareOnce: .shareOnce(widget, exactly: true, session: nil)
        case .deliverTimeline:
            .deliverTimeline(provider, request, .entries(at: [scenario.now.utc]))
        case .deliverSnapshot: .deliverSnapshot(provider, snapshot, content: "{}")
        case .failTimeline: .failTimeline(provider, request, message: "no network")
        case .reloadTimelines: .reloadTimelines(provider, kind: nil, widget: nil)
        case .push: .push(.weather, kind: nil)
        case .startMonitoring: .startMonitoring(.weather, .visits)
        case .stopMonitoring: .stopMonitoring(.weather, .significantChanges)
        case .acknowledge: .acknowledge(.weather, MonitorEventIdentifier(1))
        case .addRegion: .addRegion(.shop, .area(.circle(.atHome)), assumingInside: nil)
        case .removeRegion: .removeRegion(.shop)
        case .anchor: .anchor(.weather, .raise)
        case .reportBeacons: .reportBeacons(beaconFeed, BeaconReport(isListening: true))
        case .reportLaunch: .reportLaunch(launcher, .unknown, .ended(message: ""))
        }
    }
}

/// Every command of the engine; the table of entitlements has a row for each.
enum EngineMethod: String, CaseIterable, CustomTestStringConvertible {
    case authorize, propose, reset, forget, registerManifest, withdrawManifest, switchServices,
        switchServicesOfEverybody, pause, resume, statePlace, reportMovement
    case requestAuthorization, answerPrompt, setAppVisibility
    case place, configure, remove, setVisibility, shareOnce
    case deliverTimeline, failTimeline, deliverSnapshot, reloadTimelines, push
    case startMonitoring, stopMonitoring, acknowledge, addRegion, removeRegion, anchor
    case reportLaunch, reportBeacons

    /// The row that a command belongs to; a new command does not compile here without a row.
    init(_ command: Command) {
        self =
            switch command {
            case .authorize: .authorize
            case .propose: .propose
            case .reset: .reset
            case .forget: .forget
            case .registerManifest: .registerManifest
            case .withdrawManifest: .withdrawManifest
            case .switchServices(_, nil): .switchServicesOfEverybody
            case .pause: .pause
            case .resume: .resume
            case .statePlace: .statePlace
            case .reportMovement: .reportMovement
            case .switchServices: .switchServices
            case .requestAuthorization: .requestAuthorization
            case .answerPrompt: .answerPrompt
            case .setAppVisibility: .setAppVisibility
            case .place: .place
            case .configure: .configure
            case .remove: .remove
            case .setVisibility: .setVisibility
            case .shareOnce: .shareOnce
            case .deliverTimeline: .deliverTimeline
            case .failTimeline: .failTimeline
            case .deliverSnapshot: .deliverSnapshot
            case .reloadTimelines: .reloadTimelines
            case .push: .push
            case .startMonitoring: .startMonitoring
            case .stopMonitoring: .stopMonitoring
            case .acknowledge: .acknowledge
            case .addRegion: .addRegion
            case .removeRegion: .removeRegion
            case .anchor: .anchor
            case .reportLaunch: .reportLaunch
            case .reportBeacons: .reportBeacons
            }
    }

    var testDescription: String { rawValue }
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
