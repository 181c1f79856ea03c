import CommandLineTool
import UserInput
import Waymark

extension Command {
    static let status = Command(
        name: "status",
        summary: "show the state of the service and its receivers",
        operands: ""
    ) { invocation in
        try invocation.show(InspectInterface.GetStatus()) { status in
            try show(status, on: invocation.output)
        }
    }

    private static func show(_ status: InspectInterface.GetStatus.Reply, on output: Output) throws {
        try output.line("waymarkd \(status.version.harmless), up \(spoken(seconds: status.uptimeSeconds))")
        if status.simulated {
            try output.line(output.coloured("locations are simulated: waymarkctl simulate show", .yellow))
        }
        let services = output.services(on: status.servicesOn, offForEverybody: status.servicesOffForEverybody)
        try output.line("location services \(services)")
        if let end = status.pausedUntil { try output.line(output.paused(until: end)) }
        if status.prompts > 0 {
            let waiting = counted(status.prompts, "question") + (status.prompts == 1 ? " waits" : " wait")
            let agent = status.agents == 0 ? ", and no agent is running" : ""
            try output.line(output.coloured("\(waiting) for an answer\(agent): waymarkctl agent", .yellow))
        }
        let power = status.receiversOn ? output.coloured("on", .green) : output.coloured("off", .faint)
        try output.line("receivers \(power): \(status.receiversReason.harmless)")
        for consumer in status.consumers {
            let countdown =
                consumer.inUseForSeconds.map { ", in use for another \(spoken(seconds: $0))" } ?? ""
            try output.line("  \(consumer.words)\(countdown)")
        }
        switch status.statedPlace {
        case .none: break
        case .ready: try output.line("a place is stated, for when no receiver has a fix")
        case .used:
            try output.line(output.coloured("no receiver has a fix: the stated place is used", .yellow))
        }
        for program in status.programs {
            let text = "program of \(program.app.harmless): \(program.text.harmless)"
            try output.line(program.connected ? text : output.coloured(text, .yellow))
        }
        for app in status.backgroundApps {
            try output.line("  \(app.harmless) stays in use in the background")
        }
        let uptime = status.uptimeSeconds
        if status.receivers.isEmpty { try output.line(output.coloured("  \(noReceiver)", .yellow)) }
        try output.table(
            status.receivers.map { receiver in
                ["  \(receiver.name.harmless)", receiver.condition(output) + receiver.share(of: uptime)]
            }
        )
        try output.line(
            "\(counted(status.apps, "app")), \(counted(status.widgets, "widget")), "
                + counted(status.sessions, "session")
        )
        let window = spoken(seconds: status.inUseWindowSeconds)
        try output.line("widgets count as in use until \(window) after they were last in view")
        try output.line(
            "significant change: at least \(Int(clamping: status.significantDistanceMeters)) m and "
                + "\(spoken(seconds: status.significantIntervalSeconds)) from the one before; "
                + "last one: \(status.lastSignificantChangeWords)"
        )
        if status.mayNeedDoctor { try output.line(output.coloured(doctorHint, .yellow)) }
    }
}

extension InspectInterface.GetStatus.Reply {
    fileprivate var mayNeedDoctor: Bool {
        !servicesOn || prompts > 0
            || !simulated && receivers.contains { ![.off, .fixed, .ended].contains($0.state) }
            || receivers.isEmpty && statedPlace == .none
    }

    /// When the last significant change was, as far as the reader may know.
    var lastSignificantChangeWords: String {
        guard tellsOfMovement else { return "told only to users who have authorized an app" }
        return lastSignificantChangeAgeSeconds.map { "\(spoken(seconds: $0)) ago" } ?? "none yet"
    }
}

extension InspectInterface.Consumer {
    /// The consumer and why it is one, without how long it is in use.
    var words: String {
        let name = widget ?? request ?? session ?? "monitoring"
        return "for \(name.harmless) of \(app.harmless): \(groundWords)"
    }

    private var groundWords: String {
        switch (want, ground) {
        case (.fix, _): "waiting for a fix"
        case (.fixes, _): "a fix now and then"
        case (.significantChanges, _): "significant changes only"
        case (.everyFix, .inView): "in view"
        case (.everyFix, .inUseWindow): "recently in view"
        case (.everyFix, .appInUse): "app in use"
        case (.everyFix, .backgroundSession): "app in the background"
        case (.everyFix, .always): "may always know"
        case (.everyFix, .sharedOnce): "shared once"
        }
    }
}
