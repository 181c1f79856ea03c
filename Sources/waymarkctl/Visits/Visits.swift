import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import Regions
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let visits = Command(
        name: "visits",
        summary: "print where this machine stayed today, once you have that kept",
        options: [
            .init("keep", "keep visits from now on, as long as this runs"),
            .init("forget", "forget all that is kept, and keep nothing any more"),
            .init("since", value: .text("TIME"), "only visits that lasted until then; without it, today"),
            .init("until", value: .text("TIME"), "only visits that began before this time"),
        ],
        details: """
            Nothing is kept until you ask for it: 'waymarkctl visits --keep', or for every login 'systemctl --user
            enable --now waymark-visits.service'. The first time, you are asked whether \(OwnApp.visits.identifier) may
            know the location. The last \(KeptVisits.limit) visits are kept, each for \(KeptVisits.daysKept) days, in a
            file that only you may read: waymark/visits in XDG_STATE_HOME (~/.local/state).

            TIME is \(LocalTime.forms),
            in local time, or a date as in RFC 3339.

            --forget ends 'visits --keep' too. If the unit keeps them, disable it first, or it may begin again:
            'systemctl --user disable --now waymark-visits'.
            """
    ) { invocation in
        let line = invocation.line
        let changes = ["keep", "forget"].filter(line.has)
        if changes.count > 1 { throw Failure.usage("--keep and --forget exclude each other") }
        if !changes.isEmpty, line.has("since") || line.has("until") {
            throw Failure.usage("--since and --until say which visits to print")
        }
        switch changes.first {
        case "keep": try keep(invocation.service)
        case "forget": try forget(invocation)
        default: try show(invocation)
        }
    }

    private static func show(_ invocation: Invocation) throws {
        let time = LocalTime()
        let start = try time.instant(invocation.line.value(of: "since") ?? "today", of: "since")
        let end = try time.instant(invocation.line.value(of: "until") ?? "now", of: "until")
        guard let kept = try VisitFile().read() else {
            return Output.complain(
                "waymarkctl: nothing is kept yet; 'waymarkctl visits --keep' does so from then on"
            )
        }
        let visits = kept.visits(from: start, until: end)
        if invocation.isForMachines {
            for visit in visits { try invocation.output.line(visit.json) }
            return
        }
        if visits.isEmpty { return try invocation.output.line("no visits in this time") }
        // Visits are there without the service too; their names are not.
        let list = MonitorInterface.ListRegions(app: OwnApp.on.identifier)
        let regions = (try? invocation.service.callForAllPages(list))?.value.regions ?? []
        let names = regions.compactMap { region in region.shape.map { ($0, region.identifier.harmless) } }
        let output = invocation.output
        try output.table(
            visits.map { visit in
                let isNow = visit.departureInstant == nil && visit == kept.visits.last
                let end = isNow ? "now" : output.spoken(visit.departureInstant)
                let place = visit.coordinate
                let found = Set(names.filter { $0.0.edgeMeters(from: SurfacePoint(place)) <= 0 }.map(\.1))
                return [
                    "\(output.spoken(visit.arrivalInstant)) to \(end)",
                    degrees(place.latitudeDegrees, place.longitudeDegrees),
                    "\(Int(clamping: visit.horizontalAccuracyMeters.rounded(.up))) m",
                    found.sorted().joined(separator: ", "),
                ]
            }
        )
    }

    /// Keeps visits until the process receives a signal, or the app no longer monitors them.
    private static func keep(_ service: Service) throws {
        let (app, file) = (OwnApp.visits.identifier, try VisitFile())
        guard let lock = try file.lock() else { throw Failure.refused("visits are being kept already") }
        _ = try service.call(MonitorInterface.StartMonitoring(app: app, service: .visits))
        let stopped = "visits are not kept any more, as somebody has asked for"
        let monitor = try OwnMonitor(app, .visits, service, stopped: stopped) {
            $0.services.contains(.visits)
        }
        if try file.read() == nil { try file.write(KeptVisits()) }
        while let event = try monitor.next() {
            if let visit = event.visit {
                var kept = try file.read() ?? KeptVisits()
                kept.record(visit, at: .now)
                try file.write(kept)
            }
            // A visit in the file is done: a failure to write would have thrown.
            monitor.acknowledge(event)
        }
        withExtendedLifetime(lock) {}
    }

    private static func forget(_ invocation: Invocation) throws {
        let file = try VisitFile()
        var wasKept = try file.remove()
        let stop = MonitorInterface.StopMonitoring(app: OwnApp.visits.identifier, service: .visits)
        let stopped = try invocation.service.call(stop)
        // One that keeps ends now, and may be writing its last visit.
        let waiter = try EventWaiter()
        let end = ContinuousClock.now + .seconds(5)
        var lock = try file.lock()
        while lock == nil, .now < end {
            guard try waiter.wait(until: .now + .milliseconds(20)) else { return }
            lock = try file.lock()
        }
        if try file.remove() { wasKept = true }
        guard lock != nil else {
            throw Failure.refused(
                "what was kept is deleted, but 'visits --keep' goes on, and does not end within 5 s"
            )
        }
        let outcome = wasKept ? "forgotten; no visits are kept any more" : "no visits were kept"
        try invocation.tell(stopped.json, or: outcome)
    }
}

/// The file of a person's visits, which nobody else may read.
struct VisitFile {
    private let folder: String
    private static let name = "visits"

    /// Finds the folder, and makes it if it is missing.
    init() throws {
        guard let state = Environment.stateHome else {
            throw Failure.refused("neither HOME nor XDG_STATE_HOME is set")
        }
        folder = state + "/waymark"
        try Folder.make(folder)
    }

    private var path: String { "\(folder)/\(Self.name)" }

    /// Returns the kept visits; `nil` if there is no file.
    func read() throws -> KeptVisits? {
        do throws(SystemError) {
            let file = InputFile(try Folder(folder).open(Self.name), path: path)
            return KeptVisits(try file.contents(atMost: 1 << 20))
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }

    func write(_ visits: KeptVisits) throws {
        try AtomicFile.write(visits.bytes, to: path, permissions: 0o600)
    }

    func remove() throws -> Bool {
        // Files that a killed process had begun to write.
        let begun = (try? Folder(folder).names(endingWith: ".new")) ?? []
        for name in begun where name.hasPrefix(Self.name + ".") { unsafe _ = unlink("\(folder)/\(name)") }
        if unsafe unlink(path) == 0 { return true }
        guard errno == ENOENT else { throw SystemError("unlink", on: path) }
        return false
    }

    /// Locks the file for the one process that keeps; `nil` if another has it.
    func lock() throws -> FileLock? {
        do throws(SystemError) {
            return try FileLock(on: path + ".lock")
        } catch {
            guard error.code == EWOULDBLOCK else { throw error }
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

    /// Reads the text of a file, by default an empty one, and leaves out what is no visit.
    init(_ bytes: [UInt8] = []) {
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
        zip(visits, visits.dropFirst().map(\.arrivalInstant) + [nil]).filter { visit, next in
            // One whose end nobody told has ended before the next began.
            let left = visit.departureInstant ?? next
            let came = visit.arrivalInstant ?? visit.departureInstant
            return left.map { $0 >= start } ?? true && came.map { $0 < end } ?? true
        }.map(\.0)
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
