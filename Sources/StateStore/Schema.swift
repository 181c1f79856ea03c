/// The marks by which a file is known to hold the tables.
enum Schema {
    /// SQLite's `application_id`: `WYMK` in ASCII.
    static let applicationIdentifier: Int64 = 0x5759_4D4B

    /// SQLite's `user_version`: raised with every change of the tables.
    static let version: Int64 = 2

    /// Makes the tables of ``version`` in an empty database.
    static let creation =
        Tables.all.map(\.creation).joined() + """
            PRAGMA application_id = \(applicationIdentifier);
            PRAGMA user_version = \(version);
            """
}
