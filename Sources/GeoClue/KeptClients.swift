import LinuxSystem
import LocationModel
import SystemdService
import Varlink

/// The stored client objects, which the next bridge restores after this one was killed or replaced.
///
/// Programs do not notice that; with GeoClue they would wait for ever. The clients are in one file, in the
/// folder that systemd keeps while it restarts the service, and removes when it stops it. Without the folder
/// nothing is stored.
struct KeptClients {
    enum Activity: String, Codable {
        case stopped
        case active

        /// It was active and goes on when the person allows it again.
        case withheld
    }

    /// The settings of a client that its program has made.
    struct Settings: Codable, Hashable {
        var desktopID = ""
        var requestedLevel: UInt32 = 0

        /// The coarsest level that it has requested since it was stopped.
        ///
        /// The person is asked about that one, so a finer one counts from the next Start only.
        var level = AccuracyLevel.none
        var distanceThreshold: UInt32 = 0
        var timeThreshold: UInt32 = 0
    }

    struct Record: Codable, Hashable {
        /// Random, because counting would tell a program how many clients others have made.
        var number = Int.random(in: 1...Int.max)
        let peer: String

        /// Whether `GetClient` returns it.
        var isOwn = false
        var activity = Activity.stopped
        var settings = Settings()
    }

    private struct Contents: Codable {
        let bus: String
        let records: [Record]
    }

    /// The identifier of the bus: on another bus, the same names belong to other programs.
    let bus: String
    let file: String
    let log: Log

    func write(_ records: [Record]) {
        do {
            let json = try CodedEncoder.json(Contents(bus: bus, records: records))
            try AtomicFile.write(json, to: file, permissions: 0o600)
        } catch {
            log.warning("a restart will lose the clients of programs: \(error)")
        }
    }

    /// Reads the records of the previous bridge; none if they belong to another bus.
    func read() -> [Record] {
        guard let bytes = try? contentsOfFile(file, atMost: 1 << 20),
            let contents = try? CodedDecoder.decode(Contents.self, bytes), contents.bus == bus
        else { return [] }
        return contents.records
    }
}
