import LocationModel
import WaymarkEngine

/// The tables of the journal's file.
enum JournalTables {
    /// SQLite's `application_id`: `WYMJ` in ASCII.
    static let applicationIdentifier: Int64 = 0x5759_4D4A

    /// SQLite's `user_version`: raised with every change of the tables.
    static let version: Int64 = 1

    static let decisions = Table<JournalKey, KeptDecision>(
        sealed: "decisions",
        key: Columns(
            "uid",
            "number",
            values: { ($0.owner, $0.number) },
            row: { JournalKey(owner: $0, number: $1) }
        )
    ) { _, _ in }

    /// The bytes of each user's decisions, as they count for the limits.
    static let sizes = Table<UserOrEverybody, UInt64>(
        "sizes",
        key: Columns("uid"),
        value: Columns("bytes")
    ) { _, _ in }

    /// Makes the tables of ``version`` in an empty database.
    static let creation =
        Tables.keyCheck.creation + decisions.creation + sizes.creation + """
            CREATE INDEX decisions_in_order ON \(decisions.name) (number);
            PRAGMA application_id = \(applicationIdentifier);
            PRAGMA user_version = \(version);
            """
}
