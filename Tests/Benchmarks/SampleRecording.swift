import Glibc
import LinuxSystem
import LocationModel
import RouteSimulator

/// A long recording that the simulator has made, with the sentences that a receiver commonly writes.
struct SampleRecording {
    /// Which sentences a cycle has.
    enum Mix: String, CaseIterable {
        /// RMC, VTG, GGA, GSA, three GSV and GST, as a receiver does whose output is left as it comes.
        case receiver

        /// RMC and GGA, which say everything about the position.
        case position

        fileprivate var writer: NMEAWriter {
            switch self {
            case .receiver: NMEAWriter([.rmc, .vtg, .gga, .gsa, .gst])
            case .position: NMEAWriter([.rmc, .gga])
            }
        }
    }

    /// The satellites in view, which the simulator does not write: nothing is decoded of them, but they have to be read.
    private static let satellitesInView = [
        "$GPGSV,3,1,12,02,17,317,33,07,45,072,42,12,29,196,38,17,61,284,46*7C\r\n",
        "$GPGSV,3,2,12,22,08,041,27,27,53,118,44,32,36,237,40,05,70,151,47*7A\r\n",
        "$GPGSV,3,3,12,10,12,095,31,15,22,330,35,20,41,010,41,25,05,265,24*72\r\n",
    ]

    let path: String
    private(set) var byteCount = 0
    private(set) var sentenceCount = 0

    /// Writes a file of at least so many bytes, replacing what was there.
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
                var sentences = writer.sentences(for: epoch)
                if mix == .receiver { sentences.insert(contentsOf: Self.satellitesInView, at: 4) }
                for sentence in sentences { pending += sentence.utf8 }
                sentenceCount += sentences.count
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
    }
}
