import LocationModel
import ServiceClient
import TestSupport
import Testing
import WaymarkInterfaces

@testable import waymarkctl

@Suite("The doctor")
struct DoctorTests {
    private typealias Facts = MachineFacts

    private static var healthy: Facts {
        var facts = Facts()
        facts.told = .quiet
        (facts.told.agents, facts.told.startsPrograms) = (1, true)
        var receiver = Facts.Receiver("gpsd://localhost:2947", .fixed)
        receiver.told.accuracyMeters = 4.2
        facts.receivers = [receiver]
        facts.apps = [.init(name: "org.example.app", status: .authorizedWhenInUse)]
        facts.location = .found(accuracyMeters: 4.2)
        return facts
    }

    private static func facts(_ change: (inout Facts) -> Void) -> Facts {
        var facts = healthy
        change(&facts)
        return facts
    }

    private static func receiver(_ url: String, _ change: (inout Facts.Receiver) -> Void) -> Facts {
        facts { facts in
            var receiver = Facts.Receiver(url, .acquiring)
            change(&receiver)
            facts.receivers = [receiver]
            facts.location = nil
        }
    }

    private static let gpsd = "gpsd://localhost:2947"
    private static let serial = "serial:///dev/ttyUSB0"

    @Test("finds nothing wrong with a machine that has its location, and says so of each part")
    func nothing() {
        let diagnosis = Diagnosis(Self.healthy)
        #expect(diagnosis.findings.map(\.check) == Diagnosis.Check.allCases)
        #expect(diagnosis.findings.allSatisfy { $0.result == .good })
        #expect(!diagnosis.isWrong && diagnosis.next == nil)
    }

    private static func service(_ problem: ClientError, _ unit: Facts.Unit? = nil) -> Facts {
        facts { ($0.problem, $0.unit, $0.status) = (problem, unit, nil) }
    }

    private static let noSocket = ClientError.cannotConnect(
        path: "/tmp/s",
        reason: "No such file or directory"
    )

    private static func asked(_ lines: [String]) -> Facts {
        receiver(gpsd) { ($0.told.state, $0.gpsd) = (.off, answers(lines).finding) }
    }

    private static func absent(_ reason: String) -> Facts {
        receiver("tcp://192.0.2.7") { ($0.told.state, $0.told.reasonText) = (.absent, reason) }
    }

    private static func app(_ status: AuthorizationStatus, of owner: String? = nil) -> Facts {
        facts {
            $0.app = "org.example.app"
            $0.apps = [.init(name: "org.example.app", status: status, owner: owner)]
        }
    }

    /// States of a machine, with what is wrong first, in words, and the beginning of what to do.
    private typealias Table = KeyValuePairs<MachineFacts, String>

    private static let aboutService: Table = [
        service(noSocket): "waymarkd does not run → start it: waymarkd",
        service(noSocket, .init(isInstalled: false)): "not installed → install the package waymarkd",
        service(noSocket, .init(state: "inactive")):
            "not started → start it: sudo systemctl enable --now waymarkd.socket",
        service(.disconnected(path: "/tmp/s"), .init(state: "failed", status: 78)):
            "configuration, key or state → read what: sudo waymarkd --check",
        service(.timedOut(path: "/tmp/s"), .init(state: "activating", status: 1)):
            "failed, with status 1 → read why: sudo journalctl -u waymarkd",
        service(noSocket, .init()): "has no socket → start its socket",
        service(noSocket).with { $0.socket = "/tmp/s" }:
            "No such file or directory → start a service there: waymarkd --socket /tmp/s",
        service(.notPermitted(path: "/tmp/s")): "may not connect → run it as root",
    ]

    private static let aboutServices: Table = [
        // The switch comes before the receivers, which are off with it.
        receiver(gpsd) { $0.told.state = .off }.with { $0.told.servicesOn = false }:
            "are off → switch them on: waymarkctl services on",
        facts { $0.told.servicesOffForEverybody = true }:
            "off for everybody → switch them on: sudo waymarkctl services on --everybody",
    ]

    private static let aboutReceivers: Table = [
        // gpsd and its receiver.
        facts { ($0.receivers, $0.apps) = ([], []) }: "no receiver is configured → name one with Receiver=",
        asked([version, devices, #"{"class":"TPV","mode":1}"#, #"{"class":"SKY","uSat":2,"nSat":9}"#]):
            "it uses 2 of 9 satellites → put its antenna where it sees the sky",
        // What the service says of a receiver.
        absent("tcp: not permitted to send to 192.0.2.7; allow it"):
            "not permitted to send to 192.0.2.7 → allow it",
        absent("tcp 192.0.2.7: Connection refused; is the server running there?"):
            "Connection refused → start what answers there, or correct Receiver=",
    ]

    private static let aboutPeople: Table = [
        facts { $0.apps[0].status = .notDetermined }: "no app may know → try it: waymarkctl locate",
        facts { ($0.apps, $0.told.agents) = ([], 0) }:
            "no app may know → allow it to this tool, and try it: waymarkctl authorize io.waymark.waymarkctl when-in-use",
        facts { ($0.apps, $0.told.prompts) = ([], 1) }:
            "1 question waits for your answer → answer on the desktop",
        app(.denied): "you have denied → allow it: waymarkctl authorize org.example.app when-in-use",
        app(.denied, of: "anna"):
            "anna has denied → allow it: waymarkctl authorize org.example.app when-in-use --user anna",
        app(.restricted): "a policy of this machine → only the administrator",
        facts { $0.app = "org.example.other" }: "no program has come → start its program",
    ]

    /// Programs, the clock, and what nothing above explains.
    private static let aboutOthers: Table = [
        facts { ($0.told.startsPrograms, $0.widgetsWithoutProgram) = (false, 2) }:
            "2 widgets wait for their programs → start it: systemctl --user enable --now waymark-session",
        facts { $0.year = 1970 }: "says the year 1970 → set it: sudo timedatectl",
        facts { $0.location = .missing("a fix is not believed yet") }:
            "a fix is not believed yet → read what the service has decided",
    ]

    @Test(
        "says what is wrong first, and the one thing to do",
        arguments: [
            (.service, aboutService), (.services, aboutServices), (.receiver, aboutReceivers),
            (.app, aboutPeople), (nil, aboutOthers),
        ] as [(Diagnosis.Check?, KeyValuePairs<MachineFacts, String>)]
    )
    func wrong(check: Diagnosis.Check?, table: KeyValuePairs<MachineFacts, String>) throws {
        for (facts, words) in table {
            let expected = words.split(separator: " → ")
            let diagnosis = Diagnosis(facts)
            let first = try #require(diagnosis.findings.first { $0.result == .wrong })
            #expect(first.check == check ?? first.check && first.text.contains(expected[0]), "\(first)")
            #expect(diagnosis.next?.hasPrefix(expected[1]) == true, "\(first)")
            #expect(diagnosis.isWrong)
        }
    }

    @Test("takes one receiver with a fix for enough, and a stated or simulated place too")
    func enough() {
        let absent = Facts.Receiver(Self.serial, .absent)
        let two = Self.facts { $0.receivers.insert(absent, at: 0) }
        #expect(!Diagnosis(two).isWrong && Diagnosis(two).findings.contains { $0.result == .note })
        let only = Self.facts { $0.receivers = [absent] }
        #expect(Diagnosis(only).isWrong)
        #expect(!Diagnosis(only.with { $0.told.statedPlace = .used }).isWrong)
        #expect(!Diagnosis(only.with { $0.told.simulated = true }).isWrong)
        // A machine that states its place needs no receiver.
        #expect(!Diagnosis(Self.facts { ($0.receivers, $0.told.statedPlace) = ([], .ready) }).isWrong)
    }

    @Test("leaves a receiver that is off unknown, unless its gpsd tells")
    func nobody() {
        let off = Self.receiver(Self.serial) { $0.told.state = .off }
        #expect(Diagnosis(off).findings.first { $0.check == .receiver }?.result == .unknown)
        let known = Self.asked([Self.version, Self.devices, #"{"class":"TPV","mode":3}"#])
        #expect(Diagnosis(known).findings.first { $0.check == .receiver }?.result == .good)
        let alone = Self.facts { ($0.told.agents, $0.told.startsPrograms) = (0, false) }
        #expect(!Diagnosis(alone).isWrong)
        #expect(Diagnosis(alone).findings.filter { $0.result == .note }.map(\.check) == [.agent, .launcher])
    }

    @Test("says nothing of permissions while location services are off, because every app is denied then")
    func switchedOff() {
        var off = Self.facts {
            ($0.told.servicesOn, $0.location) = (false, nil)
            $0.apps[0].status = .denied
        }
        for app in [nil, off.apps[0].name] {
            off.app = app
            #expect(Diagnosis(off).findings.filter { $0.result == .wrong }.map(\.check) == [.services])
        }
    }

    @Test("does not try to get a location as root because another user has allowed it to the tool")
    func attempt() {
        var app = Facts.App(name: OwnApp.tool.identifier, status: .authorizedWhenInUse)
        #expect(Self.facts { $0.apps = [app] }.isToolAuthorized)
        app.owner = "anna"
        #expect(!Self.facts { $0.apps = [app] }.isToolAuthorized)
    }

    @Test("looks no further than a service that does not answer, but at the clock")
    func absent() {
        let diagnosis = Diagnosis(Self.service(Self.noSocket))
        #expect(diagnosis.findings.map(\.check) == [.service, .clock])
    }

    @Test("prints no control characters of others")
    func foreign() {
        let diagnosis = Diagnosis(Self.absent("a\u{1B}[2J; b\u{9B}"))
        let told = diagnosis.findings.map { $0.text + ($0.advice ?? "") }.joined()
        #expect(told.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) })
    }

    @Test(
        "tells from what a gpsd says whether it has a receiver, and that a fix",
        arguments: [
            ([], "what answers there is no gpsd"), (["SSH-2.0"], "what answers there is no gpsd"),
            ([version], "gpsd runs, but has no receiver"),
            ([version, #"{"class":"DEVICES","devices":[]}"#], "gpsd runs, but has no receiver"),
            ([version, devices], "gpsd hears nothing from /dev/ttyS0"),
            ([version, devices, #"{"class":"TPV","mode":1}"#], "gpsd's receiver has no fix yet"),
            (
                [version, devices, #"{"class":"TPV","mode":0}"#, #"{"class":"SKY","uSat":3,"nSat":8}"#],
                "gpsd's receiver has no fix yet: it uses 3 of 8 satellites in view"
            ),
            (
                [version, devices, #"{"class":"TPV","mode":1}"#, #"{"class":"TPV","mode":3}"#],
                "gpsd has a fix; the service reads it when an app needs it"
            ),
        ]
    )
    func gpsd(lines: [String], text: String) {
        let finding = Self.answers(lines).finding
        #expect(finding.text == text && (finding.result == .good) == text.hasPrefix("gpsd has a fix"))
    }

    private static func answers(_ lines: [String]) -> GPSDAnswers {
        var answers = GPSDAnswers()
        for line in lines { answers.add(Array(line.utf8)) }
        return answers
    }

    private static let version = #"{"class":"VERSION","release":"3.22"}"#
    private static let devices = #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyS0"}]}"#

    @Test("listens only for a while to what answers in gpsd's place, also if that never stops sending")
    func flood() throws {
        let listener = try LoopbackListener()
        let port = listener.port
        let asking = try TestThread {
            _ = FactFinder.askGPSD("127.0.0.1", port, isInstalled: nil, within: .milliseconds(100))
        }
        let peer = try listener.accepted()
        let end = ContinuousClock.now + .seconds(20)
        let lines = String(repeating: "{}\n", count: 1000)
        while ContinuousClock.now < end, (try? peer.send(lines)) != nil {}
        #expect(ContinuousClock.now < end, "it has closed the connection")
        withExtendedLifetime(asking) {}
    }
}

extension MachineFacts.Receiver {
    fileprivate init(_ name: String, _ state: ReceiverCondition) {
        self.init(
            told: .init(number: 1, name: name, state: state, sinceSeconds: 1, followed: true, onSeconds: 1)
        )
    }
}

extension MachineFacts {
    /// What a service that answers says.
    fileprivate var told: InspectInterface.GetStatus.Reply {
        get { status ?? .quiet }
        set { status = newValue }
    }

    fileprivate func with(_ change: (inout MachineFacts) -> Void) -> MachineFacts {
        var facts = self
        change(&facts)
        return facts
    }
}
