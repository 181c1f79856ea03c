import LinuxSystem
import LocationModel
package import WaymarkEngine

extension Configuration {
    /// The settings for the engine, but for the place that the owner stated.
    package var engineSettings: EngineSettings {
        var settings = engine
        settings.policy = AuthorizationPolicy(policy)
        return settings
    }

    /// The longest time a receiver is switched off while only significant changes are wanted; zero to keep it on.
    var longestPause: Duration {
        get { engine.dutyCycle?.longest ?? .zero }
        set { engine.dutyCycle = DutyCycle.Settings(longest: newValue) }
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
