import Glibc
import LinuxSystem
import LocationModel
import WaymarkEngine

/// The file of the journal, which is missing while the journal is switched off.
struct JournalFile {
    /// An opened file with what must be known of its content.
    struct Opened {
        let database: Database

        /// The key that opens it.
        let key: SealingKey
        let sizes: [UserIdentifier?: Int]
        let oldest: UInt64?
    }

    let path: String

    init(inDirectory directory: String) { path = directory + "/journal.db" }

    /// Returns what a row counts for the limits: its seal, and about what its key takes in the table and the index.
    static func size(of sealedBytes: Int) -> Int { sealedBytes + 64 }

    /// Opens the file, or creates it.
    ///
    /// - Parameters:
    ///   - key: The key of the state.
    ///   - formerKeys: The keys that an interrupted change of keys may have left in force.
    /// - Returns: The file. What another key opened is sealed with `key` now, unless there was no space for that.
    /// - Throws: ``LoadingError``; nothing has been changed then.
    func open(key: SealingKey, formerKeys: () -> [SealingKey]) throws(LoadingError) -> Opened {
        do {
            try StateDirectory.makeDatabaseFile(at: path)
            let database = try Database(path: path)
            let isEmpty = try database.isEmpty(
                orOf: JournalTables.applicationIdentifier,
                version: JournalTables.version,
                path: path
            )
            // Below FULL no commit waits for the disk. A power cut may undo the last ones, and damages nothing.
            try database.execute(
                """
                PRAGMA busy_timeout = 1000;
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = NORMAL;
                PRAGMA wal_autocheckpoint = 256;
                PRAGMA secure_delete = ON;
                PRAGMA cache_size = -512;
                PRAGMA temp_store = MEMORY;
                """
            )
            if isEmpty { try Self.create(in: database, key: key) }
            let opener = try Self.unlock(database, with: key, formerKeys)
            let opened = Opened(
                database: database,
                key: opener,
                sizes: try Self.sizes(in: database, key: opener),
                oldest: try database.integer("SELECT min(number) FROM \(JournalTables.decisions.name)")
                    .map(UInt64.init)
            )
            database.checkpointsOnClose()
            return opened
        } catch let error as DatabaseError {
            throw LoadingError(error, path: path)
        } catch let error as StateStoreError {
            throw .refused(error)
        } catch let error as LoadingError {
            throw error
        } catch {
            preconditionFailure("no other error is thrown above: \(error)")
        }
    }

    /// Makes the tables in memory.
    static func makeInMemory(key: SealingKey) throws(DatabaseError) -> Database {
        let database = try Database(path: ":memory:")
        try create(in: database, key: key)
        return database
    }

    private static func create(in database: Database, key: SealingKey) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            try database.execute(JournalTables.creation)
            let table = Tables.keyCheck
            try Statement(database, table.replacement)
                .run(table.row(KeyCheck.row, KeyCheck(), sealedWith: key))
        }
    }

    /// Returns the key that opens a database; if that is a former one, the database is sealed anew first.
    private static func unlock(
        _ database: Database,
        with key: SealingKey,
        _ formerKeys: () -> [SealingKey]
    ) throws -> SealingKey {
        let check = try database.rows("SELECT sealed FROM key_check").first?.first?.blob ?? []
        let place = Tables.keyCheck.place(of: KeyCheck.row)
        if key.open(check, at: place) != nil { return key }
        guard let former = formerKeys().first(where: { $0.open(check, at: place) != nil }) else {
            throw LoadingError.damaged(reason: "it was sealed with another key")
        }
        do {
            _ = try reseal(database, from: former, to: key)
            return key
        } catch {
            // Without space for it the journal stays under the former key for now.
            return former
        }
    }

    private static func sizes(
        in database: Database,
        key: SealingKey
    ) throws(DatabaseError) -> [UserIdentifier?: Int] {
        let table = JournalTables.sizes
        let rows = try database.rows("SELECT \(table.columnList) FROM \(table.name)")
        let entries = rows.compactMap { table.entry(of: $0, sealedWith: key) }
        return Dictionary(entries.map { ($0.key.user, Int(clamping: $0.value)) }) { $1 }
    }

    /// Seals every value that `old` opens with `new`, in one transaction, and returns their number.
    static func reseal(
        _ database: Database,
        from old: SealingKey,
        to new: SealingKey
    ) throws(DatabaseError) -> Int {
        try database.transaction { () throws(DatabaseError) in
            try JournalTables.decisions.reseal(in: database, from: old, to: new)
                + Tables.keyCheck.reseal(in: database, from: old, to: new)
        }
    }

    /// Removes the file and its companions.
    func remove() throws(StateStoreError) {
        for suffix in ["", "-wal", "-shm"] {
            guard unsafe unlink(path + suffix) == 0 || errno == ENOENT else {
                throw .system(SystemError("unlink", on: path + suffix))
            }
        }
    }
}
