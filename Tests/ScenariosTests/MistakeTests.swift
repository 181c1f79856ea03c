import Scenarios
import TestSupport
import Testing

@Suite("A mistake in a scenario")
struct MistakeTests {
    static let mistakes: [(text: String, mistake: String)] = [
        ("machine on 1,2", "1:9: expected 'at', found 'on'"),
        (
            "machine at nowhere",
            "1:12: expected a place: LATITUDE,LONGITUDE, EASTm,NORTHm from where the machine begins, or a name, found 'nowhere'"
        ),
        (
            "machine at 5m,5m", "1:12: expected 'machine at LATITUDE,LONGITUDE' before a place in metres"
        ),
        (
            "app weather",
            "1:13: expected the identifier of an app such as org.example.Weather, found the end of the line"
        ),
        ("zone Etc/Three", "1:6: expected a time zone such as Europe/Berlin, found 'Etc/Three'"),
        ("set Distanz 5m", "1:5: no key Distanz"),
        ("lock", "1:1: expected a time before 'lock', such as 08:00 or +5min"),
        ("08:00 lock\nsummary late", "2:1: expected 'summary TEXT' before the first line with a time"),
        ("08:00 lok", "1:7: did you mean 'lock'?"),
        ("08:00", "1:7: expected what happens at that time, found the end of the line"),
        ("25:00 lock", "1:1: expected a time such as 08:00, 08:00:30 or 2026-11-03 08:00, found '25:00'"),
        ("+5x lock", "1:1: expected a time span such as +90s or +5min, found '+5x'"),
        ("08:00 lock\n2020-01-01 08:00 lock", "2:1: expected a time not before that of the line before"),
        ("08:00 show w", "1:12: expected a widget; add it with 'add NAME APP KIND', found 'w'"),
        (oneWidget + "show v", "7:6: expected a widget: w, found 'v'"),
        (
            oneWidget + "show w for x",
            "7:12: expected a time span in one word such as 90s, 5min or 1h30min, found 'x'"
        ),
        (
            oneWidget + "suspend fast",
            "7:9: expected a time span in one word such as 90s, 5min or 1h30min, found 'fast'"
        ),
        (oneWidget + "lock now", "7:6: expected the end of the line, found 'now'"),
        (oneWidget + "add w weather here", "7:5: expected a new name: a widget is called 'w' already"),
        (
            oneWidget + "add v weather her",
            "7:15: expected a kind of weather: here, found 'her'; did you mean 'here'?"
        ),
        (oneWidget + "expect relaod w", "7:8: did you mean 'reload'?"),
        (
            oneWidget + "expect no status w fix",
            "7:11: expected a decision such as reload, pending or significantChange, found 'status'"
        ),
        (oneWidget + "expect reload w because moved", "7:25: expected the reason of a reload: placed, "),
        (oneWidget + "expect status w fixed", "7:17: did you mean 'fix'?"),
        (
            oneWidget + "expect explain w no because use",
            "7:29: expected the condition that fails: registered, "
        ),
        (oneWidget + "expect reload w within soon", "7:24: expected a time span"),
        (
            oneWidget + "expect 2 reload x",
            "7:17: expected a widget or an app: w, weather, found 'x'; did you mean 'w'?"
        ),
        (
            oneWidget + "receiver gps broken",
            "7:14: expected what is wrong with the receiver: works, lost, silent, within, off, found 'broken'"
        ),
        (
            oneWidget + "clock 5h",
            "7:7: expected how far the wall clock is set, such as +2h or -90s, found '5h'"
        ),
        (
            oneWidget + "answer maybe",
            "7:8: expected an answer: allow-while-using, allow-once, allow-always, "
        ),
        (oneWidget + "end\nlock", "8:1: expected nothing after 'end'"),
        ("daily 08:00 lock", "1:1: expected a line with a time before the first 'daily'"),
        ("08:00 drive to 1,2", "1:1: expected 'machine at PLACE' before the machine moves"),
        ("route waypoint 1m,2m", "1:16: the route begins with 'route origin' or 'route track'"),
        (
            "simulated rate 30",
            "1:16: expected reports a second from 0.2 to 20, such as 1, 5Hz or 0.5, found '30'"
        ),
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
            let colon = mistake.firstRange(of: ": ")
            let place = colon.map { String(mistake[..<$0.lowerBound]) } ?? mistake
            let words = colon.map { String(mistake[$0.upperBound...]) } ?? ""
            #expect("\(first.line):\(first.column)" == place, "\(first)")
            #expect(first.text.contains(words), "\(first)")
        }
    }

    @Test("does not hide the others")
    func all() {
        #expect(throws: ScenarioMistakes.self) { try read("foo\n08:00 bar\n09:00 lock") }
        do { _ = try read("foo\n08:00 bar\n09:00 lock") } catch {
            #expect(error.mistakes.map(\.line) == [1, 2])
        }
    }

    @Test("is found in every beginning of a scenario without a crash")
    func truncated() throws {
        let text = try String(
            decoding: Checkout.bytes(of: Checkout.root + "/Samples/Scenarios/reduced-accuracy.scenario"),
            as: UTF8.self
        )
        for length in 0...text.count { _ = try? read(String(text.prefix(length))) }
    }
}
