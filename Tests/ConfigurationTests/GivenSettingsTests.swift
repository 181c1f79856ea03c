import Configuration
import Testing
import UserInput
import WaymarkEngine

@Suite("The configuration for given settings")
struct GivenSettingsTests {
    @Test("gives these settings, with the defaults and with every key changed")
    func same() {
        var changed = Configuration()
        for setting in Setting.all {
            let values = ["7", "77m", "3min", "8K", "yes"]
            for value in values { if case .accepted = setting.apply(value, &changed) { break } }
        }
        for configuration in [Configuration(), changed] {
            var expected = configuration.engineSettings
            expected.policy = AuthorizationPolicy()
            #expect(Configuration(giving: expected).engineSettings == expected)
        }
        #expect(changed.engineSettings != Configuration().engineSettings)
    }

    @Test("differs for every key that the engine needs")
    func everyKey() {
        let sections: Set = ["Authorization", "Policy", "Quotas", "SignificantChange", "Visits", "Widgets"]
        let keys: Set = ["IdleAfter", "LongestPause", "After"]
        for setting in Setting.all where sections.contains(setting.section) || keys.contains(setting.key) {
            var configuration = Configuration()
            for value in ["7", "77m", "3min", "8K", "org.example.App"] {
                guard case .accepted = setting.apply(value, &configuration) else { continue }
                if configuration != Configuration() { break }
            }
            let isNeeded = configuration.engineSettings != Configuration().engineSettings
            #expect(isNeeded, "\(setting.section)/\(setting.key)")
        }
    }

    @Test("that says nothing gives the engine its own settings")
    func nothing() { #expect(Configuration().engineSettings == EngineSettings()) }
}
