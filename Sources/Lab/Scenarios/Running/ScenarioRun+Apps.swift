import LocationModel
import WaymarkEngine

extension ScenarioRun {
    private static let monitor = MonitorName("scenario")

    /// Carries out what an app wants to follow or to monitor.
    mutating func follow(_ action: ScenarioAction, of step: ScenarioScript.Step) throws(Refusal) {
        switch action {
        case .follow(let app, let request):
            follow(app, step) { .followerConnected($0, request, of: $1, by: Self.caller, call: $2) }
        case .followHeading(let app, let degrees):
            follow(app, step) {
                .headingFollowerConnected($0, filterDegrees: degrees, of: $1, by: Self.caller, call: $2)
            }
        case .followBeacons(let app, let condition):
            follow(app, step) { .beaconFollowerConnected($0, condition, of: $1, by: Self.caller, call: $2) }
        case .unfollow(let app):
            guard !programs[app].followers.isEmpty else { return fail(step, "the app follows nothing") }
            unfollow(app)
        case .monitor(let app, let service, let isOn):
            let key = script.apps[app].key
            if isOn { programs[app].isMonitoring = true }
            _ = try ask(isOn ? .startMonitoring(key, service) : .stopMonitoring(key, service))
        case .region(let app, let identifier, let condition):
            guard let monitor = Self.monitor else { return }
            let name = RegionName(app: script.apps[app].key, monitor: monitor, identifier: identifier)
            guard let condition else {
                _ = try ask(.removeRegion(name))
                return
            }
            programs[app].isMonitoring = true
            _ = try ask(.addRegion(name, condition, assumingInside: nil))
        case .anchor(let app, let command):
            programs[app].isMonitoring = true
            _ = try ask(.anchor(script.apps[app].key, command))
        default: break
        }
    }

    mutating func unfollow(_ app: Int) {
        let followers = programs[app].followers
        programs[app].followers = []
        for session in followers { send(.disconnected(session)) }
    }

    private mutating func follow(
        _ app: Int,
        _ step: ScenarioScript.Step,
        _ event: (SessionIdentifier, AppKey, CallIdentifier) -> Event
    ) {
        guard programs[app].app != nil else {
            return fail(step, "the app does not run; write 'open \(script.apps[app].name)' before")
        }
        let key = script.apps[app].key
        let session = open { event($0, key, $1) }
        programs[app].followers.append(session)
    }
}
