import Glibc
import LinuxSystem
import LocationModel
import SystemdService
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The record of this run, for `Record` of io.waymark.Inspect and for the file of the configuration.
extension Daemon {
    func record(_ request: Request<InspectInterface.Record>) throws(ServiceRefusal) {
        guard request.caller.mayRecord(serviceOf: UserIdentifier(geteuid())) else {
            throw .permissionDenied
        }
        try request.requireMore()
        // What the turn has done so far is in the state with which this record begins.
        passOnRecord()
        let stream = EventStream(
            on: server,
            to: request.connection,
            reader: .record(WaitingRecord(runRecord.beginning(of: engine, at: now))),
            signOfLife: InspectInterface.Record.Reply(text: "")
        )
        streams[request.connection] = stream
        runRecord.hasReaders = true
        log(.notice, about: request.caller.user, "user \(request.caller.user) records this run")
        stream.hasMore = true
        offerPiece(to: stream)
    }

    /// Opens the file of the record and writes the state at the start.
    func openRecordFile(_ configuration: Configuration.Record) {
        guard let path = configuration.file else { return }
        do {
            let file = try RecordFile(path, limit: configuration.size)
            guard try file.add(runRecord.beginning(of: engine, at: now)) else {
                return warnOfFullRecord(path)
            }
            runRecord.file = file
            log.notice("records this run in \(path)")
        } catch {
            let place = origins.place(of: "Record", "File")
            log.error("\(place)this run is not recorded: \(error); name a file that the service may write")
        }
    }

    /// Passes the lines recorded since the last call on to the file and to the readers.
    func passOnRecord() {
        guard runRecord.isOn else { return }
        let lines = runRecord.removeLines()
        guard !lines.isEmpty else { return }
        if let file = runRecord.file {
            do throws(SystemError) {
                if try !file.add(lines) {
                    runRecord.file = nil
                    warnOfFullRecord(startingConfiguration.record.file ?? "")
                }
            } catch {
                runRecord.file = nil
                log.error("this run is not recorded any further: \(error)")
            }
        }
        runRecord.hasReaders = false
        for stream in streams.readers.values {
            guard case .record(let waiting) = stream.reader else { continue }
            guard waiting.add(lines) else {
                log.notice("closed a connection that records this run: it reads too slowly")
                server.close(stream.connection)
                continue
            }
            runRecord.hasReaders = true
            stream.hasMore = true
            offerPiece(to: stream)
        }
    }

    func sendRecord(on stream: EventStream) {
        guard case .record(let waiting) = stream.reader, !waiting.isEmpty else { return }
        stream.send(InspectInterface.Record.Reply(text: waiting.removePiece()), about: .record)
        stream.hasMore = !waiting.isEmpty
        offerPiece(to: stream)
    }

    private func warnOfFullRecord(_ path: String) {
        log.warning("\(path) has reached Size= of [Record]: this run is not recorded any further")
    }
}

/// The record of this run: the engine's events and decisions, as lines of JSON.
struct RunRecord {
    /// Whether a file or a reader takes it; else nothing is coded.
    var isOn: Bool { file != nil || hasReaders }
    var hasReaders = false

    var file: RecordFile?

    /// The lines since they were last passed on.
    private var lines: [UInt8] = []

    private let origin: RunOrigin

    /// The context that a record needs which begins now, after the first event.
    private var context: RunContext?

    init(since origin: RunOrigin) { self.origin = origin }

    /// Adds an event with its decisions, or at least the context that a later record needs.
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
/// It is bounded: a reader that is too slow is disconnected, and gets a new start when it connects again.
final class WaitingRecord {
    /// The most bytes that wait, beyond the size of the start.
    static let room = 8 << 20
    static let pieceBytes = 64 << 10

    private var bytes: [UInt8]
    private var sent = 0
    private let limit: Int

    init(_ beginning: [UInt8]) {
        bytes = beginning
        limit = beginning.count + Self.room
    }

    var isEmpty: Bool { sent == bytes.count }

    func add(_ lines: [UInt8]) -> Bool {
        guard bytes.count - sent + lines.count <= limit else { return false }
        bytes += lines
        return true
    }

    /// Removes the next piece, which ends at the boundary of a character.
    func removePiece() -> String {
        var end = min(bytes.count, sent + Self.pieceBytes)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        defer {
            sent = end
            // Not after each piece, because the rest is moved.
            if sent > bytes.count / 2 {
                bytes.removeFirst(sent)
                sent = 0
            }
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

    /// Opens or creates the file, which nobody else may read and which must have no second name.
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
