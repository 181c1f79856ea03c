import Lab
import Testing

@Suite("A mistake in a scenario")
struct MistakeTests {
    static let mistakes: [(text: String, mistake: String)] = [
        ("machine on 1,2", "1:9: expected 'at', found 'on'"),
        ("machine at nowhere", "1:12: expected a place: LATITUDE,LONGITUDE, EASTm,NORTHm from where"),
        ("zone Etc/Three", "1:6: expected a time zone such as Europe/Berlin, found 'Etc/Three'"),
        ("set Distanz 5m", "1:5: expected Distance, found Distanz"),
        ("lock", "1:1: expected a time before 'lock', such as 08:00 or +5min"),
        ("08:00 lock\nsummary late", "2:1: expected 'summary TEXT' before the first line with a time"),
        ("08:00 lok", "1:7: did you mean 'lock'?"),
        ("08:00", "1:7: expected what happens at that time, found the end of the line"),
        ("25:00 lock", "1:1: expected a time such as 08:00, 08:00:30 or 2026-11-03 08:00, found '25:00'"),
        ("08:00 lock\n2020-01-01 08:00 lock", "2:1: expected a time not before that of the line before"),
        ("08:00 show w", "1:12: expected a widget; add it with 'add NAME APP KIND', found 'w'"),
        (oneWidget + "add w weather here", "7:5: expected a new name: a widget is called 'w' already"),
        (oneWidget + "add v weather her", "7:15: expected a kind of weather: here, found 'her'; did you"),
        (oneWidget + "expect relaod w", "7:8: did you mean 'reload'?"),
        (oneWidget + "program weather starts", "7:9: expected an app whose provider is started on demand; "),
        ("app w org.example.W manifest none\nprogram w", "2:9: expected an app with a manifest, which names"),
        ("app w a.W\nreceiver r route\n08:00 receiver r lost", "3:1: expected 'route origin PLACE' or "),
        (
            oneWidget + String(repeating: "daily 08:00 lock\n", count: 300) + "+365d end",
            "280:1: expected that at most 100000 lines happen, daily ones counted each day"
        ),
        ((0..<201).map { "app a\($0) a.A\($0)\n" }.joined(), "201:5: expected at most 200 of these: one app"),
        (oneWidget + "end\nlock", "8:1: expected nothing after 'end'"),
        ("daily 08:00 lock", "1:1: expected a line with a time before the first 'daily'"),
        ("08:00 drive to 1,2", "1:1: expected 'machine at PLACE' before the machine moves"),
        ("simulated rat 3", "1:11: did you mean 'rate'?"),
        ("simulated rate 1\nsimulated rate 2", "2:11: expected 'rate' once; it is in line 1 already"),
    ]

    @Test("is told with its line and column and what was expected", arguments: mistakes)
    func told(text: String, mistake: String) {
        do {
            _ = try read(text)
            Issue.record("it is accepted")
        } catch {
            let first = error.mistakes[0]
            let place = "\(first.line):\(first.column): "
            #expect(mistake.hasPrefix(place), "\(first)")
            #expect(first.text.contains(mistake.dropFirst(place.count)), "\(first)")
        }
    }

    @Test("does not hide the others")
    func all() throws {
        let error = try #require(throws: ScenarioMistakes.self) { try read("foo\n08:00 bar\n09:00 lock") }
        #expect(error.mistakes.map(\.line) == [1, 2])
        let noScenario = String(repeating: "foo\n", count: 1000)
        let many = try #require(throws: ScenarioMistakes.self) { try read(noScenario) }
        #expect(many.mistakes.map(\.line) == Array(1...101))
        #expect(many.mistakes[100].text == "nothing is read from here on, after 100 mistakes")
    }
}
