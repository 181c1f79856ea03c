import Glibc
import LinuxSystem
import LocationModel

/// The folder of the database, held by one daemon at a time.
struct StateDirectory: ~Copyable {
    let path: String

    /// The lock, held for as long as the daemon runs.
    private let lock: FileLock

    /// Creates the folder if it is missing, and locks it.
    init(_ path: String) throws(StateStoreError) {
        if unsafe mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw .directory(path: path, SystemError("mkdir", on: path))
        }
        try Self.checkAccess(path)
        let lockPath = path + "/lock"
        let lock: FileLock
        do throws(SystemError) {
            lock = try FileLock(on: lockPath)
        } catch {
            guard error.code == EWOULDBLOCK else {
                throw error.code == EACCES ? .directory(path: path, error) : .system(error)
            }
            let text = (try? contentsOfFile(lockPath, atMost: 64)).map {
                String(decoding: $0, as: UTF8.self)
            }
            let holder = text.flatMap { Int($0.prefix { $0.isNumber }) }
            throw .inUse(directory: path, processIdentifier: holder)
        }
        // For the message to a second daemon only: the lock works on a full disk too.
        let holder = Array("\(getpid())\n".utf8)
        let number = lock.file.rawValue
        if ftruncate(number, 0) == 0 { unsafe _ = write(number, holder, holder.count) }
        self.path = path
        self.lock = lock
    }

    /// Checks that the folder exists or can be created, as far as this user can see.
    static func check(_ path: String) throws(StateStoreError) {
        var status = stat()
        // A link that leads nowhere is in the way of the folder.
        guard unsafe lstat(path, &status) != 0 && errno == ENOENT else {
            // The user who checks may be another one than the daemon's.
            return try checkAccess(path, byDaemon: false)
        }
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe stat(parent, &status) == 0 || errno == EACCES else {
            throw .directory(path: path, SystemError("stat", on: parent))
        }
    }

    /// Checks that nobody but the owner can open the folder, and that the owner is this user or root.
    private static func checkAccess(_ path: String, byDaemon: Bool = true) throws(StateStoreError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if !byDaemon, errno == EACCES { return }
            throw .directory(path: path, SystemError("stat", on: path))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .directory(path: path, SystemError("open", on: path, code: ENOTDIR))
        }
        guard !byDaemon || status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .refused(
                "the state directory \(path) belongs to user \(status.st_uid), neither to root nor to the user of "
                    + "waymarkd: chown it to the user of waymarkd, or choose another with Directory= in [State]"
            )
        }
        let mode = status.st_mode & 0o7777
        guard mode & 0o077 == 0 else {
            throw .refused(
                "the state directory \(path) has mode 0\(String(mode, radix: 8)), which lets others into it: "
                    + "chmod 700 \(path)"
            )
        }
    }

    static let databaseName = "state.db"

    var database: String { path + "/" + Self.databaseName }
    var hasDatabase: Bool { unsafe access(database, F_OK) == 0 }

    /// Creates an empty database file that only the owner can read; SQLite gives its companions the same mode.
    static func makeDatabaseFile(at path: String) throws(StateStoreError) {
        do throws(SystemError) {
            _ = try FileDescriptor(opening: path, O_WRONLY | O_CREAT, permissions: 0o600)
        } catch { throw error.code == ENOSPC ? .full(path: path) : .system(error) }
    }

    /// Renames a database and its companions, never over an existing file, and returns the new path of the database.
    static func moveAside(_ database: String, at now: UTCInstant) throws(StateStoreError) -> String {
        var target = "\(database).corrupt-\(timestamp(now))"
        while unsafe access(target, F_OK) == 0 { target += "-again" }
        // The database comes last: its name tells which companions belong to it.
        for suffix in ["-shm", "-wal", ""] {
            guard unsafe rename(database + suffix, target + suffix) == 0 || errno == ENOENT else {
                throw .system(SystemError("rename", on: database + suffix))
            }
        }
        let folder = database.prefix(upTo: database.lastIndex(of: "/") ?? database.endIndex)
        try StateStoreError.sorting(database) { try Folder.synchronize(String(folder)) }
        return target
    }

    /// The time as `20260131T235959Z`.
    static func timestamp(_ time: UTCInstant) -> String {
        time.text(places: 0).filter { $0 != "-" && $0 != ":" }
    }
}
