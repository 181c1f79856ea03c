import Foundation
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite(
    "The page of permissions in a browser",
    .enabled(if: Browser.obstacle == nil, "\(Browser.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct LocationPageTests {
    private static let app = "org.waymark.sample"
    private static let recording = "file://\(Checkout.root)/Samples/recordings/short-trip.nmea?speed=5&loop"
    private static let row = "document.querySelector('#apps [data-app=\"\(app)\"]')"

    private func standing(_ words: String) -> String {
        "\(Self.row)?.querySelector('.standing').textContent.includes('\(words)')"
    }

    /// Six in the evening of a Friday to come, as the field takes it.
    private static var friday: String {
        let calendar = Calendar(identifier: .gregorian)
        let evening = calendar.nextDate(
            after: Date(),
            matching: DateComponents(hour: 18, minute: 0, weekday: 6),
            matchingPolicy: .nextTime
        )
        let format = DateFormatter()
        (format.locale, format.dateFormat) = (Locale(identifier: "en_US_POSIX"), "yyyy-MM-dd'T'HH:mm")
        return format.string(from: evening ?? Date())
    }

    private func choose(_ fields: [String: String], in browser: Browser) async throws {
        let set = fields.sorted { $0.key < $1.key }.map { "form.elements.\($0).value = '\($1)';" }.joined()
        try await browser.run(
            """
            const form = \(Self.row).querySelector('form');
            \(set) form.dispatchEvent(new Event('input')); form.requestSubmit();
            """
        )
    }

    @Test("leads from a waiting widget to its area until Friday, with nothing given by the page alone")
    func newcomer() async throws {
        let daemon = try await DaemonProcess(
            receiver: Self.recording,
            configuration: "[Widgets]\nInUseWindow=1s\n"
        )
        let provider = try RunningProgram([BuiltPrograms.sampleProvider, "--socket", daemon.socketPath])
        defer { provider.kill() }
        let place = HostInterface.Place(app: Self.app, kind: "where")
        let widget = try await waiting(for: "a widget") { try? daemon.call(place).widget }
        let board = try await BoardProcess(socketPath: daemon.socketPath)
        let browser = try await Browser(width: 820, height: 1100)
        let run = try await board.run("--permissions")
        let lines = run.output
        let token = try board.token
        #expect(lines.hasPrefix("file://") && !lines.contains(token))
        try await browser.open(String(lines.prefix { $0 != "\n" }))
        try await browser.waits(for: standing("You are asked"))
        try await browser.waits(for: "!document.querySelector('#nobody').hidden")

        // Her decision is a question, which the page can only refuse.
        let agent = try AnsweringAgent(daemon.socketPath)
        try await browser.run("\(Self.row).querySelector('summary').click()")
        let wish = [
            "status": "authorizedWhenInUse", "accuracy": "reduced", "widgets": "granted", "span": "date",
            "until": Self.friday,
        ]
        try await choose(wish, in: browser)
        func says(_ element: String, _ words: String) async throws {
            try await browser.waits(for: "/\(words)/.test(document.querySelector('\(element)').textContent)")
        }
        try await says("#questions", "Until Friday .*, 18:00")
        try await says("#toast", "Nothing is given yet")
        let status = { try daemon.call(SettingsInterface.ListApps()).apps.first { $0.app == Self.app } }
        #expect(try status()?.status == .notDetermined)
        let answers = "return document.querySelector('#questions .buttons').textContent"
        #expect(try await browser.run(answers) as? String == "Don't allow")
        let prompt = try await agent.answer(.allow)
        #expect(prompt.proposal?.accuracy == .reduced && prompt.proposal?.widgets == .granted)
        try await browser.waits(for: standing("While in use, the area, its widgets too, until Friday"))
        #expect(try status()?.accuracy == .reduced)

        // Who knows now, and who has known today.
        let view = try ServiceConnection(to: daemon.socketPath).stream(HostInterface.Watch())
        let session = try #require(try view.next(timeout: nil)?.value.session)
        try daemon.call(HostInterface.SetVisibility(widget: widget, visible: true, session: session))
        try await says("#now", " the area: its widget is in view")
        try await browser.waits(for: "document.querySelector('#day [data-app=\"\(Self.app)\"] svg rect')")

        // Taking away counts at once, and giving it back is a question again.
        try await choose(["status": "denied"], in: browser)
        try await browser.waits(for: standing("Never"))
        #expect(try status()?.status == .denied)
        try await browser.run("document.querySelector('#toast button').click()")
        try await agent.answer(.allow)
        try await browser.waits(for: standing("While in use, the area, its widgets too, until Friday"))

        // The keyboard reaches everything.
        try await browser.run("document.querySelector('#services').focus()")
        try await browser.press(" ")
        try await says("#toast", "No app may know")
        let services = { try daemon.call(SettingsInterface.GetServices()) }
        #expect(try services().on == false)
        try await browser.run("document.querySelector('#services').click()")
        try await browser.waits(for: "document.querySelector('#questions article')")
        #expect(try services().on == false)
        try await agent.answer(.allow)
        try await browser.waits(for: "document.querySelector('#services').checked")
        try await browser.run("document.querySelector('[data-pause=tomorrow]').click()")
        try await says("#pause", "Paused until")
        try await browser.run("document.querySelector('#resume').click()")
        try await agent.answer(.deny)
        #expect(try services().pause.map { $0.endedAt == nil } == true)
    }

    @Test("has room on a phone, runs no script of an app, and shows nothing without the token")
    func small() async throws {
        let daemon = try await DaemonProcess(receiver: Self.recording)
        let name = "<img src=x onerror=document.title=1>Weather"
        let manifest = "[App]\nIdentifier=org.example.Weather\nName=\(name)\nWhenInUsePurpose=Rain.\n"
        try daemon.call(SettingsInterface.RegisterManifest(text: manifest))
        try daemon.authorize("org.example.Weather", .authorizedAlways)
        let board = try await BoardProcess(socketPath: daemon.socketPath)
        let browser = try await Browser(width: 500, height: 900, isDark: true)
        try await browser.open("http://\(try board.host):\(board.port)/location")
        try await browser.waits(for: "document.querySelector('#locked').checkVisibility()")
        try await browser.waits(for: "document.querySelector('#apps li') === null")
        let run = try await board.run("--permissions")
        try await browser.open(String(run.output.prefix { $0 != "\n" }))
        let row = "document.querySelector('#apps [data-app=\"org.example.Weather\"]')"
        try await browser.waits(for: "\(row)?.querySelector('.standing').textContent === 'Always, exactly'")
        try await browser.waits(for: "\(row).querySelector('.name').textContent === '\(name)'")
        try await browser.run("\(row).querySelector('summary').click()")
        let page = "document.documentElement"
        try await browser.waits(for: "\(page).scrollWidth <= \(page).clientWidth")
        try board.endSession()
        try await browser.waits(for: "/does not answer|locked/.test(document.body.innerText)")
    }
}
