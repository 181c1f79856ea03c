import Glibc
import LinuxSystem
import LocationModel
import Relay
import SealedDatabase
import UserInput

/// The reason why the outbox could not be written.
struct StoreProblem: Error, CustomStringConvertible {
    let description: String
}

/// The state that the relay stores besides the waiting events.
struct RelayMemory: RelayRecord {
    /// The random identifier of the outbox.
    var outbox = ""

    /// The machine and the file to which it belongs: a copy gets another identifier.
    var origin = ""
    var sequence = 0

    /// When the relay last had something to write while it followed the service.
    var seen: UTCInstant?

    /// The newest place that was sent, the last crossing, and the newest states of the receiver and the anchor, for the
    /// greeting.
    var newest: RelayEvent?
    var crossing: RelayEvent?
    var receiver: RelayEvent?
    var anchor: RelayEvent?

    /// Whether an exact place was sent that the broker may keep.
    var hasExact: Bool?

    /// The number of events sent, and of each kind dropped, since the outbox was made.
    var sent = 0
    var dropped: [RelayEvent.Kind: Int] = [:]

    /// The service's identifiers of stored events, until it knows that they are stored.
    var taken: Set<String> = []

    /// Whether the broker has a place that must be removed.
    var mustForget: Bool?

    /// The topics under which a broker may retain messages as the relay is configured, and those of an
    /// earlier configuration until they are cleared.
    var topics: Set<String>?
    var formerTopics: Set<String>?

    /// The dropped events that no gap has reported yet.
    var missing: RelayGap?
}

/// The outbox on disk: events that wait, sealed, in a folder that only the relay's user can read.
///
/// A commit that has returned survives a power cut.
final class OutboxStore {
    typealias Stored = (number: Int64, bytes: Int)

    /// `wmrl`, by which SQLite's tools know whose file it is.
    private static let application: Int64 = 0x776D_726C
    private static let version: Int64 = 2

    let path: String
    private let lock: FileLock
    private let key: SealingKey
    private let database: Database

    /// The stored state at the opening of the outbox.
    private(set) var memory = RelayMemory()
    private var lastNumber: Int64 = 0

    /// Opens the outbox in a folder, or makes one; its key may be in the folder of systemd's credentials.
    init(in folder: String, credentials: String?) throws {
        path = folder + "/outbox.db"
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw SystemError("mkdir", on: folder) }
        var status = stat()
        guard unsafe stat(folder, &status) == 0 else { throw SystemError("stat", on: folder) }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw OwnersProblem("\(folder): others can read it: it must be this user's, with the mode 700")
        }
        do throws(SystemError) {
            lock = try FileLock(on: folder + "/lock")
        } catch {
            guard error.code == EWOULDBLOCK else { throw error }
            throw OwnersProblem("\(folder): another waymark-relay uses this outbox")
        }
        let isNew = unsafe access(path, F_OK) != 0
        let name = "waymark-relay-key"
        let source = KeySource(keyFile: nil, credentialsDirectory: credentials, credential: name)
        do throws(KeyProblem) {
            key = try source.load(directory: folder, database: path, hasDatabase: !isNew)
        } catch {
            if case .system(let error) = error { throw error }
            throw OwnersProblem("\(error)")
        }
        // SQLite gives its other files the same mode.
        _ = try FileDescriptor(opening: path, O_WRONLY | O_CREAT, permissions: 0o600)
        do {
            database = try Database(path: path)
            try setUp(folder, source)
        } catch let error as DatabaseError {
            guard error.isCorruption else { throw Self.problem(error, path) }
            throw OwnersProblem(
                "\(path): it is damaged (\(error.message)); move it away, and what waited is lost"
            )
        }
        database.checkpointsOnClose()
    }

    private func setUp(_ folder: String, _ source: KeySource) throws {
        try database.execute(
            """
            PRAGMA cache_size = -256; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            PRAGMA wal_autocheckpoint = 64; PRAGMA journal_size_limit = 262144; PRAGMA secure_delete = ON
            """
        )
        if try database.integer("SELECT count(*) FROM sqlite_schema") == 0 {
            try database.execute(
                """
                BEGIN; PRAGMA application_id = \(Self.application); PRAGMA user_version = \(Self.version);
                CREATE TABLE events (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
                CREATE TABLE memory (number INTEGER PRIMARY KEY CHECK (number = 1), sealed BLOB NOT NULL) STRICT;
                COMMIT
                """
            )
        }
        let version = try database.integer("PRAGMA user_version") ?? 0
        guard try database.integer("PRAGMA application_id") == Self.application,
            (1...Self.version).contains(version)
        else {
            throw OwnersProblem("\(path): it is no outbox of this version of waymark-relay; move it away")
        }
        let origin = try origin()
        if let sealed = try database.rows("SELECT sealed FROM memory").first?.first?.blob {
            guard let json = key.open(sealed, at: Self.placeOfMemory),
                let memory = try? RelayMemory(json: json)
            else {
                throw OwnersProblem("\(KeyProblem.wrong(path: source.path(in: folder), database: path))")
            }
            self.memory = memory
        }
        if memory.origin != origin {
            // A copy, or a machine that was restored, would give out numbers that its original gives out, too.
            memory.outbox = String(UInt64.random(in: (1 << 60)...UInt64.max), radix: 16)
            (memory.origin, memory.sequence) = (origin, 0)
            // Its original may still send under these.
            (memory.topics, memory.formerTopics) = (nil, nil)
        }
        lastNumber = try database.integer("SELECT max(number) FROM events") ?? 0
        if version == 1 {
            // It kept the names of events that were taken in a table of their own.
            memory.taken.formUnion(try database.rows("SELECT identifier FROM taken").compactMap(\.[0].text))
            _ = try commit(adding: nil, removing: [], memory)
            try database.execute("BEGIN; DROP TABLE taken; PRAGMA user_version = \(Self.version); COMMIT")
        }
        // An event that was written and not synchronised before a kill is read, too. If it were sent before
        // it is durable, a power cut would let its number be used again. A disk that fails now fails again
        // with the next commit.
        try? database.checkpoint()
    }

    /// Returns the identifier of the machine, and the inode of the file on it.
    private func origin() throws -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw SystemError("stat", on: path) }
        let machine = (try? contentsOfFile("/etc/machine-id", atMost: 64)) ?? []
        return String(decoding: machine.prefix { $0 > 0x20 }, as: UTF8.self) + "/\(status.st_ino)"
    }

    private static let placeOfMemory = SealedPlace(table: "memory", column: "sealed", row: "1")

    private static func place(_ number: Int64) -> SealedPlace {
        SealedPlace(table: "events", column: "sealed", row: "\(number)")
    }

    /// Calls `body` for each waiting event, in the order of writing, with its number and size; `nil` if
    /// damaged.
    func forEachEvent(_ body: (Int64, RelayEvent?, _ bytes: Int) -> Void) throws(StoreProblem) {
        do throws(DatabaseError) {
            let events = try Statement(database, "SELECT number, sealed FROM events ORDER BY number")
            try events.forEachRow { row in
                guard let number = row[0].integer, let sealed = row[1].blob else { return }
                let json = key.open(sealed, at: Self.place(number))
                body(number, json.flatMap { try? RelayEvent(json: $0) }, sealed.count)
            }
        } catch { throw Self.problem(error, path) }
    }

    /// Writes all changes durably, or none: a new event, the removal of others, and the state.
    func commit(
        adding event: RelayEvent?,
        removing numbers: [Int64],
        _ memory: RelayMemory
    ) throws(StoreProblem) -> Stored {
        let number = lastNumber + 1
        let sealed = event.map { key.seal($0.json, at: Self.place(number)) }
        let sealedMemory = key.seal(memory.json, at: Self.placeOfMemory)
        func run(_ sql: String, _ values: BoundValue...) throws(DatabaseError) {
            _ = try database.rows(sql, values)
        }
        do throws(DatabaseError) {
            try database.transaction { () throws(DatabaseError) in
                for number in numbers { try run("DELETE FROM events WHERE number = ?", BoundValue(number)) }
                if let sealed {
                    try run("INSERT INTO events VALUES (?, ?)", BoundValue(number), BoundValue(sealed))
                }
                try run("INSERT OR REPLACE INTO memory VALUES (1, ?)", BoundValue(sealedMemory))
            }
        } catch { throw Self.problem(error, path) }
        if event != nil { lastNumber = number }
        return (number, sealed?.bytes.count ?? 0)
    }

    private static func problem(_ error: DatabaseError, _ path: String) -> StoreProblem {
        let full = "the disk is full: nothing new is taken from the service; it keeps the newest of each kind"
        return StoreProblem(description: "\(path): \(error.isFull ? full : error.message)")
    }
}
