/// The marks by which a file is known to hold the tables.
enum Schema {
    /// SQLite's `application_id`: `WYMK` in ASCII.
    static let applicationIdentifier: Int64 = 0x5759_4D4B

    /// SQLite's `user_version`: raised with every change of an existing table.
    static let version: Int64 = 2

    /// Makes the tables that are missing, because the database is empty or older than they are.
    static let tables = Tables.all.map(\.creation).joined()

    /// Makes the tables of ``version`` in an empty database.
    static let creation =
        tables + """
            PRAGMA application_id = \(applicationIdentifier);
            PRAGMA user_version = \(version);
            """
}
