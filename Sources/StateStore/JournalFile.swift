import Glibc
import LinuxSystem
import LocationModel
import SealedDatabase
import WaymarkEngine

/// The file of the journal, which is missing while the journal is switched off.
struct JournalFile {
    /// SQLite's `application_id`: `WYMJ` in ASCII.
    private static let applicationIdentifier: Int64 = 0x5759_4D4A

    /// SQLite's `user_version`: raised with every change of the tables.
    private static let version: Int64 = 1

    private static let creation = """
        CREATE TABLE key_check (id INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (id)) STRICT;
        CREATE TABLE decisions (
            uid INTEGER NOT NULL, number INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (uid, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sizes (uid INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (uid)) STRICT;
        CREATE INDEX decisions_in_order ON decisions (number);
        PRAGMA application_id = \(applicationIdentifier);
        PRAGMA user_version = \(version);
        """

    private static let keyCheckPlace = SealedPlace(table: "key_check", column: "sealed", row: "1")

    let path: String

    init(inDirectory directory: String) { path = directory + "/journal.db" }

    /// Returns the bytes that a row counts for the limits: its seal, and about those of its key in table and
    /// index.
    static func size(of sealedBytes: Int) -> Int { sealedBytes + 64 }

    /// Opens the file, or creates it; when it throws, nothing has been changed.
    ///
    /// A file under a former key is sealed with `key` now, unless there is no space for that.
    ///
    /// - Returns: The database, and the key that its values are sealed with.
    func open(key: SealingKey, formerKeys: [SealingKey]) throws -> (Database, SealingKey) {
        let versions = Self.version...Self.version
        let (database, version) = try Database.openOwn(path, of: Self.applicationIdentifier, versions)
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
        if version == nil { try Self.create(in: database, key: key) }
        return (database, try Self.unlock(database, with: key, formerKeys))
    }

    static func makeInMemory(key: SealingKey) throws(DatabaseError) -> Database {
        let database = try Database(path: ":memory:")
        try create(in: database, key: key)
        return database
    }

    private static func create(in database: Database, key: SealingKey) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            try database.execute(Self.creation)
            try Statement(database, "INSERT INTO key_check (id, sealed) VALUES (1, ?)")
                .run([BoundValue(key.seal([], at: Self.keyCheckPlace))])
        }
    }

    /// Returns the key that opens a database; if that is a former one, the database is sealed anew first.
    private static func unlock(
        _ database: Database,
        with key: SealingKey,
        _ formerKeys: [SealingKey]
    ) throws -> SealingKey {
        let check = try database.rows("SELECT sealed FROM key_check").first?.first?.blob ?? []
        if key.open(check, at: Self.keyCheckPlace) != nil { return key }
        guard let former = formerKeys.first(where: { $0.open(check, at: Self.keyCheckPlace) != nil }) else {
            throw DatabaseError(damage: "it was sealed with another key")
        }
        do {
            _ = try reseal(database, from: former, to: key)
            return key
        } catch {
            // Without space for it the journal stays under the former key for now.
            return former
        }
    }

    /// Returns the number of the oldest decision; one below zero, which only damage makes, reads as zero.
    static func oldest(in database: Database) throws(DatabaseError) -> UInt64? {
        try database.integer("SELECT min(number) FROM decisions").map { UInt64(max($0, 0)) }
    }

    /// Seals every value that `old` opens with `new`, in one transaction, and returns their number.
    static func reseal(
        _ database: Database,
        from old: SealingKey,
        to new: SealingKey
    ) throws(DatabaseError) -> Int {
        try database.transaction { () throws(DatabaseError) in
            let decisions = try database.reseal(
                table: "decisions",
                number: "number",
                columns: "uid, number",
                from: old,
                to: new
            ) { row in
                guard let owner = JournalKey.owner(inColumn: row[0]), let number = row[1].integer else {
                    return nil
                }
                return JournalKey(owner: owner, number: UInt64(bitPattern: number)).place
            }
            return try decisions
                + database.reseal(table: "key_check", number: "id", columns: "id", from: old, to: new) { _ in
                    keyCheckPlace
                }
        }
    }

    func remove() throws(StateStoreError) {
        for suffix in ["", "-wal", "-shm"] {
            guard unsafe unlink(path + suffix) == 0 || errno == ENOENT else {
                throw .system(SystemError("unlink", on: path + suffix))
            }
        }
    }
}
