package import LinuxSystem
package import SealedDatabase

package enum StateStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The state directory, or a file in it other than the database, fails.
    case system(SystemError)

    /// The state directory can be neither used nor made.
    case directory(path: String, SystemError)
    case inUse(directory: String, processIdentifier: Int?)
    case directoryTooOpen(path: String, mode: UInt32)
    case directoryOfAnother(path: String, owner: UInt32)
    case key(KeyProblem)
    case newerVersion(path: String, found: Int, supported: Int)
    case foreign(path: String)

    /// The disk is full; nothing was committed.
    case full(path: String)
    case database(path: String, DatabaseError)

    package var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .directory(let path, let error):
            "the state directory \(path) cannot be used (\(error)): it must be a folder that the user of waymarkd can make or "
                + "write; choose another with Directory= in [State]"
        case .inUse(let directory, let holder):
            "the state directory \(directory) is in use by another waymarkd"
                + (holder.map { " (process \($0))" } ?? "")
        case .directoryTooOpen(let path, let mode):
            "the state directory \(path) has mode 0\(String(mode, radix: 8)), which lets others into it: "
                + "chmod 700 \(path)"
        case .directoryOfAnother(let path, let owner):
            "the state directory \(path) belongs to user \(owner), neither to root nor to the user of waymarkd: "
                + "chown it to the user of waymarkd, or choose another with Directory= in [State]"
        case .key(let problem): "\(problem)"
        case .newerVersion(let path, let found, let supported):
            "\(path) is of version \(found), and this waymarkd knows versions up to \(supported): "
                + "install the newer waymarkd again, or move the file away to begin anew"
        case .foreign(let path): "\(path) is the database of another program: move it away"
        case .full(let path): "no space left for \(path): nothing was changed"
        case .database(let path, let error): "\(path): \(error)"
        }
    }

    init(_ error: DatabaseError, path: String) {
        self = error.isFull ? .full(path: path) : .database(path: path, error)
    }
}

/// A problem of the state that does not stop the daemon.
package enum StateStoreWarning: Hashable, Sendable, CustomStringConvertible {
    case movedAside(path: String, to: String, reason: String)

    /// The database of an earlier version was moved into the table of this one; a copy of it is kept for some time.
    case upgraded(path: String, copy: String)
    case resealed(path: String, count: Int)
    case unreadableRows(table: String, count: Int)
    case journalMovedAside(path: String, to: String, reason: String)
    case journalUnusable(String)
    case journalUnderFormerKey(path: String)
    case journalFails(String)
    case journalWorksAgain(lost: Int)

    package var description: String {
        switch self {
        case .movedAside(let path, let target, let reason):
            "\(path) is damaged (\(reason)) and was moved to \(target); "
                + "grants, placed widgets and timelines begin anew"
        case .upgraded(let path, let copy):
            "\(path) was written by an earlier version and is now one of this version; to go back to that version within "
                + "\(EarlierCopy.lifetime / 86_400) days, put \(copy) in its place"
        case .resealed(let path, let count):
            "\(count) sealed values were sealed anew with the key \(path); the previous one is needed no longer"
        case .unreadableRows(let table, let count):
            "\(count) row\(count == 1 ? "" : "s") of '\(table)' cannot be read and "
                + "\(count == 1 ? "is" : "are") left out"
        case .journalMovedAside(let path, let target, let reason):
            "\(path) cannot be read (\(reason)) and was moved to \(target); the journal begins anew"
        case .journalUnusable(let reason):
            "the journal is kept in memory only: \(reason)"
        case .journalUnderFormerKey(let path):
            "\(path) could not be sealed with the new key: keep the former one beside it until the next start"
        case .journalFails(let reason): "the journal cannot be saved or read now: \(reason)"
        case .journalWorksAgain(let lost):
            "the journal is saved again" + (lost == 0 ? "" : "; \(lost) decisions are lost")
        }
    }
}
