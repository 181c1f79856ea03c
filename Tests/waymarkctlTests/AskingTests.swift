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
            (whenInUse, "1", .choice(.allowWhileUsing)), (whenInUse, " 3 ", .choice(.deny)),
            (whenInUse, "0", .unclear), (whenInUse, "4", .unclear), (whenInUse, "", .unclear),
            (whenInUse, "once", .choice(.allowOnce)), (whenInUse, "Allow Once", .choice(.allowOnce)),
            (whenInUse, "allow-while-using", .choice(.allowWhileUsing)), (whenInUse, "allow", .unclear),
            (whenInUse, "always", .unclear), (whenInUse, "Y", .choice(.allowWhileUsing)),
            (whenInUse, "no", .choice(.deny)), (whenInUse, "don't allow", .choice(.deny)),
            (whenInUse, "reduced", .accuracy(.reduced)), (whenInUse, "full", .accuracy(.full)),
            (upgrade, "reduced", .unclear), (upgrade, "y", .choice(.allowAlways)),
            (upgrade, "n", .choice(.keepWhileUsing)), (upgrade, "keep", .choice(.keepWhileUsing)),
            (upgrade, "deny", .unclear), (widgets, "allow", .choice(.allow)), (widgets, "n", .choice(.deny)),
            (widgets, "later", .later), (widgets, "q", .leave), (widgets, "1 2", .unclear),
        ] as [(SettingsInterface.Prompt, String, TypedAnswer)]
    )
    func answers(prompt: SettingsInterface.Prompt, line: String, answer: TypedAnswer) {
        #expect(TypedAnswer(line, to: prompt) == answer)
    }
}

extension SettingsInterface.Prompt {
    fileprivate static func about(
        _ question: SettingsInterface.Question,
        _ choices: [SettingsInterface.Choice],
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
