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

    @Test("keeps receivers that make no pauses on")
    func noPauses() {
        var settings = EngineSettings()
        settings.dutyCycle = nil
        #expect(Configuration(giving: settings).engineSettings.dutyCycle == nil)
    }
}
