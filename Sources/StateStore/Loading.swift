import Glibc
import LocationModel
import WaymarkEngine

/// A sound database with its content.
struct Loaded {
    let database: Database

    /// The key that opens it.
    let key: SealingKey

    /// Whether that key is the fresh one of a change of keys that was interrupted.
    let isUnderNextKey: Bool
    let state: SavedState
    let warnings: [StateStoreWarning]
}

/// The reason why a database could not be loaded.
enum LoadingError: Error {
    /// The file is not a database, or is damaged.
    case damaged(reason: String)

    /// Another problem, which moving the file aside would not solve.
    case refused(StateStoreError)

    init(_ error: DatabaseError, path: String) {
        self =
            error.isCorruption
            ? .damaged(reason: error.message) : .refused(StateStoreError(error, path: path))
    }

    func asStoreError(path: String) -> StateStoreError {
        switch self {
        case .damaged(let reason): .database(path: path, DatabaseError(damage: reason))
        case .refused(let error): error
        }
    }
}

extension StateStore {
    /// Opens the database of a directory, or creates an empty one, and reads it.
    static func load(
        in directory: borrowing StateDirectory,
        key configuredKey: SealingKey,
        from keySource: KeySource
    ) throws(LoadingError) -> Loaded {
        var key = configuredKey
        let path = directory.database
        do {
            try StateDirectory.makeDatabaseFile(at: path)
            let database = try Database(path: path)
            let isEmpty = try database.isEmpty(
                orOf: Schema.applicationIdentifier,
                version: Schema.version,
                path: path
            )
            let complaints = try database.rows("PRAGMA quick_check(1)").compactMap(\.first?.text)
            guard complaints == ["ok"] else {
                throw LoadingError.damaged(reason: complaints.first ?? "no answer to quick_check")
            }
            EarlierCopy.remove(in: directory.path)
            var warnings: [StateStoreWarning] = []
            let copy = isEmpty ? nil : try EarlierCopy.make(of: database, at: path)
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
            if isEmpty { try create(in: database, key: key) }
            if let copy {
                try complete(database, copiedTo: copy)
                warnings.append(.upgraded(path: path, copy: copy))
            }
            let keyCheckPlace = Tables.keyCheck.place(of: KeyCheck.row)
            guard let check = try database.rows("SELECT sealed FROM key_check").first?.first?.blob else {
                throw LoadingError.damaged(reason: "the key check is missing")
            }
            var isUnderNextKey = false
            if key.open(check, at: keyCheckPlace) == nil {
                let keyPath = keySource.path(in: directory.path)
                if let next = try keySource.next(in: directory.path),
                    next.open(check, at: keyCheckPlace) != nil
                {
                    (key, isUnderNextKey) = (next, true)
                } else if let previous = try keySource.previous(in: directory.path),
                    previous.open(check, at: keyCheckPlace) != nil
                {
                    let count = try reseal(database, from: previous, to: key)
                    warnings.append(.resealed(path: keyPath, count: count))
                } else {
                    throw LoadingError.refused(.key(.wrong(path: keyPath, database: path)))
                }
            }
            var state = SavedState()
            for table in Tables.all {
                let count = try table.load(into: &state, from: database, key: key)
                if count > 0 { warnings.append(.unreadableRows(table: table.name, count: count)) }
            }
            // A widget's number is never used again, even if the counter could not be read.
            let lastNumber = state.widgets.keys.max()?.rawValue ?? 0
            state.nextWidgetNumber = max(state.nextWidgetNumber, lastNumber + 1)
            return Loaded(
                database: database,
                key: key,
                isUnderNextKey: isUnderNextKey,
                state: state,
                warnings: warnings
            )
        } catch let error as DatabaseError {
            throw LoadingError(error, path: path)
        } catch let error as LoadingError {
            throw error
        } catch let error as KeyProblem {
            throw .refused(.key(error))
        } catch let error as StateStoreError {
            throw .refused(error)
        } catch {
            preconditionFailure("no other error is thrown above: \(error)")
        }
    }

    private static func create(in database: Database, key: SealingKey) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            try database.execute(Schema.creation)
            try StateWriter(database, key: key).put(KeyCheck(), at: KeyCheck.row, in: Tables.keyCheck)
        }
    }

    /// Makes the tables that an earlier version did not have: all of them, or none.
    private static func complete(_ database: Database, copiedTo copy: String) throws(DatabaseError) {
        do {
            try database.transaction { () throws(DatabaseError) in try database.execute(Schema.tables) }
        } catch {
            // The database is as it was. Without this, each start would leave another copy.
            unsafe _ = unlink(copy)
            throw error
        }
    }
}

extension DatabaseError {
    /// Creates the error of damage that SQLite itself does not see.
    fileprivate init(damage: String) { self.init(code: 11, systemCode: 0, message: damage) }
}
