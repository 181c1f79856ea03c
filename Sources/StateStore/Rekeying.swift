import Glibc
import LinuxSystem
import LocationModel
import WaymarkEngine

extension StateStore {
    /// Seals everything anew, with a fresh key in the state directory, and forgets the old key.
    ///
    /// A crash at any moment leaves a database and the key that opens it: the fresh key is on the disk beside the old one
    /// before anything is sealed with it, and takes the old one's name once everything is.
    ///
    /// - Returns: How many values were sealed anew.
    /// - Throws: ``StateStoreError``; the old key is then still the right one.
    package func rekey() throws(StateStoreError) -> Int {
        guard keySource.isOwn else { throw .key(.elsewhere(path: keySource.path(in: directory.path))) }
        let nextPath = keySource.nextPath(in: directory.path)
        guard let bytes = SealingKey.makeRandomBytes(), let fresh = SealingKey(bytes) else {
            throw .key(.unavailable)
        }
        do {
            try AtomicFile.write(bytes, to: nextPath, permissions: 0o400)
        } catch {
            throw .system(error)
        }
        let count: Int
        do {
            count = try Self.reseal(database, from: statements.key, to: fresh)
        } catch {
            unsafe _ = unlink(nextPath)
            throw StateStoreError(error, path: directory.database)
        }
        statements.key = fresh
        do {
            try keySource.adoptNext(in: directory.path)
        } catch {
            throw .key(error)
        }
        // The old seals are still in free pages and in the log, where who has the old key could open them.
        try? database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        return count
    }

    /// Seals every value that `old` opens with `new`, in one transaction.
    static func reseal(
        _ database: Database,
        from old: SealingKey,
        to new: SealingKey
    ) throws(DatabaseError) -> Int {
        try database.execute("BEGIN IMMEDIATE")
        do {
            var count = 0
            for column in SealedColumn.all { count += try column.reseal(in: database, from: old, to: new) }
            try database.execute("COMMIT")
            return count
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            throw error
        }
    }
}

/// A column with sealed values, and how its rows are named in the seals.
private struct SealedColumn: Sendable {
    let table: String
    let keyColumns: [String]
    let place: @Sendable ([DatabaseValue]) -> SealedPlace?

    static let all = [
        SealedColumn(table: "key_check", keyColumns: ["id"]) { _ in .keyCheck },
        SealedColumn(table: "timelines", keyColumns: ["number"]) {
            WidgetIdentifier($0[0]).map { .timeline(of: $0) }
        },
        SealedColumn(table: "places", keyColumns: ["name"]) {
            $0[0].text.map { SealedPlace(table: "places", column: "sealed", row: $0) }
        },
        SealedColumn(table: "accesses", keyColumns: ["uid", "number"]) { row in
            guard let user = row[0].integer.flatMap(UInt32.init(exactly:)),
                let number = row[1].integer.flatMap(UInt64.init(exactly:))
            else { return nil }
            return .access(number, of: UserIdentifier(user))
        },
    ]

    func reseal(
        in database: Database,
        from old: SealingKey,
        to new: SealingKey
    ) throws(DatabaseError) -> Int {
        let columns = keyColumns.joined(separator: ", ")
        let condition = keyColumns.map { "\($0) = ?" }.joined(separator: " AND ")
        let update = try Statement(database, "UPDATE \(table) SET sealed = ? WHERE \(condition)")
        var count = 0
        for row in try database.rows("SELECT \(columns), sealed FROM \(table)") {
            // What the old key does not open was lost before, and stays what it is.
            guard let place = place(row), let sealed = row.last?.blob,
                let value = old.open(sealed, at: place)
            else { continue }
            _ = try update.rows([.blob(new.seal(value, at: place))] + row.dropLast())
            count += 1
        }
        return count
    }
}
