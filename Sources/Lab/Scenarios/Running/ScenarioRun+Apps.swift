import LocationModel
import WaymarkEngine

extension ScenarioRun {
    private static let monitor = MonitorName("scenario")

    /// Carries out what an app wants to follow or to monitor.
    mutating func follow(_ action: ScenarioAction, of step: ScenarioScript.Step) throws(Refusal) {
        switch action {
        case .follow(let app, let request):
            guard isRunning(app, step) else { return }
            let key = script.apps[app].key
            let session = open { .followerConnected($0, request, of: key, by: Self.caller, call: $1) }
            programs[app].followers.append(session)
        case .followHeading(let app, let degrees):
            guard isRunning(app, step) else { return }
            let key = script.apps[app].key
            let session = open {
                .headingFollowerConnected($0, filterDegrees: degrees, of: key, by: Self.caller, call: $1)
            }
            programs[app].followers.append(session)
        case .followBeacons(let app, let condition):
            guard isRunning(app, step) else { return }
            let key = script.apps[app].key
            let session = open { .beaconFollowerConnected($0, condition, of: key, by: Self.caller, call: $1) }
            programs[app].followers.append(session)
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

    private mutating func isRunning(_ app: Int, _ step: ScenarioScript.Step) -> Bool {
        if programs[app].app == nil {
            fail(step, "the app does not run; write 'open \(script.apps[app].name)' before")
        }
        return programs[app].app != nil
    }
}
