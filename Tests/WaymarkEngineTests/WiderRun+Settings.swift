import LocationModel
import RouteSimulator
import TestSupport
import WaymarkEngine

// What is set, installed and decided in a run.
extension WiderRun {
    mutating func settings() -> Event {
        var settings = EngineSettings()
        settings.inUseWindow = .seconds(pick([60, 900, 900]))
        settings.minimumReloadInterval = .seconds(pick([60, 300, 300]))
        settings.receiversIdleAfter = .seconds(pick([5, 30]))
        settings.appGrace = .seconds(pick([0, 5]))
        settings.dailyReloads = pick([nil, 4, 20, 70])
        settings.dutyCycle = chance(25) ? nil : DutyCycle.Settings(longest: .seconds(pick([60, 300])))
        settings.significantChange.distanceMeters = pick([100, 500, 500])
        settings.significantChange.interval = .seconds(pick([30, 300]))
        settings.visits.dwell = .seconds(pick([120, 300]))
        settings.usageReminderInterval = .seconds(pick([3600, 30 * 86_400]))
        settings.launching.failuresInARow = pick([2, 5])
        settings.launching.startsAtOnce = pick([1, 4])
        if chance(25) {
            for quota in Quota.allCases where chance(30) { settings.quotas[quota] = Int(random.next() % 8) }
        }
        if chance(20) {
            settings.statedPlace = StatedPlace(coordinate: .home, accuracyMeters: 100, origin: .configuration)
        }
        settings.policy = pick([.none, .none] + RandomPolicy.allCases).policy
        return .settingsChanged(settings)
    }

    mutating func manifests() -> Event {
        var manifests = RandomRun.manifests
        for index in manifests.indices {
            manifests[index].requiresServiceSession = chance(20)
            manifests[index].requiredCapabilities = chance(30) ? [.gps, .magnetometer] : []
            manifests[index].provider = chance(60) ? manifests[0].provider : nil
            if chance(30) { manifests[index].whenInUsePurpose = nil }
            if chance(30) { manifests[index].alwaysPurpose = nil }
            if chance(50), let name = ExtensionName("widgets") {
                manifests[index].extensions = [
                    AppExtension(name: name, kinds: [.here, .calendar], wantsLocation: chance(70))
                ]
            }
            manifests[index].kindDetails[.here]?.families = pick([[], [], [.small, .medium]])
        }
        if chance(30), let supplied = manifests.last {
            if chance(30) {
                return called(.withdrawManifest(AppKey(user: Caller.owner.user, app: supplied.identifier)))
            }
            return called(.registerManifest(supplied, text: "[App]", user: Caller.owner.user))
        }
        let broken: Set<AppIdentifier> = chance(15) ? [manifests.removeLast().identifier] : []
        return .manifestsInstalled(manifests, broken: broken)
    }

    mutating func authorization(of app: AppKey) -> Event {
        let change = SettingsChange(
            status: pick(AuthorizationChoice.allCases + [.authorizedWhenInUse, .authorizedAlways]),
            widgets: pick([nil, .granted, .granted, .refused]),
            accuracy: pick([nil, nil, .full, .reduced])
        )
        return called(.authorize(app, change))
    }

    mutating func timeChange() -> Event {
        guard chance(60) else { return .timeChanged(.zone) }
        now.utc = now.utc.advanced(by: .seconds(pick([-7200, -59, 59, 60, 3600])))
        return .timeChanged(.clock)
    }
}
