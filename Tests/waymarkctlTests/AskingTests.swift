import LocationModel
import Testing
import WaymarkInterfaces

@testable import waymarkctl

@Suite("The terminal agent")
struct AskingTests {
    private typealias Prompt = SettingsInterface.Prompt

    private static let whenInUse =
        Prompt.about(.whenInUse, [.allowWhileUsing, .allowOnce, .deny], accuracy: .full)
    private static let upgrade = Prompt.about(.alwaysUpgrade, [.allowAlways, .keepWhileUsing])
    private static let widgets = Prompt.about(.widgets, [.allow, .deny])

    @Test(
        "accepts the number or words of a choice, yes and no, and nothing else",
        arguments: [
            (whenInUse, "1", .allowWhileUsing), (whenInUse, " 3 ", .deny),
            (whenInUse, "0", nil), (whenInUse, "4", nil), (whenInUse, "", nil),
            (whenInUse, "once", .allowOnce), (whenInUse, "Allow Once", .allowOnce),
            (whenInUse, "allow-while-using", .allowWhileUsing), (whenInUse, "allow", nil),
            (whenInUse, "always", nil), (whenInUse, "Y", .allowWhileUsing),
            (whenInUse, "no", .deny), (whenInUse, "don't allow", .deny),
            (whenInUse, "reduced", nil), (whenInUse, "full", nil),
            (upgrade, "reduced", nil), (upgrade, "y", .allowAlways),
            (upgrade, "n", .keepWhileUsing), (upgrade, "keep", .keepWhileUsing),
            (upgrade, "deny", nil), (widgets, "allow", .allow), (widgets, "n", .deny),
            (widgets, "later", nil), (widgets, "q", nil), (widgets, "1 2", nil),
        ] as [(SettingsInterface.Prompt, String, PromptChoice?)]
    )
    func answers(prompt: SettingsInterface.Prompt, line: String, answer: PromptChoice?) {
        #expect(prompt.choice(typed: line) == answer)
    }
}

extension SettingsInterface.Prompt {
    fileprivate static func about(
        _ question: LocationInterface.Question,
        _ choices: [PromptChoice],
        accuracy: AccuracyAuthorization? = nil
    ) -> Self {
        Self(
            prompt: question.rawValue,
            app: "org.example.Weather",
            user: 1000,
            name: "Weather",
            question: question,
            text: "May Weather know?",
            choices: choices,
            accuracy: accuracy,
            askedAt: "2026-11-21T05:36:11Z"
        )
    }
}
