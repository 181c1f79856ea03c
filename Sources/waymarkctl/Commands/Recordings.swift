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
}
