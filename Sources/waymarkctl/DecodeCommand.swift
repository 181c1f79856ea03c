import Glibc
import LinuxSystem
import LocationModel
import NMEA

/// `waymarkctl decode FILE`: prints what an NMEA 0183 recording says, and the counts on standard error.
///
/// One line is a fix, or where the vehicle points.
///
/// Reads and writes in blocks, so that the size of the file does not matter; `-` is standard input.
struct DecodeCommand {
    /// How a fix is printed.
    enum Format: String {
        /// One JSON object a line.
        case json

        /// A readable line.
        case human
    }

    /// The recording, or `-`.
    var path: String

    /// How a fix is printed.
    var format = Format.json

    /// What sentences must carry to be believed.
    var checksumRule = ChecksumRule.required

    /// Whether headings are printed between the fixes.
    var showsHeadings = true

    /// Decodes the whole file.
    ///
    /// - Throws: ``SystemError`` that says what could not be read or written.
    func run() throws(SystemError) {
        let statistics = try path == "-" ? decode(STDIN_FILENO) : decodeFile()
        try writeAll(Self.summary(of: statistics), to: STDERR_FILENO, named: "standard error")
    }

    private func decodeFile() throws(SystemError) -> DecodeStatistics {
        let file = try FileDescriptor(opening: path, O_RDONLY)
        return try decode(file.rawValue)
    }

    private func decode(_ descriptor: CInt) throws(SystemError) -> DecodeStatistics {
        var decoder = NMEADecoder(checksumRule: checksumRule)
        var input = [UInt8](repeating: 0, count: Self.blockSize)
        var output: [UInt8] = []
        output.reserveCapacity(2 * Self.blockSize)
        let emitHeading = { (heading: Heading) in
            guard showsHeadings else { return }
            let record = HeadingRecord(heading: heading)
            switch format {
            case .json: record.write(to: &output)
            case .human: record.writeReadably(to: &output)
            }
        }
        let emit = { (epoch: Epoch, _: TimeOfDay?) in
            guard case .fix(let fix) = epoch else { return }
            let record = FixRecord(fix: fix)
            switch format {
            case .json: record.write(to: &output)
            case .human: record.writeReadably(to: &output)
            }
        }
        while true {
            let count = unsafe input.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw SystemError("read", on: path == "-" ? "standard input" : path)
            }
            if count == 0 { break }
            decoder.decode(input.span.extracting(first: count), headings: emitHeading, emit)
            if output.count >= Self.blockSize {
                try writeAll(output, to: STDOUT_FILENO, named: "standard output")
                output.removeAll(keepingCapacity: true)
            }
        }
        decoder.finish(headings: emitHeading, emit)
        try writeAll(output, to: STDOUT_FILENO, named: "standard output")
        return decoder.statistics
    }

    /// Large enough that system calls cost nothing, small enough to stay in the cache.
    private static let blockSize = 65_536

    private static func summary(of statistics: DecodeStatistics) -> [UInt8] {
        let counts = [
            ("bytes", statistics.bytes), ("sentences", statistics.sentences),
            ("epochs", statistics.epochs), ("fixes", statistics.fixes),
            ("headings", statistics.headings),
            ("checksum mismatches", statistics.checksumMismatches),
            ("missing checksums", statistics.missingChecksums),
            ("malformed addresses", statistics.malformedAddresses),
            ("malformed sentences", statistics.malformedSentences),
            ("sentences with malformed fields", statistics.malformedFields),
            ("late sentences", statistics.lateSentences),
            ("too long", statistics.tooLong), ("other lines", statistics.otherLines),
            ("TAG blocks", statistics.tagBlocks), ("malformed TAG blocks", statistics.malformedTagBlocks),
            ("sentences of unknown type", statistics.unknownTypes),
            ("proprietary sentences", statistics.proprietary),
        ]
        return [UInt8](counts.map { "\($0.1) \($0.0)\n" }.joined().utf8)
    }
}
