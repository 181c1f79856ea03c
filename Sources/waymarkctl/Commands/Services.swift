import CommandLineTool
import LinuxSystem
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
    ) { (invocation) throws(Failure) in
        let word = invocation.operands.first
        let output = invocation.output
        guard let word else {
            guard !invocation.line.has("everybody"), !invocation.line.has("user") else {
                throw .usage("--everybody and --user require on or off")
            }
            return try invocation.show(SettingsInterface.GetServices()) { (services) throws(Failure) in
                try output.line(output.services(on: services.on, offForEverybody: services.offForEverybody))
                if let pause = services.pause, pause.endedAt == nil {
                    try output.line(output.paused(until: pause.until))
                }
            }
        }
        let everybody = invocation.line.has("everybody")
        guard !everybody || !invocation.line.has("user") else {
            throw .usage("--everybody and --user contradict each other")
        }
        try invocation.show(
            SettingsInterface.SwitchServices(
                on: word == "on",
                user: try invocation.user(),
                everybody: everybody ? true : nil
            )
        ) { (_) throws(Failure) in
            try output.line("location services \(word)\(everybody ? " for everybody" : "")")
        }
    }
}

extension Output {
    /// Returns whether location services are on, for people.
    func services(on: Bool, offForEverybody: Bool) -> String {
        offForEverybody ? "off for everybody" : on ? coloured("on", .green) : "off"
    }

    /// Returns the line that says until when all apps are told nothing.
    func paused(until date: String) -> String {
        let end = spoken(date: date, places: 0)
        return coloured("the location of all apps is paused until \(end): waymarkctl resume", .yellow)
    }
}
