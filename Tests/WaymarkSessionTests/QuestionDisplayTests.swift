import LocationModel
import MessageBus
import Testing
import WaymarkInterfaces

@testable import WaymarkSession

@Suite("The display of questions")
struct QuestionDisplayTests {
    private typealias Prompt = SettingsInterface.Prompt
    private static let first = NotificationServer.Identifier(7)
    private let start = ContinuousClock.now
    private var display = QuestionDisplay(againAfter: .seconds(600))

    private func shown() -> QuestionDisplay {
        var display = display
        display.ask(.weather, at: start)
        display.show(.weather, as: Self.first)
        return display
    }

    @Test("shows a question at once, and only once, and takes it away when it ended elsewhere")
    func once() {
        var display = display
        display.ask(.weather, at: start)
        display.ask(.weather, at: start)
        #expect(display.due(at: start) == .weather)
        display.show(.weather, as: Self.first)
        #expect(display.due(at: start + .seconds(100_000)) == nil && display.nextDeadline == nil)
        #expect(display.end("p9") == nil)
        #expect(display.end(Prompt.weather.prompt) == Self.first)
        #expect(display.nextDeadline == nil)
    }

    @Test("shows a question again that was closed without an answer, after ten minutes at first")
    func again() {
        var display = shown()
        var now = start
        for seconds in [600, 1200, 2400, 4800, 9600, 19200, 21600, 21600] {
            display.close(Self.first, at: now)
            #expect(display.nextDeadline == now + .seconds(seconds))
            #expect(display.due(at: now + .seconds(seconds - 1)) == nil)
            now += .seconds(seconds)
            #expect(display.due(at: now) == .weather)
            display.show(.weather, as: Self.first)
        }
    }

    @Test("answers with the button that was pressed, once, and passes over buttons that there are not")
    func pressed() {
        var display = shown()
        #expect(display.press(Self.first, key: "default") == nil)
        #expect(display.press(Self.first, key: "allowAlways") == nil)
        #expect(display.press(8, key: "deny") == nil)
        let answer = display.press(Self.first, key: "allowWhileUsing.reduced")
        #expect(answer?.choice == .allowWhileUsing && answer?.accuracy == .reduced)
        #expect(display.press(Self.first, key: "deny") == nil)
        // The notification goes away after the button.
        display.close(Self.first, at: start)
        #expect(display.nextDeadline == nil)
    }

    @Test("shows one question at a time, however many a program has")
    func oneAtATime() {
        var display = display
        for number in 0..<60 {
            var prompt = Prompt.weather
            prompt.prompt = "p\(number)"
            display.ask(prompt, at: start)
        }
        for number in 0..<60 {
            let prompt = display.due(at: start)
            #expect(prompt?.prompt == "p\(number)")
            guard let prompt else { return }
            display.show(prompt, as: UInt32(number))
            #expect(display.due(at: start) == nil && display.nextDeadline == nil)
            #expect(display.press(UInt32(number), key: "deny") != nil)
        }
        #expect(display.nextDeadline == nil)
    }

    @Test("tries again after a while what the server would not show")
    func failed() {
        var display = display
        display.ask(.weather, at: start)
        display.fail(.weather, at: start)
        #expect(display.due(at: start) == nil)
        #expect(display.due(at: start + .seconds(10)) == .weather)
    }

    @Test("forgets everything with the service that asked, and with the server")
    func serviceGone() {
        var display = shown()
        #expect(display.endAll() == Self.first)
        #expect(display.endAll() == nil)
        #expect(display.nextDeadline == nil)
    }
}

@Suite("A question as a notification")
struct QuestionContentTests {
    @Test("has a button for each choice, and one more for the other accuracy")
    func buttons() {
        let buttons = SettingsInterface.Prompt.weather.buttons
        #expect(buttons.map(\.key) == ["allowWhileUsing", "allowOnce", "deny", "allowWhileUsing.reduced"])
        #expect(Set(buttons.map(\.label)).count == 4)
        #expect(SettingsInterface.Prompt.tides.buttons.map(\.key) == ["allow", "deny"])
    }

    @Test("says who asks, what for and how exactly, and for whom where that is somebody else")
    func words() {
        let content = SettingsInterface.Prompt.weather.content(for: 1000, [])
        #expect(content.summary == "May Weather know?")
        let beginning = """
            Asked by Weather (org.example.Weather).
            Weather says: “Rain & <b>sun</b>”
            It would know exactly.
            Allow while using: while you use it or see its widgets.

            """
        #expect(content.body.hasPrefix(beginning))
        #expect(SettingsInterface.Prompt.weather.content(for: 0, []).body.contains("\nThis is for the user "))
        var known = SettingsInterface.Prompt.weather
        known.verificationText = "verified by Flatpak"
        let asked = "Asked by Weather (org.example.Weather), verified by Flatpak.\n"
        #expect(known.content(for: 1000, []).body.hasPrefix(asked))
        // What is proposed is in the body too, because a summary may be cut off.
        known.proposal = .init(subject: .services, once: false)
        #expect(known.content(for: 1000, []).body.hasPrefix("May Weather"))
    }
}

extension SettingsInterface.Prompt {
    fileprivate static let weather = Self(
        prompt: "p1",
        app: "org.example.Weather",
        user: 1000,
        name: "Weather",
        question: .whenInUse,
        text: "May Weather\u{7}know?",
        purpose: "Rain & <b>sun</b>",
        choices: [.allowWhileUsing, .allowOnce, .deny],
        accuracy: .full,
        askedAt: "2026-11-21T05:36:11Z"
    )

    fileprivate static let tides: Self = {
        var tides = weather
        (tides.prompt, tides.app, tides.name) = ("p2", "org.example.Tides", "Tides")
        (tides.question, tides.choices) = (.widgets, [.allow, .deny])
        (tides.text, tides.purpose, tides.accuracy) = ("May the widgets of Tides know?", nil, nil)
        return tides
    }()
}
