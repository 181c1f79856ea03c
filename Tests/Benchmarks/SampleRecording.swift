import Glibc
import Lab
import LinuxSystem
import LocationModel

/// A long simulated recording with the common sentences of a receiver.
struct SampleRecording {
    enum Mix: String, CaseIterable {
        /// RMC, VTG, GGA, GSA, three GSV and GST, the default output of a receiver.
        case receiver

        /// RMC and GGA, which contain everything about the position.
        case position

        fileprivate var writer: NMEAWriter {
            switch self {
            case .receiver: NMEAWriter([.rmc, .vtg, .gga, .gsa, .gsv, .gst])
            case .position: NMEAWriter([.rmc, .gga])
            }
        }
    }

    let path: String
    private(set) var byteCount = 0
    private(set) var sentenceCount = 0

    /// Writes a file of at least this many bytes, replacing an existing one.
    init(_ mix: Mix, byteCount limit: Int, in folder: String) throws {
        path = "\(folder)/\(mix.rawValue).nmea"
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw SystemError("open", on: path) }
        let file = FileDescriptor(owning: number)
        let writer = mix.writer
        guard var scenario = Scenario.named("city-drive") else { throw SystemError("scenario", code: ENOENT) }
        var seed: UInt64 = 1
        var pending: [UInt8] = []
        while byteCount < limit {
            for epoch in scenario.epochs(seed: seed) {
                writer.write(epoch, to: &pending)
                scenario.start = epoch.time
                guard pending.count >= 1 << 16 else { continue }
                try write(pending, to: file)
                pending.removeAll(keepingCapacity: true)
            }
            // The next drive begins a minute after this one, at the same place.
            scenario.start = scenario.start.advanced(by: .seconds(60))
            seed += 1
        }
        try write(pending, to: file)
    }

    private mutating func write(_ bytes: [UInt8], to file: borrowing FileDescriptor) throws {
        guard Glibc.write(file.rawValue, bytes, bytes.count) == bytes.count else {
            throw SystemError("write", on: path)
        }
        byteCount += bytes.count
        sentenceCount += bytes.count { $0 == UInt8(ascii: "\n") }
    }
}
