import CommandLineTool
import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let status = Command(
        name: "status",
        summary: "show the state of the service and its receivers",
        operands: ""
    ) { invocation in
        try invocation.show(InspectInterface.GetStatus()) { status in
            for line in status.lines(invocation.output) + status.terms { try invocation.output.line(line) }
        }
    }
}

extension InspectInterface.GetStatus.Reply {
    /// Returns the service's status, with names of receivers in at most `widestName` columns.
    func lines(_ output: Output, widestName: Int = .max) -> [ScreenLine] {
        var lines = [ScreenLine("waymarkd \(version.harmless), up \(spoken(seconds: uptimeSeconds))")]
        func add(_ text: String, _ colour: Output.Colour? = nil) { lines.append(ScreenLine(text, colour)) }
        if simulated { add("locations are simulated: waymarkctl simulate show", .yellow) }
        add("location services \(output.services(on: servicesOn, offForEverybody: servicesOffForEverybody))")
        if let pausedUntil { lines.append(output.paused(until: pausedUntil)) }
        if prompts > 0 {
            let waiting = counted(prompts, "question") + (prompts == 1 ? " waits" : " wait")
            let agent = agents == 0 ? ", and no agent is running" : ""
            add("\(waiting) for an answer\(agent): waymarkctl agent", .yellow)
        }
        add("receivers \(receiversOn ? "on" : "off"): \(receiversReason.harmless)")
        for consumer in consumers {
            let countdown =
                consumer.inUseForSeconds.map { ", in use for another \(spoken(seconds: $0))" } ?? ""
            add("  \(consumer.words)\(countdown)")
        }
        switch statedPlace {
        case .none: break
        case .ready: add("a place is stated, for when no receiver has a fix")
        case .used: add("no receiver has a fix: the stated place is used", .yellow)
        }
        for program in programs {
            let text = "program of \(program.app.harmless): \(program.text.harmless)"
            add(text, program.connected ? nil : .yellow)
        }
        for app in backgroundApps { add("  \(app.harmless) stays in use in the background") }
        if receivers.isEmpty { add("  \(Command.noReceiver)", .yellow) }
        let names = receivers.map { "  \($0.name.harmless.shortened(to: widestName, output.ellipsis))" }
        let widest = names.map(\.count).max() ?? 0
        for (receiver, name) in zip(receivers, names) {
            let line = receiver.line(name.padded(to: widest))
            add(line.text + receiver.share(of: uptimeSeconds), line.colour)
        }
        return lines
    }

    /// The numbers of things that it has, and the terms by which it decides.
    fileprivate var terms: [ScreenLine] {
        let window = spoken(seconds: inUseWindowSeconds)
        let terms = [
            ScreenLine(
                "\(counted(apps, "app")), \(counted(widgets, "widget")), \(counted(sessions, "session"))"
            ),
            ScreenLine("widgets count as in use until \(window) after they were last in view"),
            ScreenLine(
                "significant change: at least \(Int(clamping: significantDistanceMeters)) m and "
                    + "\(spoken(seconds: significantIntervalSeconds)) from the one before; "
                    + "last one: \(lastSignificantChangeWords)"
            ),
        ]
        return terms + (mayNeedDoctor ? [ScreenLine(Command.doctorHint, .yellow)] : [])
    }

    private var mayNeedDoctor: Bool {
        !servicesOn || prompts > 0
            || !simulated && receivers.contains { ![.off, .fixed, .ended].contains($0.state) }
            || receivers.isEmpty && statedPlace == .none
    }

    /// The time since the last significant change, as far as the reader may know.
    var lastSignificantChangeWords: String {
        guard tellsOfMovement else { return "told only to users who have authorized an app" }
        return lastSignificantChangeAgeSeconds.map { "\(spoken(seconds: $0)) ago" } ?? "none yet"
    }
}

extension InspectInterface.Consumer {
    /// The consumer and its ground, without the time in use.
    var words: String {
        let name = widget ?? request ?? session ?? "monitoring"
        return "for \(name.harmless) of \(app.harmless): \(groundWords)"
    }

    private var groundWords: String {
        switch want {
        case .fix: "waiting for a fix"
        case .fixes: "a fix now and then"
        case .significantChanges: "significant changes only"
        case .everyFix: ground.words
        }
    }
}
