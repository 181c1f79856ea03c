import LinuxSystem
import NMEA

extension Command {
    /// `waymarkctl decode`.
    static let decode = Command(
        name: "decode",
        summary: "print the fixes and headings of an NMEA 0183 recording, one JSON object a line",
        operands: "FILE",
        options: [
            .init("fixes-only", "leave out where the vehicle points"),
            .init("ignore-checksums", "believe sentences whose checksum is wrong or missing"),
        ],
        details: "'-' is standard input. The counts come on standard error. It needs no service."
    ) { (invocation) throws(Failure) in
        var command = DecodeCommand(path: try invocation.operands("FILE")[0])
        if invocation.format == .human { command.format = .human }
        command.showsHeadings = !invocation.line.has("fixes-only")
        if invocation.line.has("ignore-checksums") { command.checksumRule = .ignored }
        do throws(SystemError) {
            try command.run()
        } catch { throw Failure(error) }
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
