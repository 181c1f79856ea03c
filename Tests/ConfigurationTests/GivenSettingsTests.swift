import Daemon
import Testing
import UserInput
import WaymarkEngine

@Suite("The engine's settings in the configuration")
struct GivenSettingsTests {
    @Test("differ for every key that the engine needs")
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
}
