import Glibc
import LinuxSystem
package import SealedDatabase
package import WaymarkEngine

/// The state on disk: the only writer of one database, which holds ``SavedState`` as of the last commit.
package final class StateStore {
    package struct Opened {
        package let store: StateStore
        package let state: SavedState
        package let warnings: [StateStoreWarning]
    }

    package let journal: Journal

    let database: Database
    let directory: StateDirectory
    let keySource: KeySource
    let writer: StateWriter

    /// Whether the key is still in the file of the fresh key, because a change of keys was interrupted.
    var isUnderNextKey: Bool

    /// Called at each step of a change of keys, for tests.
    var atRekeyingStep: (RekeyingStep) -> Void = { _ in }

    /// Opens the state and the journal in a directory, and creates missing files.
    ///
    /// A damaged database is moved aside and a fresh one made. A database of a newer version or sealed with
    /// another key is left exactly as it is. The parent of the directory must exist. Problems of the journal are never a
    /// reason to fail.
    package static func open(
        directory path: String,
        keySource: KeySource,
        journal limits: JournalLimits = JournalLimits()
    ) throws(StateStoreError) -> Opened {
        let directory = try StateDirectory(path)
        let file = directory.database
        let key: SealingKey
        do {
            key = try keySource.load(directory: path, database: file, hasDatabase: directory.hasDatabase)
        } catch {
            throw .key(error)
        }
        var warnings: [StateStoreWarning] = []
        var loaded: Loaded
        do {
            loaded = try load(in: directory, key: key, from: keySource)
        } catch .damaged(let reason) {
            // The connection is closed by now, without having written anything.
            let target = try StateDirectory.moveAside(file)
            warnings.append(.movedAside(path: file, to: target, reason: reason))
            do {
                loaded = try load(in: directory, key: key, from: keySource)
            } catch {
                throw error.asStoreError(path: file)
            }
        } catch {
            throw error.asStoreError(path: file)
        }
        // What was written and not synchronised when the service was killed is read, too. It is made durable before anybody is
        // told of it, or a power cut would take it back. A disk that fails now fails again with the next change.
        try? loaded.database.settle()
        do throws(DatabaseError) {
            let journal = try Journal(
                at: JournalFile(inDirectory: path),
                limits: limits,
                key: loaded.writer.key,
                formerKeys: { keySource.formerKeys(beside: key, in: path) }
            )
            let store = StateStore(directory, keySource, loaded, journal)
            // What is left of an interrupted change of keys can also wait for the next one.
            if loaded.isUnderNextKey { try? store.finishRekeying() }
            return Opened(
                store: store,
                state: loaded.state,
                warnings: warnings + loaded.warnings + journal.removeWarnings()
            )
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
        database = loaded.database
        self.journal = journal
        self.directory = directory
        self.keySource = keySource
        isUnderNextKey = loaded.isUnderNextKey
        writer = loaded.writer
        database.checkpointsOnClose()
    }

    /// Checks, without changing anything, whether ``open(directory:keySource:)`` could find and use, or create, its files.
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
        do {
            try writer.commit(changes)
        } catch {
            throw StateStoreError(error, path: directory.database)
        }
    }
}

// MARK: Opening

private struct Loaded {
    let database: Database
    let writer: StateWriter

    /// Whether the key is the fresh one of a change of keys that was interrupted.
    let isUnderNextKey: Bool
    let state: SavedState
    let warnings: [StateStoreWarning]
}

enum LoadingError: Error {
    case damaged(reason: String)

    /// Another problem, which moving the file aside would not solve.
    case refused(StateStoreError)

    /// Sorts an error that a database or what belongs to it has thrown.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as LoadingError: self = error
        case let error as DatabaseError where error.isCorruption: self = .damaged(reason: error.message)
        case let error as DatabaseError: self = .refused(StateStoreError(error, path: path))
        case let error as KeyProblem: self = .refused(.key(error))
        case let error as StateStoreError: self = .refused(error)
        default: preconditionFailure("nothing else is thrown: \(error)")
        }
    }

    func asStoreError(path: String) -> StateStoreError {
        switch self {
        // As SQLite reports damage that it sees itself.
        case .damaged(let reason):
            .database(path: path, DatabaseError(code: 11, systemCode: 0, message: reason))
        case .refused(let error): error
        }
    }
}

extension StateStore {
    /// Opens the database of a directory, or creates an empty one, and reads it.
    private static func load(
        in directory: borrowing StateDirectory,
        key: SealingKey,
        from keySource: KeySource
    ) throws(LoadingError) -> Loaded {
        let path = directory.database
        do {
            let versions = EarlierTable.version...Schema.version
            let (database, version) = try Database.openOwn(path, of: Schema.applicationIdentifier, versions)
            let complaints = try database.rows("PRAGMA quick_check(1)").compactMap(\.first?.text)
            guard complaints == ["ok"] else {
                throw LoadingError.damaged(reason: complaints.first ?? "no answer to quick_check")
            }
            EarlierCopy.remove(in: directory.path)
            let opener = try version.map { version in
                try Self.opener(of: database, version: version, key, keySource, directory.path)
            }
            let isEarlier = version == EarlierTable.version
            let copy = isEarlier ? try EarlierCopy.make(of: database, at: path) : nil
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
            var warnings: [StateStoreWarning] = []
            let isUnderNextKey = opener?.isNext ?? false
            let writerKey = isUnderNextKey ? opener?.key ?? key : key
            if version == nil {
                try database.transaction { () throws(DatabaseError) in
                    try database.execute(Schema.creation)
                    try StateWriter(database, key: key).put(KeyCheck(), at: OnlyRow(), as: Rows.keyCheck)
                }
            } else if let opener, let copy {
                warnings += try upgrade(database, copiedTo: copy, sealedWith: opener.key, to: writerKey)
                warnings.append(.upgraded(path: path, copy: copy))
            } else if let opener, opener.key !== writerKey {
                let count = try database.reseal(from: opener.key, to: writerKey)
                warnings.append(.resealed(path: keySource.path(in: directory.path), count: count))
            }
            var state = SavedState()
            for kind in Rows.all {
                let count = try kind.load(into: &state, from: database, key: writerKey)
                if count > 0 { warnings.append(.unreadableRows(table: "\(kind.name)", count: count)) }
            }
            let writer = try StateWriter(database, key: writerKey)
            // A widget's number is never used again, even if the row that tells it could not be read.
            writer.lastWidget = state.nextWidgetNumber - 1
            return Loaded(
                database: database,
                writer: writer,
                isUnderNextKey: isUnderNextKey,
                state: state,
                warnings: warnings
            )
        } catch { throw LoadingError(error, path: path) }
    }

    /// Returns the key that opens a database: the configured one, the fresh one of a change of keys that was interrupted, or
    /// the one before.
    private static func opener(
        of database: Database,
        version: Int64,
        _ key: SealingKey,
        _ keySource: KeySource,
        _ directory: String
    ) throws -> (key: SealingKey, isNext: Bool) {
        let isEarlier = version == EarlierTable.version
        let query =
            isEarlier ? "SELECT sealed FROM key_check" : "SELECT sealed FROM rows WHERE kind = 'keyCheck'"
        guard let check = try database.rows(query).first?.first?.blob else {
            throw LoadingError.damaged(reason: "the key check is missing")
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

    /// Moves what an earlier version wrote into the table of this one: all of it, or nothing.
    private static func upgrade(
        _ database: Database,
        copiedTo copy: String,
        sealedWith old: SealingKey,
        to new: SealingKey
    ) throws(DatabaseError) -> [StateStoreWarning] {
        do {
            return try database.transaction { () throws(DatabaseError) in
                try EarlierTable.move(in: database, sealedWith: old, to: new)
            }
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
    /// Throws ``LoadingError`` for the database of another program or a newer version.
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
            throw LoadingError.refused(.foreign(path: path))
        }
        let version = versions.upperBound
        guard found <= version else {
            throw LoadingError.refused(
                .newerVersion(path: path, found: Int(found), supported: Int(version))
            )
        }
        return (database, isEmpty ? nil : found)
    }
}
