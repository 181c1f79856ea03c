import Glibc
import LinuxSystem
package import LocationModel
package import SealedDatabase
package import WaymarkEngine

/// The state on disk: the only writer of one database, which holds ``SavedState`` as of the last commit.
package final class StateStore {
    package struct Opened {
        package let store: StateStore
        package let state: SavedState

        /// The problems that do not stop the daemon, for the log.
        package let warnings: [String]
    }

    package let journal: Journal

    let directory: StateDirectory
    let keySource: KeySource
    let writer: StateWriter
    var database: Database { writer.database }

    /// Whether the key is still in the file of the fresh key, because a change of keys was interrupted.
    var isUnderNextKey: Bool

    /// Called at each step of a change of keys, for tests.
    var atRekeyingStep: (RekeyingStep) -> Void = { _ in }

    /// Opens the state and the journal in a directory, and creates missing files.
    ///
    /// A damaged database is moved aside and a fresh one made. A database of a newer version or sealed with
    /// another key is left exactly as it is. The parent of the directory must exist. Problems of the journal are never a
    /// reason to fail. `clock` tells the time for the names of what is moved aside
    /// or copied, and for the age of earlier copies.
    package static func open(
        directory path: String,
        keySource: KeySource,
        journal limits: JournalLimits = JournalLimits(),
        clock: @escaping () -> UTCInstant
    ) throws(StateStoreError) -> Opened {
        let directory = try StateDirectory(path)
        let file = directory.database
        var warnings: [String] = []
        do {
            let hasDatabase = directory.hasDatabase
            let key = try keySource.load(directory: path, database: file, hasDatabase: hasDatabase)
            var loaded: Loaded
            do {
                loaded = try load(in: directory, key: key, from: keySource, at: clock())
            } catch let error as DatabaseError where error.isCorruption {
                // The connection is closed by now, without having written anything.
                let target = try StateDirectory.moveAside(file, at: clock())
                warnings.append(
                    "\(file) is damaged (\(error.message)) and was moved to \(target); "
                        + "grants, placed widgets and timelines begin anew"
                )
                loaded = try load(in: directory, key: key, from: keySource, at: clock())
            }
            // A change that was written and not synchronised before a kill is read, too. It is made durable
            // before anybody learns of it, or a power cut would undo it. A disk that fails now fails again
            // with the next change.
            try? loaded.writer.database.checkpoint()
            let journal = try Journal(
                at: JournalFile(inDirectory: path),
                limits: limits,
                key: loaded.writer.key,
                formerKeys: [key, try? keySource.next(in: path), try? keySource.previous(in: path)]
                    .compactMap(\.self),
                clock: clock
            )
            let store = StateStore(directory, keySource, loaded, journal)
            // The rest of an interrupted change of keys can also wait for the next one.
            if loaded.isUnderNextKey { try? store.finishRekeying() }
            warnings += loaded.warnings + journal.removeWarnings()
            return Opened(store: store, state: loaded.state, warnings: warnings)
        } catch {
            throw StateStoreError(error, path: file)
        }
    }

    private init(
        _ directory: consuming StateDirectory,
        _ keySource: KeySource,
        _ loaded: Loaded,
        _ journal: Journal
    ) {
        self.journal = journal
        self.directory = directory
        self.keySource = keySource
        isUnderNextKey = loaded.isUnderNextKey
        writer = loaded.writer
        database.checkpointsOnClose()
    }

    /// Checks, without changing anything, whether opening could find and use, or create, its files.
    ///
    /// Files that this user may not see are assumed to be in order.
    package static func check(directory: String, keyFile: String?) throws(StateStoreError) {
        try StateDirectory.check(directory)
        let keySource = KeySource(keyFile: keyFile, credentialsDirectory: nil)
        if let problem = keySource.problemOfNamedFile() { throw .key(problem) }
    }

    /// Makes changes durable in their order, all of them or, when it throws, none.
    ///
    /// When it throws ``StateStoreError/full(path:)``, later commits work again once there is space.
    package func commit(_ changes: [StateChange]) throws(StateStoreError) {
        guard !changes.isEmpty else { return }
        try StateStoreError.sorting(directory.database) { try writer.commit(changes) }
    }
}

// MARK: Opening

private typealias Loaded = (
    writer: StateWriter, isUnderNextKey: Bool, state: SavedState, warnings: [String]
)

extension StateStore {
    /// Opens the database of a directory, or creates an empty one, and reads it.
    private static func load(
        in directory: borrowing StateDirectory,
        key: SealingKey,
        from keySource: KeySource,
        at now: UTCInstant
    ) throws -> Loaded {
        let path = directory.database
        let versions = EarlierTable.version...Schema.version
        let (database, version) = try Database.openOwn(path, of: Schema.applicationIdentifier, versions)
        let complaints = try database.rows("PRAGMA quick_check(1)").compactMap(\.first?.text)
        guard complaints == ["ok"] else {
            throw DatabaseError(damage: complaints.first ?? "no answer to quick_check")
        }
        EarlierCopy.remove(in: directory.path, oldAt: now)
        let isNew = version == nil
        let isEarlier = version == EarlierTable.version
        let (opener, isUnderNextKey) =
            try isNew ? (key, false) : opener(of: database, isEarlier, key, keySource, directory.path)
        // Someone who looks at the database by hand may hold it for a moment.
        try database.execute(
            """
            PRAGMA busy_timeout = 1000;
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -512;
            """
        )
        var warnings: [String] = []
        let key = isUnderNextKey ? opener : key
        if isNew {
            try database.transaction { () throws(DatabaseError) in
                try database.execute(Schema.creation)
                try StateWriter(database, key: key).put(KeyCheck(), at: OnlyRow(), as: Rows.keyCheck)
            }
        } else if isEarlier {
            warnings = try upgrade(database, at: path, now, sealedWith: opener, to: key)
        } else if opener !== key {
            let count = try database.reseal(from: opener, to: key)
            warnings = [
                "\(count) sealed values were sealed anew with the key \(keySource.path(in: directory.path)); "
                    + "the previous one is needed no longer"
            ]
        }
        var state = SavedState()
        for kind in Rows.all {
            let count = try kind.load(into: &state, from: database, key: key)
            if count > 0 { warnings.append(unreadableRows(count, of: "\(kind.name)")) }
        }
        let writer = try StateWriter(database, key: key)
        // A widget's number is never used again, even if the row that tells it could not be read.
        writer.lastWidget = state.nextWidgetNumber - 1
        return (writer, isUnderNextKey, state, warnings)
    }

    /// Returns the key that opens a database: the configured one, the fresh one of a change of keys that was
    /// interrupted, or the previous one.
    private static func opener(
        of database: Database,
        _ isEarlier: Bool,
        _ key: SealingKey,
        _ keySource: KeySource,
        _ directory: String
    ) throws -> (key: SealingKey, isNext: Bool) {
        let query =
            isEarlier ? "SELECT sealed FROM key_check" : "SELECT sealed FROM rows WHERE kind = 'keyCheck'"
        guard let check = try database.rows(query).first?.first?.blob else {
            throw DatabaseError(damage: "the key check is missing")
        }
        let place = isEarlier ? EarlierTable.keyCheckPlace : Rows.keyCheck.place(of: OnlyRow())
        if key.open(check, at: place) != nil { return (key, false) }
        if let next = try keySource.next(in: directory), next.open(check, at: place) != nil {
            return (next, true)
        }
        if let previous = try keySource.previous(in: directory), previous.open(check, at: place) != nil {
            return (previous, false)
        }
        throw KeyProblem.wrong(
            path: keySource.path(in: directory),
            database: directory + "/" + StateDirectory.databaseName
        )
    }

    /// Copies the database of an earlier version, and moves its rows into the table of this one: all, or
    /// none.
    private static func upgrade(
        _ database: Database,
        at path: String,
        _ now: UTCInstant,
        sealedWith old: SealingKey,
        to new: SealingKey
    ) throws -> [String] {
        let copy = EarlierCopy.path(of: path, at: now)
        do {
            try EarlierCopy.make(of: database, at: copy)
            return try database.transaction { () throws(DatabaseError) in
                try EarlierTable.move(in: database, sealedWith: old, to: new)
            } + [
                "\(path) was written by an earlier version and is now one of this version; to go back to that version "
                    + "within \(EarlierCopy.lifetime / 86_400) days, put \(copy) in its place"
            ]
        } catch {
            // The database is as it was. Without this, each start would leave another copy.
            unsafe _ = unlink(copy)
            throw error
        }
    }
}

extension Database {
    /// Opens or creates a file, and returns it with SQLite's `user_version`, or `nil` for an empty database.
    ///
    /// Throws ``StateStoreError`` for the database of another program or a newer version.
    static func openOwn(
        _ path: String,
        of application: Int64,
        _ versions: ClosedRange<Int64>
    ) throws -> (Database, version: Int64?) {
        try StateDirectory.makeDatabaseFile(at: path)
        let database = try Database(path: path)
        let found = try database.integer("PRAGMA user_version") ?? 0
        let owner = try database.integer("PRAGMA application_id") ?? 0
        let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
        guard owner == application && found >= versions.lowerBound || owner == 0 && isEmpty else {
            throw StateStoreError.refused("\(path) is the database of another program: move it away")
        }
        guard found <= versions.upperBound else {
            throw StateStoreError.refused(
                "\(path) is of version \(found), and this waymarkd knows versions up to \(versions.upperBound): "
                    + "install the newer waymarkd again, or move the file away to begin anew"
            )
        }
        return (database, isEmpty ? nil : found)
    }
}
