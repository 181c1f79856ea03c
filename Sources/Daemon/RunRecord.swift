import Glibc
import LinuxSystem
import LocationModel
import WaymarkEngine
import WaymarkInterfaces

/// The record of this run: what the engine is told and what it decides, as lines of JSON.
struct RunRecord {
    /// Whether anybody reads it; else nothing is coded.
    var isOn: Bool { file != nil || hasReaders }
    var hasReaders = false

    /// The file that it is added to, if any.
    var file: RecordFile?

    /// The lines since they were last passed on.
    private var lines: [UInt8] = []

    private let origin: RunOrigin

    /// What a record lacks that begins now, after the first event.
    private var context: RunContext?

    init(since origin: RunOrigin) { self.origin = origin }

    /// Adds an event with its decisions, or at least keeps what a later record will need of it.
    mutating func add(_ event: Event, _ effects: [Effect], at now: Moment) {
        if context == nil { context = RunContext() }
        context?.note(event, effects)
        guard isOn else { return }
        lines += RunLine.event(event, at: now).json
        for case .record(let entry) in effects { lines += RunLine.decision(RecordedDecision(entry)).json }
    }

    mutating func removeLines() -> [UInt8] {
        defer { lines = [] }
        return lines
    }

    func beginning(of engine: Engine, at now: Moment) -> [UInt8] {
        RunLine.run(form: RunLine.form, program: "waymarkd \(Version.current)").json
            + RunLine.start(RunStart(of: engine, since: origin, context?.events), at: now).json
    }
}

/// The part of a record that its reader has yet to be sent.
///
/// It is bounded: a reader that is too slow loses what waits, and is sent a new start when it has read the rest.
final class WaitingRecord {
    /// The most bytes that wait beside the start.
    static let limit = 8 << 20
    static let pieceBytes = 64 << 10

    private var bytes: [UInt8]
    private var sent = 0

    /// The bytes up to the end of the start, which count for nothing.
    private var free: Int
    private(set) var hasLost = false

    init(_ beginning: [UInt8]) {
        bytes = beginning
        free = beginning.count
    }

    var isEmpty: Bool { sent == bytes.count }

    /// Adds whole lines, unless too much waits.
    func add(_ lines: [UInt8]) {
        guard !hasLost else { return }
        guard bytes.count - max(sent, free) + lines.count <= Self.limit else {
            hasLost = true
            return
        }
        bytes += lines
    }

    /// Begins again after a loss.
    func begin(_ beginning: [UInt8]) {
        bytes = RunLine.gap(reason: "the reader was too slow").json + beginning
        (sent, free, hasLost) = (0, bytes.count, false)
    }

    /// Removes the next piece, which ends at the boundary of a character.
    func removePiece() -> String {
        var end = min(bytes.count, sent + Self.pieceBytes)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        defer {
            sent = end
            if isEmpty { (bytes, sent, free) = ([], 0, 0) }
        }
        return String(decoding: bytes[sent..<end], as: UTF8.self)
    }
}

/// A file to which the record is added, through restarts and kills of the service.
///
/// Each turn's lines are written at once, but without waiting for the disk: a kill loses nothing, a power cut the last
/// seconds.
final class RecordFile {
    private let descriptor: FileDescriptor
    private let path: String
    private let limit: Int
    private var size: Int

    /// Opens the file, which nobody else may read or name, or creates it so.
    init(_ path: String, limit: Int) throws {
        self.path = path
        self.limit = limit
        descriptor = try FileDescriptor(
            opening: path,
            O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK,
            permissions: 0o600
        )
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw SystemError("fstat", on: path) }
        guard status.st_mode & ~0o700 == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1 else {
            throw OutputProblem.notPrivate(path)
        }
        let end = lseek(descriptor.rawValue, 0, SEEK_END)
        guard end >= 0 else { throw SystemError("lseek", on: path) }
        size = Int(end)
        // A kill may have cut the last line.
        if size > 0 { try write([UInt8(ascii: "\n")]) }
    }

    /// Adds lines; returns `false` if there is no room for them.
    func add(_ lines: [UInt8]) throws(SystemError) -> Bool {
        guard size + lines.count <= limit else { return false }
        try write(lines)
        return true
    }

    private func write(_ bytes: [UInt8]) throws(SystemError) {
        try writeAll(bytes, to: descriptor.rawValue, named: path)
        size += bytes.count
    }
}
