import Glibc
import LinuxSystem
import LocationModel
import SealedDatabase

/// The copy of a database as an earlier version of the service left it, for whoever must go back to that version.
enum EarlierCopy {
    /// The lifetime of a copy in seconds; older ones are removed when the database is opened.
    static let lifetime = 14 * 86_400

    /// The part of a copy's name between the database's name and the time.
    private static let mark = ".before-upgrade-"

    /// Returns the file for a copy of a database that is made now.
    static func path(of database: String, at now: UTCInstant) -> String {
        database + mark + StateDirectory.timestamp(now)
    }

    /// Copies a database before anything in it is changed.
    static func make(of database: Database, at target: String) throws {
        // SQLite would make a file that others could read.
        try StateDirectory.makeDatabaseFile(at: target)
        _ = try database.rows("VACUUM INTO ?", [BoundValue(storedKey: .text(target))])
        let copy = try FileDescriptor(opening: target, O_RDONLY)
        guard fsync(copy.rawValue) == 0 else { throw SystemError("fsync", on: target) }
    }

    /// Removes the copies in a directory that are older than ``lifetime`` at `now`, or all of them if it is `nil`.
    static func remove(in directory: String, oldAt now: UTCInstant?) {
        guard let folder = try? Folder(directory), let names = try? folder.names(endingWith: "") else {
            return
        }
        for name in names where name.hasPrefix(StateDirectory.databaseName + mark) {
            let path = directory + "/" + name
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { continue }
            let end = UTCInstant(secondsSince1970: Int64(status.st_mtim.tv_sec + lifetime))
            if now.map({ end < $0 }) ?? true { unsafe _ = unlink(path) }
        }
    }
}
