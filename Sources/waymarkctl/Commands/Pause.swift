import CommandLineTool
import LocationModel
import UserInput
import WaymarkInterfaces

extension Command {
    static let pause = Command(
        name: "pause",
        summary: "tell your apps and widgets nothing for a while",
        operands: "[SPAN | until TIME]",
        operandLimit: 3,
        options: [Invocation.userOption],
        details: """
            SPAN is such as 90min, 8h or 2d. TIME is such as 18:00, tomorrow or '2026-12-24 08:00'. Without either
            the pause lasts 31 days, the longest there is. A new pause replaces an earlier one.

            Apps keep their permissions, except those given once. What widgets show stays. What happens in the
            pause is not told later. 'waymarkctl resume' ends the pause. It concerns the apps of one user: programs
            of the machine's owner, such as the relay, go on, and the command says which of them run.
            """
    ) { (invocation) throws(Failure) in
        let end = try end(invocation.operands, LocalTime())
        let call = SettingsInterface.Pause(until: end?.text(places: 0), user: try invocation.user())
        try invocation.show(call) { (reply) throws(Failure) in
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
        operands: "",
        options: [Invocation.userOption],
        details: "What happened in the pause is not told; what counts is where the machine is now."
    ) { (invocation) throws(Failure) in
        try invocation.show(SettingsInterface.Resume(user: try invocation.user())) { (_) throws(Failure) in
            try invocation.output.line("no pause lasts any more")
        }
    }

    /// The units that learn the location for the machine's owner.
    private static let machinePrograms = [
        ("waymark-relay.service", "the relay"), ("waymark-anchor.service", "the anchor watch"),
    ]

    private static func end(_ words: [String], _ time: LocalTime) throws(Failure) -> UTCInstant? {
        guard let first = words.first else { return nil }
        let rest = words.dropFirst().joined(separator: " ")
        if first == "until", !rest.isEmpty { return try time.end(at: rest) }
        guard rest.isEmpty else { throw .usage("give one time span, such as 1h, or 'until 18:00'") }
        return try time.end(of: first)
    }
}
