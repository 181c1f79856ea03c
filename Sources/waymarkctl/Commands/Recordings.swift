import LinuxSystem
import NMEA
import UserInput

extension Command {
    /// `waymarkctl decode`.
    static let decode = Command(
        name: "decode",
        summary: "print the fixes and headings in recordings, one JSON object on each line",
        operands: "FILE...",
        options: [
            .init("fixes-only", "omit headings"),
            .init("ignore-checksums", "accept sentences with a wrong or missing checksum"),
        ],
        details: """
            Reads NMEA 0183 with or without time stamps, gpsd's JSON reports, GPX, GeoLife PLT, Google location
            history and GnssLogger text, each also in UTF-16 or compressed with gzip. The format is detected
            from the first bytes. '-' is standard input. The format and the counts are printed on standard
            error. It needs no service.
            """
    ) { (invocation) throws(Failure) in
        for path in invocation.operands {
            var command = DecodeCommand(path: path)
            if invocation.format == .human { command.format = .human }
            command.showsHeadings = !invocation.line.has("fixes-only")
            if invocation.line.has("ignore-checksums") { command.checksumRule = .ignored }
            try command.run()
        }
    }
}
