/// The tables, and the marks by which a file is known to hold them.
enum Schema {
    /// SQLite's `application_id`: `WYMK` in ASCII.
    static let applicationIdentifier: Int64 = 0x5759_4D4B

    /// SQLite's `user_version`: raised with every change of the tables.
    static let version: Int64 = 2

    /// Makes the tables of ``version`` in an empty database.
    static let creation = """
        \(first)
        \(second)
        PRAGMA application_id = \(applicationIdentifier);
        PRAGMA user_version = \(version);
        """

    /// Makes of the tables of an older version those of ``version``.
    static func migration(from version: Int64) -> String? {
        switch version {
        case 1: second + "PRAGMA user_version = \(Self.version);"
        default: nil
        }
    }

    /// The tables of the first version.
    ///
    /// `sealed` columns hold what ``SealingKey/seal(_:at:)`` returns; `docs/store.md` tells what is inside.
    private static let first = """
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
        """

    /// What the second version adds: everything about authorization but the person's choice.
    private static let second = """
        ALTER TABLE grants ADD COLUMN accuracy TEXT;
        ALTER TABLE grants ADD COLUMN is_provisional INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE grants ADD COLUMN always_was_asked INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE grants ADD COLUMN always_confirmed_at INTEGER;
        CREATE TABLE services_off (uid INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE manifests (
            uid INTEGER NOT NULL,
            app TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (uid, app)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE accesses (
            uid INTEGER NOT NULL,
            number INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (uid, number)
        ) STRICT, WITHOUT ROWID;
        """
}
