import CommandLineTool
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

/// The obstacles between a machine and its location, in the order in which they have to be put right.
struct Diagnosis: Encodable {
    /// The checks, in the order in which they are made.
    enum Check: String, CaseIterable, Encodable {
        case service, services, receiver, app, agent, launcher, clock, location

        var words: String {
            switch self {
            case .services: "switch"
            case .app: "permission"
            case .service, .receiver, .agent, .launcher, .clock, .location: rawValue
            }
        }
    }

    enum Result: String, Encodable {
        case good

        /// It keeps the machine, or an app, from the location.
        case wrong

        /// It keeps nobody from anything now, but may be worth knowing.
        case note
        case unknown
    }

    /// The result of a check, and what to do.
    struct Finding: Encodable {
        fileprivate(set) var check = Check.service
        let result: Result
        fileprivate(set) var text: String
        let advice: String?

        static func good(_ text: String, _ advice: String? = nil) -> Self { Self(.good, text, advice) }
        static func wrong(_ text: String, _ advice: String) -> Self { Self(.wrong, text, advice) }
        static func note(_ text: String, _ advice: String? = nil) -> Self { Self(.note, text, advice) }
        static func unknown(_ text: String) -> Self { Self(.unknown, text, nil) }

        private init(_ result: Result, _ text: String, _ advice: String?) {
            (self.result, self.text, self.advice) = (result, text, advice)
        }
    }

    static let skyAdvice =
        "put its antenna where it sees the sky, and wait: the first fix may take some minutes"

    private enum CodingKeys: String, CodingKey {
        case findings, next
        case isWrong = "wrong"
    }

    let findings: [Finding]
    let next: String?
    let isWrong: Bool

    init(_ facts: MachineFacts) {
        var findings: [Finding] = []
        func add(_ check: Check, _ finding: Finding?) {
            guard var finding else { return }
            finding.check = check
            findings.append(finding)
        }
        add(.service, facts.serviceFinding)
        if let status = facts.status {
            add(.services, facts.services(status))
            for finding in facts.receivers(status) { add(.receiver, finding) }
            add(.app, facts.permission(status))
            add(.agent, facts.agent(status))
            add(.launcher, facts.launcher(status))
        }
        add(.clock, facts.clockFinding)
        let isExplained = findings.contains { $0.result == .wrong }
        if facts.status != nil { add(.location, facts.locationFinding(isExplained: isExplained)) }
        self.findings = findings
        let wrong = findings.first { $0.result == .wrong }
        (next, isWrong) = (wrong?.advice, wrong != nil)
    }
}

extension MachineFacts {
    typealias Finding = Diagnosis.Finding
    typealias Status = InspectInterface.GetStatus.Reply

    // MARK: The service

    fileprivate var serviceFinding: Finding {
        switch problem {
        case nil:
            .good(
                "waymarkd \((status?.version ?? "").harmless) runs, for \(spoken(seconds: status?.uptimeSeconds ?? 0))"
            )
        case .notPermitted:
            .wrong(
                "this user may not connect to \(socket.harmless)",
                "run it as root, or as the user whom the service is for"
            )
        case .timedOut where !hasFailed:
            .wrong(
                "the service at \(socket.harmless) does not answer",
                isUsualSocket ? "restart it: sudo systemctl restart waymarkd" : "restart it"
            )
        case .cannotConnect(_, let reason): absence(reason)
        case .disconnected, .closedUnanswered, .timedOut: absence("nobody answers there")
        case let problem?: .wrong("\(problem)".harmless, "restart the service after an upgrade")
        }
    }

    /// Whether systemd could not start the service; its socket may be there all the same.
    private var hasFailed: Bool {
        unit.map { isUsualSocket && ($0.state == "failed" || $0.state == "activating" && $0.status != 0) }
            ?? false
    }

    private func absence(_ reason: String) -> Finding {
        guard isUsualSocket else {
            return .wrong(
                "no service at \(socket.harmless): \(reason)",
                "start a service there: waymarkd --socket \(socket.harmless) --state FOLDER; or leave out --socket "
                    + "and \(ServiceAddress.environmentVariable), for the installed service"
            )
        }
        switch unit {
        case nil: return .wrong("waymarkd does not run", "start it: waymarkd")
        case let unit? where !unit.isInstalled:
            return .wrong("waymarkd is not installed", "install the package waymarkd, which starts it")
        case let unit? where hasFailed && unit.status == 78:
            return .wrong(
                "waymarkd does not start, because something in its configuration, key or state is wrong",
                "read what: sudo waymarkd --check; or: sudo journalctl -u waymarkd -n 20"
            )
        case let unit? where hasFailed:
            return .wrong(
                "waymarkd has failed, with status \(unit.status)",
                "read why: sudo journalctl -u waymarkd -n 20"
            )
        case let unit? where unit.state == "active" || unit.state == "activating":
            return .wrong(
                "waymarkd runs, but has no socket at \(socket.harmless)",
                "start its socket: sudo systemctl restart waymarkd.socket waymarkd"
            )
        case _?:
            return .wrong(
                "waymarkd is not started",
                "start it: sudo systemctl enable --now waymarkd.socket waymarkd"
            )
        }
    }

    fileprivate func services(_ status: Status) -> Finding {
        if status.servicesOffForEverybody {
            return .wrong(
                "location services are off for everybody",
                "switch them on: sudo waymarkctl services on --everybody"
            )
        }
        guard status.servicesOn else {
            return .wrong("location services are off", "switch them on: waymarkctl services on")
        }
        if let pausedUntil = status.pausedUntil {
            return .wrong(
                "the location of all apps is paused until \(pausedUntil)",
                "end the pause: waymarkctl resume"
            )
        }
        return .good("location services are on")
    }

    // MARK: The receivers

    /// One receiver with a fix is enough: what is wrong with others is only a note then.
    fileprivate func receivers(_ status: Status) -> [Finding] {
        if status.simulated { return [.good("locations are simulated")] }
        if receivers.isEmpty, status.statedPlace != .none {
            return [.good("no receiver is configured: the stated place is used")]
        }
        if receivers.isEmpty {
            let advice =
                "name one with Receiver= in /etc/waymark/waymarkd.conf, or say where this machine is: "
                + "sudo waymarkctl place-machine LATITUDE,LONGITUDE"
            return [.wrong("no receiver is configured", advice)]
        }
        var findings = receivers.map(\.finding)
        if status.statedPlace == .used {
            findings.append(.good("no receiver has a fix: the stated place is used"))
        }
        guard findings.contains(where: { $0.result == .good }) else { return findings }
        return findings.map { $0.result == .wrong ? .note($0.text, $0.advice) : $0 }
    }

    // MARK: The person

    fileprivate func permission(_ status: Status) -> Finding? {
        // While location services are off, every app is denied, whatever the person has decided.
        guard status.servicesOn, !status.servicesOffForEverybody else { return nil }
        if let app { return permission(of: app, status) }
        let allowed = apps.count { $0.status.isAuthorized }
        if allowed > 0 { return .good("\(counted(allowed, "app")) may know the location") }
        if status.prompts > 0 { return openQuestions(status) }
        let tool = OwnApp.tool.identifier
        return .wrong(
            "no app may know the location yet",
            status.agents > 0
                ? "try it: waymarkctl locate; you are asked whether waymarkctl may know"
                : "allow it to this tool, and try it: waymarkctl authorize \(tool) when-in-use && waymarkctl locate"
        )
    }

    private func permission(of name: String, _ status: Status) -> Finding {
        let shown = name.harmless
        let known = apps.filter { $0.name == name }
        let found = known.first { $0.owner == nil } ?? known.first
        let owner = found?.owner?.harmless
        let (person, option) = owner.map { ("\($0) has", " --user \($0)") } ?? ("you have", "")
        switch found?.status {
        case .authorizedWhenInUse, .authorizedAlways:
            return .good(
                "\(shown) may know the location",
                "waymarkctl explain \(shown)\(option) tells whether it would get one now"
            )
        case .restricted:
            return .wrong(
                "a policy of this machine keeps the location from \(shown)",
                "only the administrator can change that: [Policy] in waymarkd.conf"
            )
        case .denied:
            return .wrong(
                "\(person) denied the location to \(shown)",
                "allow it: waymarkctl authorize \(shown) when-in-use\(option)"
            )
        case .notDetermined:
            if status.prompts > 0 { return openQuestions(status) }
            return .wrong(
                "\(person) not decided whether \(shown) may know the location",
                "allow it: waymarkctl authorize \(shown) when-in-use\(option)"
            )
        case nil:
            return .wrong(
                "no program has come as \(shown) so far",
                "start its program; 'waymarkctl apps' lists the apps that have come"
            )
        }
    }

    private func openQuestions(_ status: Status) -> Finding {
        let waiting = counted(status.prompts, "question") + (status.prompts == 1 ? " waits" : " wait")
        return .wrong(
            "\(waiting) for your answer",
            status.agents > 0
                ? "answer on the desktop, or in a terminal: waymarkctl agent"
                : "answer in a terminal: waymarkctl agent"
        )
    }

    fileprivate func agent(_ status: Status) -> Finding {
        guard status.agents == 0 else { return .good("apps can ask you") }
        return .note(
            "no agent runs, so apps cannot ask you",
            "start one: systemctl --user enable --now waymark-session.service"
        )
    }

    fileprivate func launcher(_ status: Status) -> Finding {
        if status.startsPrograms { return .good("programs of apps are started") }
        let advice = "start it: systemctl --user enable --now waymark-session.service"
        guard widgetsWithoutProgram > 0 else {
            return .note(
                "no launcher runs, so programs of apps are not started when widgets need them",
                advice
            )
        }
        return .wrong(
            (widgetsWithoutProgram == 1
                ? "1 widget waits for its program"
                : "\(widgetsWithoutProgram) widgets wait for their programs")
                + ", which no launcher starts",
            advice
        )
    }

    // MARK: The machine

    /// The earliest year that a clock can be right about.
    private static let firstYear = 2025

    fileprivate var clockFinding: Finding {
        guard year < Self.firstYear else { return .good("the clock is right, as far as can be seen") }
        return .wrong(
            "the clock of this machine says the year \(year)",
            "set it: sudo timedatectl set-ntp true"
        )
    }

    fileprivate func locationFinding(isExplained: Bool) -> Finding? {
        switch location {
        case nil: return nil
        case .found(let accuracy):
            let within = accuracy.map { ", accurate to \(($0 * 10).rounded() / 10) m" } ?? ""
            return .good("waymarkctl gets one\(within)")
        case .missing(let why):
            let text = "waymarkctl gets none: \(why.harmless)"
            if isExplained { return .note(text) }
            return .wrong(text, "read what the service has decided: waymarkctl journal --since -10min")
        }
    }
}

extension MachineFacts.Receiver {
    /// The finding, which begins with the receiver's name.
    fileprivate var finding: Diagnosis.Finding {
        var finding = ownFinding
        finding.text = "\(told.name.harmless): \(finding.text)"
        return finding
    }

    private var ownFinding: Diagnosis.Finding {
        let text = told.reasonText?.harmless ?? ""
        switch (told.state, gpsd) {
        case (.fixed, _):
            let within = told.accuracyMeters.map { ", accurate to \(($0 * 10).rounded() / 10) m" } ?? ""
            return .good("has a fix\(within)")
        case (.ended, _): return .note("the recording has ended")
        case (_, let gpsd?) where gpsd.result == .wrong: return gpsd
        case (.off, let gpsd): return gpsd ?? .unknown("off until an app needs it")
        case (.absent, _): return unreachable(because: text)
        case (.connecting, _): return .unknown(text.isEmpty ? "it is being opened" : text)
        case (.acquiring, _), (.lost, _): return .wrong(text.isEmpty ? "no fix" : text, advice)
        }
    }

    /// Reads a reason of the service, which ends with what to do about it, or with a question.
    private func unreachable(because reason: String) -> Diagnosis.Finding {
        let parts = reason.split(separator: "; ", maxSplits: 1)
        var advice = parts.count > 1 ? String(parts[1]) : feedAdvice
        // Such as whether a program runs there.
        if advice?.hasSuffix("?") ?? false {
            advice = "start what answers there, or correct Receiver= in /etc/waymark/waymarkd.conf"
        }
        return .wrong(
            parts.first.map(String.init) ?? "it cannot be reached",
            advice ?? "correct Receiver= in /etc/waymark/waymarkd.conf"
        )
    }

    /// Advice about a feed that no program brings; `nil` for another receiver.
    private var feedAdvice: String? {
        guard case .feed(let feed)? = try? ReceiverURL(told.name) else { return nil }
        return
            "start its program, such as waymark-modem or waymark-phone, or: gpspipe -r | waymarkctl feed \(feed.name)"
    }

    /// Advice about a receiver that is open and has no fix.
    private var advice: String {
        switch told.reason {
        case "noPosition": Diagnosis.skyAdvice
        case "unreadable":
            "set its speed, as in serial:///dev/ttyUSB0?speed=9600, or correct Receiver= in waymarkd.conf"
        case "detectingSpeed", "opening": "wait until its speed is found, some seconds"
        default: "see whether it is connected and sends: 'waymarkctl receivers --watch' shows each change"
        }
    }
}
