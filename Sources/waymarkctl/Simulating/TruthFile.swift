import LinuxSystem
import RouteSimulator

/// A file of the true positions.
final class TruthFile {
    /// The number of bytes to collect before writing.
    private static let chunk = 1 << 16

    private var file: OutputFile
    private let text: GroundTruthText
    private var pending: [UInt8]

    /// Creates the file: a GPX track if its name ends with `.gpx`, else a table.
    init(_ path: String) throws(OutputProblem) {
        file = try OutputFile(path)
        text = GroundTruthText(path.hasSuffix(".gpx") ? .gpx : .table)
        pending = Array(text.beginning.utf8)
    }

    func add(_ epoch: SimulatedEpoch) throws(SystemError) {
        pending += text.line(for: epoch).utf8
        if pending.count >= Self.chunk { try write() }
    }

    /// Writes the rest of the file, which is complete then.
    func finish() throws(SystemError) {
        pending += text.ending.utf8
        try write()
        try file.complete()
    }

    private func write() throws(SystemError) {
        try file.write(pending)
        pending.removeAll(keepingCapacity: true)
    }
}
