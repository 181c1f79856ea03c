import Glibc
import LinuxSystem
package import WaymarkEngine

/// The state on disk: the only writer of one database, which holds ``SavedState`` as of the last commit.
package final class StateStore {
    /// An opened store with its content.
    package struct Opened {
        /// The store.
        package let store: StateStore

        /// The saved state.
        package let state: SavedState

        /// The problems that were found, for the log.
        package let warnings: [StateStoreWarning]
    }

    /// The decisions, in a file of their own.
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
    /// another key is left exactly as it is.
    ///
    /// - Parameters:
    ///   - path: The directory, which is created if it is missing; its parent must exist.
    ///   - keySource: The source of the sealing key.
    ///   - journal: The limits of the journal, whose problems are never a reason to fail.
    /// - Returns: The store with its content.
    /// - Throws: ``StateStoreError`` when the state cannot be used.
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
        do throws(DatabaseError) {
            let journal = try Journal(
                at: JournalFile(inDirectory: path),
                limits: limits,
                key: loaded.key,
                formerKeys: { keySource.formerKeys(beside: key, in: path) }
            )
            let store = StateStore(
                directory: directory,
                keySource: keySource,
                loaded: loaded,
                journal: journal
            )
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
        directory: consuming StateDirectory,
        keySource: KeySource,
        loaded: Loaded,
        journal: Journal
    ) {
        database = loaded.database
        self.journal = journal
        self.directory = directory
        self.keySource = keySource
        isUnderNextKey = loaded.isUnderNextKey
        writer = StateWriter(database, key: loaded.key)
        database.checkpointsOnClose()
    }

    /// Checks, without changing anything, whether ``open(directory:keySource:)`` could find or create its files.
    ///
    /// Files that this user may not see are assumed to be in order.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - keyFile: The file of the sealing key, if the configuration names one.
    /// - Throws: ``StateStoreError``.
    package static func check(directory: String, keyFile: String?) throws(StateStoreError) {
        try StateDirectory.check(directory)
        if let keyFile, unsafe access(keyFile, F_OK) != 0, errno != EACCES {
            throw .key(.namedFileMissing(path: keyFile))
        }
    }

    /// Makes changes durable, all of them or none.
    ///
    /// When it throws ``StateStoreError/full(path:)``, later commits work again once there is space.
    ///
    /// - Parameter changes: The changes, in order.
    /// - Throws: ``StateStoreError`` when they could not be made durable; nothing has changed then.
    package func commit(_ changes: [StateChange]) throws(StateStoreError) {
        guard !changes.isEmpty else { return }
        do {
            try writer.commit(changes)
        } catch {
            throw StateStoreError(error, path: directory.database)
        }
    }
}
