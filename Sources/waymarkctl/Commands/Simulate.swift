import LinuxSystem
import LocationModel
import RouteSimulator
import UserInput

extension Command {
    /// `waymarkctl simulate`.
    static let simulate = Command(
        name: "simulate",
        summary: "write or play the output of a simulated receiver on a drive",
        operands: "ROUTE... | set PLACE | walk ROUTE... | show | stop",
        operandLimit: .max,
        options: [
            .init(
                "output",
                letter: "o",
                value: .path("FILE"),
                "write to this file; '-' is standard output, the default"
            ),
            .init(
                "pty",
                value: .path("LINK"),
                isValueOptional: true,
                "play on a pseudo-terminal and print its path; LINK links to it"
            ),
            .init(
                "tcp",
                value: .text("[HOST:]PORT"),
                "play to TCP clients; port 0 is any free one"
            ),
            .init(
                "udp",
                value: .text("HOST:PORT"),
                "play as UDP datagrams to a host, multicast group or broadcast address"
            ),
            .init(
                "speed",
                value: .text("realtime|N|max"),
                "the speed; default realtime, or max for a file"
            ),
            .init("loop", "start again at the end; the time continues"),
            .init(
                "truth",
                value: .path("FILE"),
                "also write the true positions: as a table, or a track if *.gpx"
            ),
            .init("check", "only describe ROUTE"),
            .init("start", value: .text("TIME"), "the start time, such as 2026-05-12T06:30:00Z, or 'now'"),
            .init("seed", value: .text("NUMBER"), "the seed of the random numbers; default 1"),
            .init("rate", value: .text("HERTZ"), "reports per second, from 0.2 to 20"),
            .init(
                "constellations",
                value: .text("LIST"),
                "satellite systems such as GPS,GLONASS,Galileo,BeiDou,QZSS"
            ),
            .init("sentences", value: .text("LIST"), "NMEA sentences such as RMC,GGA,GSA,GSV, or 'all'"),
            .init("limit", value: .text("SPEED"), "the speed limit for places and GPX files, such as 30km/h"),
            .init("halt", value: .text("SPAN"), "how long to halt at each place, such as 5min"),
            .init(
                "accuracy",
                value: .decimal("METERS", 0.1...100_000),
                "for 'set': the 68 % radius; default 5"
            ),
            .init("to", value: .text("PLACE"), "for 'walk': from the simulated location straight to PLACE"),
        ],
        details: """
            ROUTE is the name of a built-in drive (\(Scenario.builtIn.map(\.name).joined(separator: ", "))), a
            scenario file, a GPX file, or places: LATITUDE,LONGITUDE[,ALTITUDE] in degrees and metres,
            possibly negative. A single place requires --halt. The same arguments give the same bytes on every
            machine. SIGINT, SIGTERM and SIGHUP end playing with status 0. It needs no service.

            On a service that was started with --simulated, 'set' sets the location, 'walk' moves it along a
            ROUTE with the errors of a receiver, 'stop' leaves the service without a location, and 'show' shows
            it. After a walk, the service stays at its end.
            """
    ) { (invocation) throws(Failure) in
        if let service = SimulatedService(invocation) { return try service.run() }
        var scenario = try RouteOperand(invocation).scenario()
        try ReceiverOptions(invocation.line).apply(to: &scenario)
        if invocation.line.has("check") {
            return try invocation.output.line(ScenarioSummary(scenario).text)
        }
        try SimulateCommand(scenario: scenario, invocation).run()
    }
}
