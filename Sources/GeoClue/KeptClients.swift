import Glibc
import LinuxSystem
import LocationModel
import SystemdService

/// The client objects on disk, from which the next bridge makes them again after this one was killed or replaced.
///
/// Programs do not notice that, where with GeoClue they wait for ever. There is one small file for each client, in the
/// folder that systemd keeps while it restarts the service, and removes when it stops it. Without the folder nothing is
/// kept.
struct KeptClients {
    enum Activity: String {
        case stopped = "0"
        case active = "1"

        /// It was active and goes on when the person allows it again.
        case withheld = "2"
    }

    struct Record: Hashable {
        let number: Int
        let peer: String

        /// Whether `GetClient` returns it.
        var isOwn: Bool
        var activity: Activity
        var level: UInt32

        /// The coarsest level that it has asked for since it was stopped.
        var coarsestLevel: UInt32
        var distanceThreshold: UInt32
        var timeThreshold: UInt32

        /// Empty if it is not set, or nobody's identifier.
        var desktopID: String
    }

    /// The identifier of the bus: the names of programs on another bus are those of other programs.
    private let bus: String

    private let folder: String
    private let log: Log

    private static let suffix = ".client"

    init(for bus: String, in folder: String, _ log: Log) {
        self.bus = bus
        self.folder = folder
        self.log = log
    }

    func keep(_ record: Record) {
        let words: [String] = [
            bus, record.peer, record.isOwn ? "1" : "0", record.activity.rawValue, "\(record.level)",
            "\(record.distanceThreshold)", "\(record.timeThreshold)", record.desktopID,
            "\(record.coarsestLevel)",
        ]
        do throws(SystemError) {
            let text = words.joined(separator: " ")
            try AtomicFile.write(Array(text.utf8), to: path(record.number), permissions: 0o600)
        } catch {
            log.warning("a restart will lose a program's client: \(error)")
        }
    }

    func forget(_ number: Int) { _ = unsafe unlink(path(number)) }

    /// Reads the files of the bridge before, and removes those of another bus.
    func records() -> [Record] {
        guard let names = try? Folder(folder).names(endingWith: Self.suffix) else { return [] }
        return names.compactMap { name in
            guard let number = Int(name.dropLast(Self.suffix.count)),
                let text = try? contentsOfFile(path(number), atMost: 1024)
            else { return nil }
            let record = record(number, String(decoding: text, as: UTF8.self))
            if record == nil { forget(number) }
            return record
        }.sorted { $0.number < $1.number }
    }

    private func path(_ number: Int) -> String { "\(folder)/\(number)\(Self.suffix)" }

    private func record(_ number: Int, _ text: String) -> Record? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        // Earlier versions wrote no coarsest level.
        guard words.count == 8 || words.count == 9, words[0] == bus,
            let activity = Activity(rawValue: words[3]), let level = UInt32(words[4]),
            let coarsest = words.count == 9 ? UInt32(words[8]) : level,
            let distance = UInt32(words[5]), let time = UInt32(words[6])
        else { return nil }
        return Record(
            number: number,
            peer: words[1],
            isOwn: words[2] == "1",
            activity: activity,
            level: level,
            coarsestLevel: coarsest,
            distanceThreshold: distance,
            timeThreshold: time,
            desktopID: words[7]
        )
    }
}
