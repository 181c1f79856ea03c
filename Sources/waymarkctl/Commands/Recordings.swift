import LinuxSystem
import NMEA
import UserInput

extension Command {
    /// `waymarkctl decode`.
    static let decode = Command(
        name: "decode",
        summary: "print the fixes and headings of recordings of any kind, one JSON object a line",
        operands: "FILE...",
        options: [
            .init("fixes-only", "leave out where the vehicle points"),
            .init("ignore-checksums", "believe sentences whose checksum is wrong or missing"),
        ],
        details: """
            A recording is NMEA 0183, with or without time stamps, gpsd's reports in JSON, or GPX, each also compressed
            with gzip; its first bytes tell. '-' is standard input. What it was found to be, and the counts, come on
            standard error. It needs no service.
            """
    ) { (invocation) throws(Failure) in
        for path in try invocation.operands(anyNumberOf: "FILE") {
            var command = DecodeCommand(path: path)
            if invocation.format == .human { command.format = .human }
            command.showsHeadings = !invocation.line.has("fixes-only")
            if invocation.line.has("ignore-checksums") { command.checksumRule = .ignored }
            try command.run()
        }
    }
}
