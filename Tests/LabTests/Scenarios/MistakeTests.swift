import Lab
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
        ("set Distanz 5m", "1:5: expected Distance, found Distanz"),
        ("lock", "1:1: expected a time before 'lock', such as 08:00 or +5min"),
        ("08:00 lock\nsummary late", "2:1: expected 'summary TEXT' before the first line with a time"),
        ("08:00 lok", "1:7: did you mean 'lock'?"),
        ("08:00", "1:7: expected what happens at that time, found the end of the line"),
        ("25:00 lock", "1:1: expected a time such as 08:00, 08:00:30 or 2026-11-03 08:00, found '25:00'"),
        ("+5x lock", "1:1: expected a time span such as +90s or +5min, found '+5x'"),
        ("+500d lock", "1:1: expected a time within 366 days of the beginning"),
        ("08:00 lock\n2020-01-01 08:00 lock", "2:1: expected a time not before that of the line before"),
        ("08:00 show w", "1:12: expected a widget; add it with 'add NAME APP KIND', found 'w'"),
        (oneWidget + "show v", "7:6: expected a widget: w, found 'v'"),
        (
            oneWidget + "show w for x",
            "7:12: expected a time span in one word such as 90s, 5min or 1h30min, found 'x'"
        ),
        (oneWidget + "follow weather for fun", "7:20: expected an activity: other, "),
        (oneWidget + "follow-heading weather after 400", "7:30: expected degrees from 0 to 360, found '400'"),
        (
            oneWidget + "region weather home 0m,0m within 5m",
            "7:34: expected a radius from 10m to 1000km, found '5m'"
        ),
        (oneWidget + "add w weather here", "7:5: expected a new name: a widget is called 'w' already"),
        (
            oneWidget + "add v weather her",
            "7:15: expected a kind of weather: here, found 'her'; did you mean 'here'?"
        ),
        (oneWidget + "expect relaod w", "7:8: did you mean 'reload'?"),
        (
            oneWidget + "expect 2 reload x",
            "7:17: expected a widget or an app: w, weather, found 'x'; did you mean 'w'?"
        ),
        (
            oneWidget + "anchor weather drop chain 5m depth 6m",
            "7:39: expected a chain longer than the depth, found the end of the line"
        ),
        (
            oneWidget + "program weather starts",
            "7:9: expected an app whose provider is started on demand; declare it with 'program APP'"
        ),
        (
            "app w org.example.W manifest none\nprogram w",
            "2:9: expected an app with a manifest, which names the program"
        ),
        (
            "machine at 1,2\nbeacon till 74278BDA-B644-4520-8F0C-720EAF059935,1 at 5m,5m",
            "2:13: expected a beacon: UUID,MAJOR,MINOR, such as "
        ),
        (
            "app w org.example.W\n08:00 compass gps 90",
            "2:15: expected a receiver; there is one with 'machine at PLACE' before the first line with a time, found 'gps'"
        ),
        (
            "app w org.example.W\nreceiver r route\n08:00 receiver r lost",
            "3:1: expected 'route origin PLACE' or 'route track FILE' for the simulated drive"
        ),
        (
            oneWidget + "receiver gps within 1\(String(repeating: "0", count: 400))m",
            "7:21: expected a distance from 1mm to 1000km, such as 5m or 1.5km, found"
        ),
        (oneWidget + "receiver gps within 1001km", "7:21: expected a distance from 1mm to 1000km"),
        (
            oneWidget + String(repeating: "daily 08:00 lock\n", count: 300) + "+365d end",
            "280:1: expected that at most 100000 lines happen, daily ones counted each day"
        ),
        (
            (0..<201).map { "app a\($0) org.example.A\($0)\n" }.joined(),
            "201:5: expected at most 200 of these: one app too many"
        ),
        (
            String(repeating: "set Distance 5m\n", count: 1001),
            "1001:5: expected at most 1000 lines with 'set'"
        ),
        (
            "app a org.example.A\nkinds a " + (0..<201).map { "k\($0)" }.joined(separator: " "),
            "2:9: expected at most 200 kinds of an app"
        ),
        (oneWidget + "end\nlock", "8:1: expected nothing after 'end'"),
        ("daily 08:00 lock", "1:1: expected a line with a time before the first 'daily'"),
        ("08:00 drive to 1,2", "1:1: expected 'machine at PLACE' before the machine moves"),
        ("route waypoint 1m,2m", "1:16: expected 'route origin' or 'route track' before this line"),
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

    @Test(
        "says what was expected, whichever word of a line is wrong, missing or too many",
        .timeLimit(.minutes(10))
    )
    func everyWord() throws {
        let folder = Checkout.root + "/Samples/Scenarios"
        var shapes: Set<String> = []
        var names: Set<String> = []
        var told = 0
        for path in SampleScenarioTests.names + ["drives/example.scenario"] {
            let text = try String(decoding: Checkout.bytes(of: "\(folder)/\(path)"), as: UTF8.self)
            let lines = text.split(separator: "\n")
            for (index, line) in lines.enumerated() where !line.hasPrefix("#") {
                let words = line.split(separator: " ")
                let isTimed = words.first.map { $0.first?.isNumber ?? false || $0.hasPrefix("+") } ?? false
                guard let name = words.dropFirst(isTimed ? 1 : 0).first,
                    shapes.insert("\(name) \(words.dropFirst().first ?? "") \(words.count)").inserted
                else { continue }
                names.insert(String(name))
                let before = lines[..<index].joined(separator: "\n")
                for position in words.indices {
                    for wrong in ["xyzzy", "99999999999999999999", nil] {
                        var changed = words
                        changed.replaceSubrange(
                            position...position,
                            with: wrong.map { [Substring($0)] } ?? []
                        )
                        told += expectsSomething(in: before + "\n" + changed.joined(separator: " "))
                    }
                }
                told += expectsSomething(in: "\(before)\n\(line) xyzzy")
            }
        }
        #expect(told > 800, "\(told)")
        let unused = Set(Statement.all.map { String($0.form.prefix { $0 != " " }) }).subtracting(names)
        #expect(unused.isEmpty, "no sample has a line \(unused)")
    }

    /// Returns the number of mistakes in a text, each of which must say what was expected.
    private func expectsSomething(in text: String) -> Int {
        do {
            _ = try read(text)
            return 0
        } catch {
            for mistake in error.mistakes {
                #expect(
                    mistake.text.contains("expected") || mistake.text.contains("did you mean"),
                    "\(mistake): \(text.split(separator: "\n").last ?? "")"
                )
            }
            return error.mistakes.count
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
