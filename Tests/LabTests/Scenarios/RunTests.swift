import Daemon
import Lab
import LocationModel
import Testing
import WaymarkEngine
import WaymarkInterfaces

@Suite("A scenario")
struct RunTests {
    private func run(_ text: String) throws -> (outcome: ScenarioOutcome, journal: [String]) {
        var journal: [String] = []
        let observe = { (observation: ScenarioObservation) in
            guard case .decision(let entry, let fix) = observation else { return }
            journal.append("\(entry.moment.utc) \(entry.decision.text) \(fix.map { "\($0)" } ?? "")")
        }
        var run = ScenarioRun(try read(text), words: { "\(ServiceRefusal($0))" }, observe: observe)
        return (run.run(), journal)
    }

    @Test("that holds has no failures, and counts what it expects")
    func holds() throws {
        let outcome = try run(
            oneWidget + "+10s expect status w fix\nexpect receivers on\nexpect no reload w within 1h"
        ).outcome
        #expect(outcome.failures.isEmpty)
        #expect(outcome.expectations == 3)
        #expect(outcome.duration > .seconds(3600))
    }

    static let failures: [(line: String, found: String)] = [
        ("expect status w denied", "it is fix"), ("expect receivers off", "receivers are on"),
        ("expect pending w significantChange", "it is nothing"),
        ("expect explain w no", "explain says: Yes: a reload now would carry the location"),
        ("expect question widgets", "no question waits"),
        ("expect authorization weather denied", "it is authorizedWhenInUse"),
        ("expect reload w within 1min", "none came until"),
        ("expect 2 receiver within 1min", "there were 0 until"),
        ("answer allow", "no question waits for an answer"),
        ("ask weather always", "the app does not run; write 'open weather' before"),
        ("kill\nlocate weather", "the daemon does not run"),
        ("push weather\nexpect ticket w deferred", "it is done"),
        ("follow-beacons weather 74278BDA-B644-4520-8F0C-720EAF059935", "the app does not run"),
        ("remove w\nexpect status w fix", "the widget does not exist"),
        ("hide w\nclick w", "no host of this user has it in view"),
        ("remove w\nclick w", "the widget does not exist"),
        ("remove w\nprovider weather reloads w", "the widget does not exist"),
    ]

    @Test("that does not hold says what was found", arguments: failures)
    func fails(line: String, found: String) throws {
        let outcome = try run(oneWidget + "+10s " + line).outcome
        let told = outcome.failures.map(\.found)
        #expect(told.count == 1 && told[0].contains(found), "\(told)")
    }

    private static let noReload = "expect no reload w because pushed within 1d"

    @Test(
        "stops where it is too much work, and names the line and the limit",
        arguments: [
            (oneWidget + "+1min hide w\n+1d end", 8), (oneWidget + noReload, 7),
            // What waits is looked at each time: the first hundred lines count two each, the next hundred three.
            (oneWidget + String(repeating: "\(noReload)\n", count: 500) + "+10min end", 323),
            // The drive goes on meanwhile.
            ("start 2026-05-12 08:00\nroute origin 1,2\nroute stop 1d\n08:00 suspend 1d\n+1d halt", 5),
        ]
    )
    func stops(text: String, line: Int) throws {
        var run = ScenarioRun(try read(text), workLimit: 1000, words: { "\(ServiceRefusal($0))" })
        let outcome = run.run()
        #expect(outcome.failures.map(\.line) == [line])
        #expect(outcome.failures.first?.found.contains("more than 1000 reports") == true)
        #expect(outcome.duration <= .seconds(86_400))
    }

    @Test("may have an app that monitors a polygon")
    func polygon() throws {
        let text = """
            machine at 52.5,13.4
            app weather org.example.Weather
            08:00 authorize weather always
            region weather block between -200m,-200m 200m,-200m 0m,300m
            expect regionEntered within 2min
            """
        #expect(try run(text).outcome.failures.isEmpty)
    }

    @Test("tells a failure with the decisions around it")
    func journal() throws {
        let outcome = try run(oneWidget + "+10s hide w\nexpect reload w within 1h").outcome
        let failure = try #require(outcome.failures.first)
        #expect(failure.line == 8)
        let names = failure.journal.map(\.name)
        #expect(names.contains("windowEnded"))
        #expect(names.count { $0 == "hidden" } == 1, "nothing is told twice")
        #expect(failure.found.contains("explain says: No"))
    }

    @Test(
        "takes a time of day for the next such time in its zone, and repeats what happens daily until its end",
        arguments: [
            (
                "22:00", "22:00 lock\n23:00 unlock\n00:30 lock\n+1h unlock\n2026-05-14 06:00 end",
                [0, 3600, 9000, 12_600, 115_200]
            ),
            ("00:00", "06:00 lock\ndaily 07:00 unlock\n+48h end", [21_600, 25_200, 111_600, 194_400]),
            (
                "23:30", "23:30 lock\n23:15 unlock\ndaily 22:00 lock\n+48h end",
                [0, 85_500, 167_400, 253_800, 258_300]
            ),
        ]
    )
    func times(start: String, lines: String, seconds: [Int]) throws {
        let script = try read("zone Etc/Two\nstart 2026-05-12 \(start)\n" + lines)
        #expect(script.start == UTCInstant("2026-05-12T\(start):00+02:00"))
        #expect(script.steps.map(\.time) == seconds.map { .seconds($0) })
    }

    @Test(
        "has a widget in view as long as the latest line says",
        arguments: [
            "+5min show w for 10min\nexpect no hidden w within 9min\n+10min expect hidden w",
            "+5min hide w\n+1min show w\nexpect no hidden w within 1h",
        ]
    )
    func shownAgain(lines: String) throws {
        let outcome = try run(oneWidget + "+1min show w for 10min\n" + lines).outcome
        #expect(outcome.failures.isEmpty, "\(outcome.failures.map(\.found))")
    }

    @Test("has the machine where its movements bring it")
    func journey() throws {
        let script = try read(
            "machine at 0,0\n08:00 drive to 1000m,0m at 36km/h\n+50s halt\n+1h walk to 0m,0m"
        )
        let start = script.steps[0].time
        #expect(abs(script.journey.position(at: start + .seconds(10)).longitudeDegrees - 0.000898) < 0.00001)
        #expect(abs(script.journey.speed(at: start + .seconds(10)) - 10) < 0.1)
        #expect(script.journey.speed(at: start + .seconds(60)) == 0)
        #expect(abs(script.journey.position(at: start + .seconds(2000)).longitudeDegrees - 0.00449) < 0.00001)
    }
}
