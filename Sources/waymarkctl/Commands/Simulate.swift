import LinuxSystem
import LocationModel
import RouteSimulator
import UserInput

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
                value: .path("FILE"),
                "write there; - is standard output, which is the default"
            ),
            .init(
                "pty",
                value: .path("LINK"),
                isValueOptional: true,
                "play on a pseudo-terminal, whose path is printed"
            ),
            .init(
                "tcp",
                value: .text("[HOST:]PORT"),
                "play to whoever connects there; port 0 is any free one"
            ),
            .init(
                "udp",
                value: .text("HOST:PORT"),
                "play in datagrams to a machine, a group, or a broadcast address"
            ),
            .init(
                "speed",
                value: .text("realtime|N|max"),
                "how fast it is played; in real time unless written to a file"
            ),
            .init("loop", "begin again at the end; the time goes on"),
            .init(
                "truth",
                value: .path("FILE"),
                "write where the vehicle really was: a table, or a track if it is *.gpx"
            ),
            .init("check", "only say what ROUTE is"),
            .init("start", value: .text("TIME"), "when it begins, such as 2026-05-12T06:30:00Z, or 'now'"),
            .init("seed", value: .text("NUMBER"), "what chance is made from; 1 where absent"),
            .init("rate", value: .text("HERTZ"), "reports a second, from 0.2 to 20"),
            .init("constellations", value: .text("LIST"), "such as GPS,GLONASS,Galileo,BeiDou,QZSS"),
            .init("sentences", value: .text("LIST"), "such as RMC,GGA,GSA,GSV, or 'all'"),
            .init("limit", value: .text("SPEED"), "the speed limit of places and recordings, such as 30km/h"),
            .init("halt", value: .text("SPAN"), "how long to stand at each place, such as 5min"),
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
