import LinuxSystem
import LocationModel
import RouteSimulator

extension Command {
    /// `waymarkctl simulate`.
    static let simulate = Command(
        name: "simulate",
        summary: "write, or play, what a receiver would say on a drive",
        operands: "ROUTE...",
        options: [
            .init(
                "output",
                letter: "o",
                argument: "FILE",
                "write there; - is standard output, which is the default"
            ),
            .init(
                "pty",
                argument: "LINK",
                isArgumentOptional: true,
                "play on a pseudo-terminal, whose path is printed"
            ),
            .init("tcp", argument: "[HOST:]PORT", "play to whoever connects there; port 0 is any free one"),
            .init(
                "udp",
                argument: "HOST:PORT",
                "play in datagrams to a machine, a group, or a broadcast address"
            ),
            .init(
                "speed",
                argument: "realtime|N|max",
                "how fast it is played; in real time unless written to a file"
            ),
            .init("loop", "begin again at the end; the time goes on"),
            .init(
                "truth",
                argument: "FILE",
                "write where the vehicle really was: a table, or a track if it is *.gpx"
            ),
            .init("check", "only say what ROUTE is"),
            .init("start", argument: "TIME", "when it begins, such as 2026-05-12T06:30:00Z, or 'now'"),
            .init("seed", argument: "NUMBER", "what chance is made from; 1 where absent"),
            .init("rate", argument: "HERTZ", "reports a second, from 0.2 to 20"),
            .init("constellations", argument: "LIST", "such as GPS,GLONASS,Galileo,BeiDou,QZSS"),
            .init("sentences", argument: "LIST", "such as RMC,GGA,GSA,GSV, or 'all'"),
            .init("limit", argument: "SPEED", "the speed limit of places and recordings, such as 30km/h"),
            .init("halt", argument: "SPAN", "how long to stand at each place, such as 5min"),
        ],
        details: """
            ROUTE is the name of a built-in drive (\(Scenario.builtIn.map(\.name).joined(separator: ", "))), a scenario
            file, a GPX file, or places: LATITUDE,LONGITUDE[,ALTITUDE] in degrees and metres, negative ones
            as they are. One place takes --halt. The same arguments make the same bytes everywhere.
            What is played ends with status 0 by SIGINT, SIGTERM and SIGHUP. It needs no service.
            """
    ) { (invocation) throws(Failure) in
        var scenario = try RouteOperand(invocation).scenario()
        try ReceiverOptions(invocation.line).apply(to: &scenario)
        if invocation.line.has("check") {
            return try invocation.output.line(ScenarioSummary(scenario).text)
        }
        try SimulateCommand(scenario: scenario, invocation).run()
    }
}
