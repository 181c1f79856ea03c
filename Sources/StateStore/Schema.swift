/// The tables, and the marks by which a file is known to hold them.
enum Schema {
    /// SQLite's `application_id`: `WYMK` in ASCII.
    static let applicationIdentifier: Int64 = 0x5759_4D4B

    /// SQLite's `user_version`: raised with every change of the tables.
    static let version: Int64 = 1

    /// Makes the tables of ``version`` in an empty database.
    ///
    /// `sealed` columns hold what ``SealingKey/seal(_:at:)`` returns; `docs/store.md` tells what is inside.
    static let creation = """
        CREATE TABLE key_check (id INTEGER PRIMARY KEY CHECK (id = 1), sealed BLOB NOT NULL) STRICT;
        CREATE TABLE grants (
            uid INTEGER NOT NULL,
            app TEXT NOT NULL,
            status TEXT NOT NULL,
            widgets TEXT NOT NULL,
            PRIMARY KEY (uid, app)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE kinds (
            uid INTEGER NOT NULL,
            app TEXT NOT NULL,
            kind TEXT NOT NULL,
            wants_location INTEGER NOT NULL CHECK (wants_location IN (0, 1)),
            PRIMARY KEY (uid, app, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE widgets (
            number INTEGER PRIMARY KEY,
            uid INTEGER NOT NULL,
            app TEXT NOT NULL,
            kind TEXT NOT NULL
        ) STRICT;
        CREATE TABLE timelines (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
        CREATE TABLE pending_reloads (number INTEGER PRIMARY KEY, reason TEXT NOT NULL) STRICT;
        CREATE TABLE standing_views (number INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE places (name TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        PRAGMA application_id = \(applicationIdentifier);
        PRAGMA user_version = \(version);
        """
}
