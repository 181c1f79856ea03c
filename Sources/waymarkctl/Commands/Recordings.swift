import LinuxSystem
import NMEA

extension Command {
    /// `waymarkctl decode`.
    static let decode = Command(
        name: "decode",
        summary: "print the fixes of recordings of any kind, one JSON object a line",
        operands: "FILE…",
        options: [.init("ignore-checksums", "believe sentences whose checksum is wrong or missing")],
        details: """
            A recording is NMEA 0183, with or without time stamps, gpsd's reports in JSON, or GPX, each also compressed
            with gzip; its first bytes tell. '-' is standard input. What it was found to be, and the counts, come on
            standard error. It needs no service.
            """
    ) { (invocation) throws(Failure) in
        for path in try invocation.operands(anyNumberOf: "FILE") {
            var command = DecodeCommand(path: path)
            if invocation.format == .human { command.format = .human }
            if invocation.line.has("ignore-checksums") { command.checksumRule = .ignored }
            try command.run()
        }
    }

    /// `waymarkctl simulate`.
    static let simulate = Command(
        name: "simulate",
        summary: "write a built-in scenario as an NMEA 0183 recording",
        operands: "SCENARIO",
        options: [
            .init("seed", argument: "NUMBER", "what chance is made from; 1 where absent"),
            .init("rate", argument: "HERTZ", "reports a second; 1 where absent"),
            .init("output", letter: "o", argument: "FILE", "write there instead of to standard output"),
        ],
        details: "Without a proper SCENARIO it lists those there are. It needs no service."
    ) { (invocation) throws(Failure) in
        let name = try invocation.operands("SCENARIO")[0]
        do throws(SimulateCommand.Problem) {
            try SimulateCommand.run(
                name: name,
                seed: invocation.line.argument(of: "seed"),
                rate: invocation.line.argument(of: "rate"),
                output: invocation.line.argument(of: "output")
            )
        } catch {
            switch error {
            case .output(let problem): throw Failure(problem)
            case .unknownScenario: throw .notFound("\(error)")
            case .badSeed, .badRate: throw .usage("\(error)")
            }
        }
    }
}
