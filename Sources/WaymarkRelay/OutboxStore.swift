import CSQLite
import Glibc
import LinuxSystem
import LocationModel
import Relay
import Varlink

/// Why something could not be written.
enum StoreProblem: Error, Hashable, CustomStringConvertible {
    case full(path: String)
    case failed(path: String, String)

    var description: String {
        switch self {
        case .full(let path):
            "\(path): the disk is full: nothing new is taken from the service, which keeps the newest of each kind"
        case .failed(let path, let reason): "\(path): \(reason)"
        }
    }
}

/// The outbox on disk: events that wait, sealed, in a folder that only the relay's user can read.
///
/// What ``commit(adding:removing:taken:released:_:)`` returned from is there after a power cut.
@safe final class OutboxStore {
    /// `wmrl`, by which SQLite's tools know whose file it is.
    private static let application = 0x776D_726C
    private static let version = 1

    let path: String
    private let lock: FileLock
    private let key: OutboxKey
    private let connection: OpaquePointer

    /// What the relay remembered, as it was committed last.
    private(set) var memory: RelayMemory

    /// The events of the service that were taken, and not acknowledged to it yet.
    private(set) var taken: Set<String> = []
    private var lastNumber: Int64 = 0

    /// Opens the outbox, or makes one.
    ///
    /// - Parameters:
    ///   - folder: The folder of its files.
    ///   - credentials: The folder of systemd's credentials, in which there may be a key.
    /// - Throws: ``OwnersProblem``, ``SystemError`` or ``StoreProblem``.
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
        key = try OutboxKey(in: folder, credentials: credentials, mayMake: isNew)
        // SQLite gives its other files the same mode.
        _ = try FileDescriptor(opening: path, O_WRONLY | O_CREAT, permissions: 0o600)
        _ = csqlite_allocate_pages_as_needed()
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let connection = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw StoreProblem.failed(path: path, "SQLite cannot open it (\(code))")
        }
        unsafe self.connection = connection
        memory = RelayMemory(outbox: "", origin: "")
        unsafe csqlite_set_defensive(connection)
        try setUp(isNew: isNew)
    }

    deinit { unsafe sqlite3_close_v2(connection) }

    private func setUp(isNew: Bool) throws {
        do {
            try execute("PRAGMA cache_size = -256; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try execute(
                "PRAGMA wal_autocheckpoint = 64; PRAGMA journal_size_limit = 262144; PRAGMA secure_delete = ON"
            )
            if try integer("SELECT count(*) FROM sqlite_schema") == 0 {
                try execute(
                    """
                    BEGIN; PRAGMA application_id = \(Self.application); PRAGMA user_version = \(Self.version);
                    CREATE TABLE events (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
                    CREATE TABLE taken (identifier TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
                    CREATE TABLE memory (number INTEGER PRIMARY KEY CHECK (number = 1), sealed BLOB NOT NULL) STRICT;
                    COMMIT
                    """
                )
            }
            guard try integer("PRAGMA application_id") == Int64(Self.application),
                try integer("PRAGMA user_version") == Int64(Self.version)
            else {
                throw OwnersProblem("\(path): it is no outbox of this version of waymark-relay; move it away")
            }
        } catch let error as DatabaseFailure {
            throw error.isDamage
                ? OwnersProblem(
                    "\(path): it is damaged (\(error.text)); move it away, and what waited is lost"
                )
                : problem(error)
        }
        let origin = try origin()
        var sealed: [UInt8]?
        try forEachRow("SELECT sealed FROM memory") { sealed = $0.blob(0) }
        if let sealed {
            guard let json = key.open(sealed, at: 0), let memory = try? RelayMemory(json: json) else {
                throw OwnersProblem(
                    "\(path): its key is another one; put the right key back, or move the folder away"
                )
            }
            self.memory = memory
        }
        if memory.origin != origin {
            // A copy, or a machine that was restored, would give out numbers that its original gives out, too.
            memory.outbox = OutboxKey.randomName()
            (memory.origin, memory.sequence) = (origin, 0)
        }
        try forEachRow("SELECT identifier FROM taken") { taken.insert($0.text(0)) }
        lastNumber = try integer("SELECT max(number) FROM events") ?? 0
    }

    /// The machine, and the file on it.
    private func origin() throws -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw SystemError("stat", on: path) }
        let machine = (try? contentsOfFile("/etc/machine-id", atMost: 64)) ?? []
        return String(decoding: machine.prefix { $0 > 0x20 }, as: UTF8.self) + "/\(status.st_ino)"
    }

    /// Hands on the events that wait, in the order of writing, with their numbers and sizes.
    func forEachEvent(_ body: (Int64, RelayEvent, _ bytes: Int) -> Void) throws(StoreProblem) {
        do throws(DatabaseFailure) {
            try forEachRow("SELECT number, sealed FROM events ORDER BY number") { row in
                let sealed = row.blob(1)
                guard let event = event(sealed, row.integer(0)) else { return }
                body(row.integer(0), event, sealed.count)
            }
        } catch { throw problem(error) }
    }

    /// Returns an event that waits; `nil` if it cannot be read.
    func event(_ number: Int64) -> RelayEvent? {
        var event: RelayEvent?
        try? forEachRow("SELECT sealed FROM events WHERE number = ?", [.integer(number)]) {
            event = self.event($0.blob(0), number)
        }
        return event
    }

    private func event(_ sealed: [UInt8], _ number: Int64) -> RelayEvent? {
        key.open(sealed, at: number).flatMap { try? RelayEvent(json: $0) }
    }

    /// Writes what has changed, durably, or changes nothing.
    ///
    /// - Parameters:
    ///   - event: An event that waits from now on.
    ///   - numbers: Events that wait no more.
    ///   - identifier: The event of the service that it was made from.
    ///   - released: The events of the service that it knows are taken.
    ///   - memory: What the relay remembers.
    /// - Returns: The event's number and size.
    /// - Throws: ``StoreProblem``
    @discardableResult
    func commit(
        adding event: RelayEvent? = nil,
        removing numbers: [Int64] = [],
        taken identifier: String? = nil,
        released: [String] = [],
        _ memory: RelayMemory
    ) throws(StoreProblem) -> (number: Int64, bytes: Int) {
        let number = lastNumber + 1
        var size = 0
        do throws(DatabaseFailure) {
            try execute("BEGIN IMMEDIATE")
            for number in numbers { try run("DELETE FROM events WHERE number = ?", [.integer(number)]) }
            if let event {
                let sealed = key.seal(event.json, at: number)
                size = sealed.count
                try run("INSERT INTO events VALUES (?, ?)", [.integer(number), .blob(sealed)])
            }
            for name in released { try run("DELETE FROM taken WHERE identifier = ?", [.text(name)]) }
            if let identifier { try run("INSERT OR IGNORE INTO taken VALUES (?)", [.text(identifier)]) }
            try run("INSERT OR REPLACE INTO memory VALUES (1, ?)", [.blob(key.seal(memory.json, at: 0))])
            try execute("COMMIT")
        } catch {
            if unsafe sqlite3_get_autocommit(connection) == 0 { try? execute("ROLLBACK") }
            throw problem(error)
        }
        self.memory = memory
        if event != nil { lastNumber = number }
        taken.subtract(released)
        if let identifier { taken.insert(identifier) }
        return (number, size)
    }

    private func problem(_ error: DatabaseFailure) -> StoreProblem {
        error.isFull ? .full(path: path) : .failed(path: path, error.text)
    }

    // MARK: SQLite

    private enum Value {
        case integer(Int64)
        case text(String)
        case blob([UInt8])
    }

    /// The present row of a query.
    @safe private struct Row {
        let statement: OpaquePointer

        func integer(_ column: CInt) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

        func text(_ column: CInt) -> String { String(decoding: blob(column), as: UTF8.self) }

        func blob(_ column: CInt) -> [UInt8] {
            let start = unsafe sqlite3_column_blob(statement, column)
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    private func execute(_ sql: String) throws(DatabaseFailure) {
        guard unsafe sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    private func run(_ sql: String, _ values: [Value]) throws(DatabaseFailure) {
        try forEachRow(sql, values) { _ in }
    }

    private func integer(_ sql: String) throws(DatabaseFailure) -> Int64? {
        var number: Int64?
        try forEachRow(sql) { number = $0.integer(0) }
        return number
    }

    private func forEachRow(_ sql: String, _ values: [Value] = [], _ body: (Row) -> Void)
        throws(DatabaseFailure)
    {
        var compiled: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(connection, sql, -1, &compiled, nil) == SQLITE_OK,
            let statement = unsafe compiled
        else { throw failure() }
        defer { unsafe sqlite3_finalize(statement) }
        for (offset, value) in values.enumerated() {
            let index = CInt(offset + 1)
            let code =
                switch value {
                case .integer(let number): unsafe sqlite3_bind_int64(statement, index, number)
                case .text(let text): unsafe csqlite_bind_text(statement, index, text, CInt(text.utf8.count))
                case .blob(let bytes): unsafe csqlite_bind_blob(statement, index, bytes, CInt(bytes.count))
                }
            guard code == SQLITE_OK else { throw failure() }
        }
        while true {
            switch unsafe sqlite3_step(statement) {
            case SQLITE_ROW: body(unsafe Row(statement: statement))
            case SQLITE_DONE: return
            default: throw failure()
            }
        }
    }

    private struct DatabaseFailure: Error {
        let code: CInt
        let systemCode: CInt
        let text: String

        var isFull: Bool { code & 0xFF == SQLITE_FULL || [ENOSPC, EDQUOT].contains(systemCode) }
        var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }
    }

    private func failure() -> DatabaseFailure {
        unsafe DatabaseFailure(
            code: sqlite3_extended_errcode(connection),
            systemCode: sqlite3_system_errno(connection),
            text: String(cString: sqlite3_errmsg(connection))
        )
    }
}
