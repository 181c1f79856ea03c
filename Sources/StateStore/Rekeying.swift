import Glibc
import LinuxSystem

extension StateStore {
    /// Seals everything anew, with a fresh key in the state directory, and forgets the old key.
    ///
    /// A crash at any moment leaves a database and the key that opens it: the fresh key is on the disk beside the old one
    /// before anything is sealed with it, and takes the old one's name once everything is.
    ///
    /// - Returns: The number of values that were sealed anew.
    /// - Throws: ``StateStoreError``; the old key is still in use then.
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
            count = try Self.reseal(database, from: writer.key, to: fresh)
        } catch {
            unsafe _ = unlink(nextPath)
            throw StateStoreError(error, path: directory.database)
        }
        writer.key = fresh
        do {
            try keySource.adoptNext(in: directory.path)
        } catch {
            throw .key(error)
        }
        // Values under the old key are still in free pages and in the log.
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
            for table in Tables.all { count += try table.reseal(in: database, from: old, to: new) }
            try database.execute("COMMIT")
            return count
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            throw error
        }
    }
}
