import Glibc
import SealedDatabase

enum RekeyingStep: CaseIterable {
    /// The fresh key is on the disk, and nothing is sealed with it.
    case keyWritten
    case journalSealed

    /// The state is sealed with the fresh key too.
    case stateSealed

    /// Both write-ahead logs are empty.
    case settled

    /// The fresh key has the name of the old one.
    case keyAdopted
}

extension StateStore {
    package struct Rekeyed {
        package let count: Int

        /// The reason why values under the old key may be left in free pages of the files; `nil` if they are
        /// not.
        package let remains: StateStoreError?
    }

    /// Seals everything anew, with a fresh key in the state directory, and forgets the old key.
    ///
    /// A crash or a failure at any moment leaves files and the keys that open them: the fresh key is on the disk beside
    /// the old one before anything is sealed with it. It takes the old one's name once everything is, and once no log
    /// could bring back a value under the old key. As long as a failed commit may turn up in a log again, both keys stay.
    ///
    /// - Returns: The number of values that were sealed anew.
    /// - Throws: ``StateStoreError``; everything can still be opened, now and after a restart, and the next call completes
    ///   what this one began.
    package func rekey() throws(StateStoreError) -> Rekeyed {
        guard keySource.isOwn else {
            let path = keySource.path(in: directory.path)
            throw .key(.elsewhere(path: path, isCredential: keySource.isCredential))
        }
        try finishRekeying()
        let nextPath = keySource.nextPath(in: directory.path)
        let fresh = try StateStoreError.sorting(nextPath) { try keySource.make(nextPath) }
        atRekeyingStep(.keyWritten)
        var count: Int
        do throws(DatabaseError) {
            count = try journal.reseal(to: fresh)
        } catch {
            // The commit may be in the log although it failed; once the log is empty, nothing needs the fresh key.
            if (try? journal.database.checkpoint()) != nil { unsafe _ = unlink(nextPath) }
            throw StateStoreError(error, path: journal.file.path)
        }
        atRekeyingStep(.journalSealed)
        count += try StateStoreError.sorting(directory.database) {
            try database.reseal(from: writer.key, to: fresh)
        }
        (writer.key, isUnderNextKey) = (fresh, true)
        atRekeyingStep(.stateSealed)
        try finishRekeying()
        return Rekeyed(count: count, remains: removeRemains())
    }

    /// Completes a change of keys, so that everything is sealed with one key, which has the usual name.
    func finishRekeying() throws(StateStoreError) {
        try StateStoreError.sorting(journal.file.path) {
            if journal.key !== writer.key { _ = try journal.reseal(to: writer.key) }
            try journal.database.checkpoint()
        }
        try StateStoreError.sorting(directory.database) { try database.checkpoint() }
        guard isUnderNextKey else { return }
        atRekeyingStep(.settled)
        try StateStoreError.sorting(directory.path) { try keySource.adoptNext(in: directory.path) }
        isUnderNextKey = false
        atRekeyingStep(.keyAdopted)
    }

    /// Rewrites the files, whose free pages hold values under the old key, and returns the reason if that fails.
    private func removeRemains() -> StateStoreError? {
        EarlierCopy.remove(in: directory.path, oldAt: nil)
        for (database, path) in [(database, directory.database), (journal.database, journal.file.path)] {
            do throws(DatabaseError) {
                try database.execute("VACUUM")
                try database.checkpoint()
            } catch { return StateStoreError(error, path: path) }
        }
        return nil
    }
}
