import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    static let services = Command(
        name: "services",
        summary: "show whether location services are on, or switch them",
        operands: "[on|off]",
        options: [
            .init("everybody", "for all users; root only"),
            Invocation.userOption,
        ],
        details: """
            While location services are off, every app is denied. The decisions about apps are kept and apply
            again when the services are back on.
            """
    ) { invocation in
        let output = invocation.output
        let (forUser, forEverybody) = (invocation.line.has("user"), invocation.line.has("everybody"))
        guard let word = invocation.operands.first else {
            if forUser || forEverybody { throw Failure.usage("--everybody and --user require on or off") }
            return try invocation.show(SettingsInterface.GetServices()) { services in
                try output.line(output.services(on: services.on, offForEverybody: services.offForEverybody))
                if let pause = services.pause, pause.endedAt == nil {
                    try output.line(output.paused(until: pause.until))
                }
            }
        }
        if forUser, forEverybody { throw Failure.usage("--everybody and --user contradict each other") }
        let change = SettingsInterface.SwitchServices(
            on: word == "on",
            user: try invocation.user(),
            everybody: forEverybody ? true : nil
        )
        let scope = forEverybody ? " for everybody" : ""
        try invocation.show(change, saying: "location services \(word)\(scope)")
    }

    static let pause = Command(
        name: "pause",
        summary: "tell your apps and widgets nothing for a while",
        operands: "[SPAN] | until TIME...",
        options: [Invocation.userOption],
        details: """
            SPAN is such as 90min, 8h or 2d. TIME is such as 18:00, tomorrow or '2026-12-24 08:00'. Without either
            the pause lasts 31 days, the longest there is. A new pause replaces an earlier one.

            Apps keep their permissions, except those given once. What widgets show stays. What happens in the
            pause is not told later. 'waymarkctl resume' ends the pause. It concerns the apps of one user: programs
            of the machine's owner, such as the relay, go on, and the command says which of them run.
            """
    ) { invocation in
        let (words, time) = (invocation.operands, LocalTime())
        let end =
            words.count > 1
            ? try time.end(at: words.dropFirst().joined(separator: " "), days: 31)
            : try words.first.map { try time.end(of: $0, days: 31) }
        let call = SettingsInterface.Pause(until: end?.text(places: 0), user: try invocation.user())
        try invocation.show(call) { reply in
            let output = invocation.output
            try output.line(output.paused(until: reply.pause.until))
            let units = ServiceUnits()
            for (unit, program) in machinePrograms where units?.isActive(unit) ?? false {
                try output.line("\(program) of the machine goes on: it belongs to the owner (\(unit))")
            }
        }
    }

    static let resume = Command(
        name: "resume",
        summary: "end the pause of your apps and widgets",
        options: [Invocation.userOption],
        details: "What happened in the pause is not told; what counts is where the machine is now."
    ) { invocation in
        let call = SettingsInterface.Resume(user: try invocation.user())
        try invocation.show(call, saying: "no pause lasts any more")
    }

    /// The units that learn the location for the machine's owner.
    private static let machinePrograms = [
        ("waymark-relay.service", "the relay"), ("waymark-anchor.service", "the anchor watch"),
    ]
}

extension Output {
    func services(on: Bool, offForEverybody: Bool) -> String {
        offForEverybody ? "off for everybody" : on ? "on" : "off"
    }

    func paused(until date: String) -> ScreenLine {
        let end = spoken(date: date, places: 0)
        return ScreenLine("the location of all apps is paused until \(end): waymarkctl resume", .yellow)
    }
}
