import Coding
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
    enum Activity: String, Codable {
        case stopped
        case active

        /// It was active and goes on when the person allows it again.
        case withheld
    }

    /// What a program has set of a client.
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
        let number: Int
        let peer: String

        /// Whether `GetClient` returns it.
        var isOwn: Bool
        var activity: Activity
        var settings: Settings
    }

    private struct Contents: Codable {
        let bus: String
        let record: Record
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
        do {
            let json = try CodedEncoder.json(Contents(bus: bus, record: record))
            try AtomicFile.write(json, to: path(record.number), permissions: 0o600)
        } catch {
            log.warning("a restart will lose a program's client: \(error)")
        }
    }

    func forget(_ number: Int) { _ = unsafe unlink(path(number)) }

    /// Reads the files of the bridge before, and removes those of another bus.
    func records() -> [Record] {
        guard let names = try? Folder(folder).names(endingWith: Self.suffix) else { return [] }
        return names.compactMap { name in
            let file = "\(folder)/\(name)"
            guard let bytes = try? contentsOfFile(file, atMost: 4096),
                let contents = (try? CodedDecoder.decode(Contents.self, bytes))
                    ?? Self.earlier(bytes, Int(name.dropLast(Self.suffix.count))),
                contents.bus == bus, path(contents.record.number) == file
            else {
                unsafe _ = unlink(file)
                return nil
            }
            return contents.record
        }.sorted { $0.number < $1.number }
    }

    /// Reads the file of an earlier version: words on a line.
    private static func earlier(_ bytes: [UInt8], _ number: Int?) -> Contents? {
        let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let number, words.count == 9,
            let activity = ["0": Activity.stopped, "1": .active, "2": .withheld][words[3]],
            let requested = UInt32(words[4]), let distance = UInt32(words[5]), let time = UInt32(words[6]),
            let level = UInt32(words[8]).flatMap({ AccuracyLevel(requested: $0) })
        else { return nil }
        let settings = Settings(
            desktopID: words[7],
            requestedLevel: requested,
            level: level,
            distanceThreshold: distance,
            timeThreshold: time
        )
        let (peer, isOwn) = (words[1], words[2] == "1")
        let record = Record(number: number, peer: peer, isOwn: isOwn, activity: activity, settings: settings)
        return Contents(bus: words[0], record: record)
    }

    private func path(_ number: Int) -> String { "\(folder)/\(number)\(Self.suffix)" }
}
