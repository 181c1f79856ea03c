import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import Varlink
import Waymark
import WaymarkInterfaces

/// Keeps the visits that the service tells a monitor of the person's own.
struct VisitKeeper {
    private static let app = OwnApp.visits.identifier
    private let service: Service
    private let file: VisitFile

    init(_ service: Service) throws(Failure) {
        self.service = service
        file = try VisitFile()
    }

    /// Runs until the process receives a signal, or somebody has it forget.
    func run() throws(Failure) {
        guard let lock = try file.lock() else { throw .refused("visits are being kept already") }
        let patience = try Patience()
        _ = try service.call(MonitorInterface.StartMonitoring(app: Self.app, service: .visits))
        let monitor = OwnMonitor(Self.app, .visits, service, patience) { (state) throws(Failure) in
            state.services.contains(.visits)
        }
        try monitor.start()
        if try file.read() == nil { try file.write(KeptVisits()) }
        repeat {
            while let event = try monitor.next() {
                if let visit = event.visit {
                    var kept = try file.read() ?? KeptVisits()
                    kept.record(visit, at: .now)
                    try file.write(kept)
                }
                // Whatever is in the file is done: a failure to write has thrown.
                monitor.acknowledge(event)
                guard try patience.lasts() else { return }
            }
            if monitor.isStopped {
                return Output.complain("waymarkctl: visits are not kept any more, as somebody has asked for")
            }
        } while try patience.wait(until: monitor.deadline)
        withExtendedLifetime(lock) {}
    }

    /// Forgets what is kept, and has the service keep nothing more.
    static func forget(_ invocation: Invocation) throws(Failure) {
        let file = try VisitFile()
        var wasKept = try file.remove()
        let stopped = try invocation.service.call(
            MonitorInterface.StopMonitoring(app: app, service: .visits)
        )
        // One that keeps ends now, and may be writing its last visit.
        let patience = try Patience()
        let end = ContinuousClock.now + .seconds(5)
        var lock = try file.lock()
        while lock == nil, .now < end {
            guard try patience.wait(until: .now + .milliseconds(20)) else { return }
            lock = try file.lock()
        }
        wasKept = try file.remove() || wasKept
        guard lock != nil else {
            throw .refused(
                "what was kept is deleted, but 'visits --keep' goes on, and does not end within 5 s"
            )
        }
        if invocation.isForMachines { return try invocation.output.line(stopped.json) }
        try invocation.output.line(wasKept ? "forgotten; no visits are kept any more" : "no visits were kept")
    }
}

/// The file of a person's visits, which nobody else may read.
struct VisitFile {
    private let folder: String
    private static let name = "visits"

    /// Finds the folder, and makes it if it is missing.
    init() throws(Failure) {
        guard let state = Environment.stateHome else {
            throw .refused("neither HOME nor XDG_STATE_HOME is set")
        }
        folder = state + "/waymark"
        do throws(SystemError) { try Folder.make(folder) } catch { throw Failure(error) }
    }

    private var path: String { "\(folder)/\(Self.name)" }

    /// Returns what is kept; `nil` if nothing is.
    func read() throws(Failure) -> KeptVisits? {
        do throws(SystemError) {
            let file = InputFile(try Folder(folder).open(Self.name), path: path)
            return KeptVisits(try file.contents(atMost: 1 << 20))
        } catch {
            guard error.code == ENOENT else { throw Failure(error) }
            return nil
        }
    }

    func write(_ visits: KeptVisits) throws(Failure) {
        do throws(SystemError) {
            try AtomicFile.write(visits.bytes, to: path, permissions: 0o600)
        } catch { throw Failure(error) }
    }

    /// Removes what is kept; returns whether there was anything.
    func remove() throws(Failure) -> Bool {
        // What a process that was killed had begun to write.
        let begun = (try? Folder(folder).names(endingWith: ".new")) ?? []
        for name in begun where name.hasPrefix(Self.name + ".") { unsafe _ = unlink("\(folder)/\(name)") }
        if unsafe unlink(path) == 0 { return true }
        guard errno == ENOENT else { throw Failure(SystemError("unlink", on: path)) }
        return false
    }

    /// Locks the file for the one process that keeps; `nil` if another has it.
    func lock() throws(Failure) -> FileLock? {
        do throws(SystemError) {
            return try FileLock(on: path + ".lock")
        } catch {
            guard error.code == EWOULDBLOCK else { throw Failure(error) }
            return nil
        }
    }
}

/// The visits that a person has had kept, oldest first: a bounded number of them, for a bounded time.
struct KeptVisits: Hashable {
    typealias Visit = MonitorInterface.Visit

    static let limit = 1000
    static let daysKept = 90

    private(set) var visits: [Visit] = []

    init() {}

    /// Reads the text of a file, and leaves out what is no visit.
    init(_ bytes: [UInt8]) {
        visits = bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.limit)
            .compactMap { try? Visit(json: Array($0)) }
    }

    /// The text of the file: each visit as JSON on a line.
    var bytes: [UInt8] { visits.flatMap { $0.json + [UInt8(ascii: "\n")] } }

    /// Adds a visit that has begun, or completes the one that has ended.
    mutating func record(_ visit: Visit, at now: UTCInstant) {
        if let last = visits.last, last == visit || last.isBeginning(of: visit) { visits.removeLast() }
        visits.append(visit)
        let oldest = now.advanced(by: .seconds(-86_400 * Self.daysKept))
        visits = visits.suffix(Self.limit).filter { visit in
            guard let end = visit.departureInstant ?? visit.arrivalInstant else { return true }
            return end >= oldest || visit == visits.last
        }
    }

    /// Returns the visits of which a part lies in this time.
    func visits(from start: UTCInstant, until end: UTCInstant) -> [Visit] {
        visits.enumerated().filter { index, visit in
            let isLast = index == visits.count - 1
            // One whose end nobody told has ended before the next began.
            let left = visit.departureInstant ?? (isLast ? nil : visits[index + 1].arrivalInstant)
            let came = visit.arrivalInstant ?? visit.departureInstant
            return left.map { $0 >= start } ?? true && came.map { $0 < end } ?? true
        }.map(\.element)
    }
}

extension MonitorInterface.Visit {
    fileprivate func isBeginning(of other: MonitorInterface.Visit) -> Bool {
        guard departureInstant == nil else { return false }
        if let arrivalInstant, arrivalInstant == other.arrivalInstant { return true }
        // The clock by which times are told may have been set right meanwhile.
        return other.departureInstant != nil && coordinate.distanceMeters(to: other.coordinate) < 200
    }
}
