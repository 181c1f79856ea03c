import Glibc
import LocationModel
import NMEA
import TestSupport
import Testing

/// Returns a sentence with checksum and line end, from the text between `$` and `*`.
func sentence(_ body: String) -> String { TestSupport.sentence(body) }

func gga(_ time: String) -> String {
    sentence("GPGGA,\(time),5230.0000,N,01300.0000,E,1,08,1.0,10,M,40.0,M,,")
}

func rmc(_ time: String, _ date: String = "150624", _ minutes: String = "30.0000") -> String {
    sentence("GPRMC,\(time),A,52\(minutes),N,01300.0000,E,10.0,90.0,\(date),,,A")
}

func epochs(of text: String, closesPromptly: Bool = false, dates: DateRule = .asRecorded) -> [Epoch] {
    decoded([UInt8](text.utf8), closesPromptly: closesPromptly, dates: dates).epochs
}

func decoded(
    _ bytes: [UInt8],
    checksum rule: ChecksumRule = .required,
    closesPromptly: Bool = false,
    dates: DateRule = .asRecorded
) -> (epochs: [Epoch], statistics: DecodeStatistics) {
    var decoder = NMEADecoder(checksumRule: rule, closesPromptly: closesPromptly, dates: dates)
    var epochs: [Epoch] = []
    decoder.decode(bytes.span) { epoch, _ in epochs.append(epoch) }
    decoder.finish { epoch, _ in epochs.append(epoch) }
    return (epochs, decoder.statistics)
}

extension Epoch {
    var fix: Fix? {
        guard case .fix(let fix) = self else { return nil }
        return fix
    }
}

extension [Epoch] {
    var fixes: [Fix] { compactMap(\.fix) }
}

enum Recordings {
    static let exist = access(Checkout.recordings, R_OK) == 0

    /// The reason for which a test that needs them is skipped.
    static let absence: Comment = "the folder of real recordings is not beside this checkout"

    static func bytes(of name: String) throws -> [UInt8] {
        try Checkout.bytes(of: Checkout.recordings + "/" + name)
    }
}
