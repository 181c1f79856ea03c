import Glibc
import LocationModel
import NMEA
import TestSupport
import Testing

/// Returns a sentence with checksum and line end, from the text between `$` and `*`.
func sentence(_ body: String) -> String {
    let checksum = body.utf8.reduce(0, ^)
    let digits = String(checksum, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
}

func epochs(
    of text: String,
    checksum rule: ChecksumRule = .required,
    closesPromptly: Bool = false
) -> [Epoch] {
    decoded([UInt8](text.utf8), checksum: rule, closesPromptly: closesPromptly).epochs
}

func decoded(
    _ bytes: [UInt8],
    checksum rule: ChecksumRule = .required,
    closesPromptly: Bool = false
) -> (epochs: [Epoch], statistics: DecodeStatistics) {
    var decoder = NMEADecoder(checksumRule: rule, closesPromptly: closesPromptly)
    var epochs: [Epoch] = []
    decoder.decode(bytes.span) { epochs.append($0) }
    decoder.finish { epochs.append($0) }
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

    static func names(in folder: String = "") -> [String] {
        guard let directory = opendir(Checkout.recordings + "/" + folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if entry.pointee.d_type == UInt8(DT_REG) { names.append(name) }
        }
        return names.sorted()
    }

    static func bytes(of name: String) throws -> [UInt8] {
        let file = try #require(fopen(Checkout.recordings + "/" + name, "re"), "cannot open \(name)")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&block, 1, block.count, file)
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: block[..<count])
        }
    }
}
