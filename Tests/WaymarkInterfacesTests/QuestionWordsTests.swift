import LocationModel
import Testing
import WaymarkInterfaces

@Suite("The words of a question")
struct QuestionWordsTests {
    private func prompt(
        _ question: LocationInterface.Question,
        choices: [PromptChoice] = [.allow, .deny]
    ) -> SettingsInterface.Prompt {
        SettingsInterface.Prompt(
            prompt: "p1",
            app: "org.example.Weather",
            user: 1000,
            name: "Wea\u{202E}ther",
            question: question,
            text: "May Wea\u{1B}[2Jther know?",
            choices: choices,
            askedAt: "2026-11-21T05:36:11Z"
        )
    }

    private func words(_ prompt: SettingsInterface.Prompt) -> QuestionWords {
        QuestionWords(prompt) { "the date \($0)" }
    }

    @Test("say who asks, and what shows that it is that app")
    func who() {
        var asked = prompt(.whenInUse)
        #expect(words(asked).who == "Asked by Weather (org.example.Weather).")
        asked.verificationText = "verified by Flatpak"
        #expect(words(asked).who == "Asked by Weather (org.example.Weather), verified by Flatpak.")
        asked.claimant = AppVerification.claimed(.unidentified(.loginSession)).claimant
        let claim = "A program started from your terminal or at login claims to be Weather"
        #expect(words(asked).who == "\(claim) (org.example.Weather).")
        #expect(AppVerification.verified(.unidentified(.loginSession)).claimant == nil)
    }

    @Test("say until when something counts, and that a program of the person proposed it")
    func proposed() {
        var asked = prompt(.proposal)
        asked.proposal = .init(subject: .app, once: false, until: "2026-11-27T18:00:00Z")
        #expect(words(asked).end == "Until the date 2026-11-27T18:00:00Z. After that you are asked again.")
        #expect(words(asked).who.contains("the permissions page") && words(asked).who.contains(asked.app))
        asked.proposal = .init(subject: .pause, once: false)
        #expect(words(asked).end == nil && !words(asked).who.contains(asked.app))
    }

    @Test("say what each answer means, for every question")
    func answers() {
        for question in LocationInterface.Question.allCases {
            let answers = words(prompt(question, choices: PromptChoice.allCases)).answers
            #expect(answers.map(\.choice) == PromptChoice.allCases)
            #expect(answers.allSatisfy { !$0.label.isEmpty && !$0.meaning.isEmpty })
        }
    }

    @Test("keep nothing of what could control a terminal or hide in a page")
    func harmless() {
        var asked = prompt(.whenInUse)
        asked.purpose = "Rain\u{7}\u{200B}"
        #expect(words(asked).question == "May Wea [2Jther know?")
        #expect(words(asked).why == "Weather says: “Rain ”")
    }
}
