import LinuxSystem
import LocationModel
package import WaymarkEngine

extension Configuration {
    /// The settings for the engine, but for the place that the owner stated.
    package var engineSettings: EngineSettings {
        var settings = EngineSettings()
        settings.significantChange.distanceMeters = significantChange.distanceMeters
        settings.significantChange.interval = significantChange.interval
        settings.visits.radiusMeters = visits.radiusMeters
        settings.visits.dwell = visits.dwell
        settings.inUseWindow = widgets.inUseWindow
        settings.timelineDeadline = widgets.timelineDeadline
        settings.retryAfter = widgets.retryAfter
        settings.retryAtMost = widgets.retryAtMost
        settings.minimumReloadInterval = widgets.minimumReloadInterval
        settings.dailyReloads = widgets.dailyReloads
        settings.fixTimeout = widgets.fixTimeout
        settings.receiversIdleAfter = receivers.idleAfter
        settings.dutyCycle = DutyCycle.Settings(longest: receivers.longestPause)
        settings.appGrace = authorization.appGrace
        settings.usageReminderInterval = authorization.usageReminderInterval
        settings.statedPlaceAfter = place.after
        settings.quotas[.widgets] = quotas.widgets
        settings.quotas[.timelineBytes] = quotas.timelineBytes
        settings.quotas[.kinds] = quotas.kinds
        settings.quotas[.apps] = quotas.apps
        settings.quotas[.manifests] = quotas.manifests
        settings.quotas[.sessions] = quotas.sessions
        settings.quotas[.requests] = quotas.requests
        settings.quotas[.monitors] = quotas.monitors
        settings.quotas[.regions] = quotas.regions
        settings.quotas[.regionVertices] = quotas.regionVertices
        settings.policy = AuthorizationPolicy(policy)
        return settings
    }
}

extension Configuration {
    /// Creates the configuration that gives these settings, but for the policy and what no key sets.
    package init(giving settings: EngineSettings) {
        self.init()
        significantChange.distanceMeters = settings.significantChange.distanceMeters
        significantChange.interval = settings.significantChange.interval
        visits.radiusMeters = settings.visits.radiusMeters
        visits.dwell = settings.visits.dwell
        widgets.inUseWindow = settings.inUseWindow
        widgets.timelineDeadline = settings.timelineDeadline
        widgets.retryAfter = settings.retryAfter
        widgets.retryAtMost = settings.retryAtMost
        widgets.minimumReloadInterval = settings.minimumReloadInterval
        widgets.dailyReloads = settings.dailyReloads
        widgets.fixTimeout = settings.fixTimeout
        receivers.idleAfter = settings.receiversIdleAfter
        receivers.longestPause = settings.dutyCycle?.longest ?? .zero
        authorization.appGrace = settings.appGrace
        authorization.usageReminderInterval = settings.usageReminderInterval
        place.after = settings.statedPlaceAfter
        quotas.widgets = settings.quotas[.widgets]
        quotas.timelineBytes = settings.quotas[.timelineBytes]
        quotas.kinds = settings.quotas[.kinds]
        quotas.apps = settings.quotas[.apps]
        quotas.manifests = settings.quotas[.manifests]
        quotas.sessions = settings.quotas[.sessions]
        quotas.requests = settings.quotas[.requests]
        quotas.monitors = settings.quotas[.monitors]
        quotas.regions = settings.quotas[.regions]
        quotas.regionVertices = settings.quotas[.regionVertices]
    }
}

extension AuthorizationPolicy {
    /// Combines the configured policies on each subject.
    ///
    /// Where several exist, all of them apply.
    fileprivate init(_ policy: Configuration.Policy) {
        self.init()
        let rules: [([PolicySubject], AuthorizationLimits)] = [
            (policy.forbidden, .forbidden), (policy.whenInUseOnly, .whenInUseOnly),
            (policy.reducedAccuracy, .reducedAccuracy), (policy.allowed, []),
        ]
        let named = policy.unknownUsers.isEmpty ? [] : Set(UserDatabase.all.map { UserIdentifier($0) })
        for (subjects, limits) in rules {
            for subject in subjects {
                if subject.unknownUser == nil {
                    add(limits, for: Subject(app: subject.app, user: subject.user))
                } else if !limits.isEmpty {
                    add(limits, forUnknownUserOf: subject.app, except: named)
                }
            }
        }
    }
}
