import Glibc
package import LinuxSystem

package struct KeySource: Hashable, Sendable {
    /// The file of the key; `nil` for the one in the state directory, which the daemon may make and change.
    private let elsewhere: String?
    package let isCredential: Bool

    /// Chooses the file that the configuration names, else the credential in `$CREDENTIALS_DIRECTORY`, else the state
    /// directory.
    package init(keyFile: String?, credentialsDirectory: String?, credential name: String = "waymark-key") {
        let credential = credentialsDirectory.map { "\($0)/\(name)" }
        isCredential = keyFile == nil && credential.map { unsafe access($0, F_OK) == 0 } ?? false
        elsewhere = isCredential ? credential : keyFile
    }

    package func path(in directory: String) -> String { elsewhere ?? directory + "/key" }

    /// Whether the key lies in the state directory, where the daemon may change it.
    package var isOwn: Bool { elsewhere == nil }

    /// Reads the key, or creates one if there is no database yet, which a new key could not open.
    package func load(directory: String, database: String, hasDatabase: Bool) throws(KeyProblem) -> SealingKey
    {
        let path = path(in: directory)
        if let key = try read(path) { return key }
        guard isOwn else { throw .namedFileMissing(path: path) }
        guard !hasDatabase else { throw .missing(path: path, database: database) }
        return try make(path)
    }

    /// Returns the problem of the named file, as far as this user can see, who may be another than the
    /// daemon's.
    package func problemOfNamedFile() -> KeyProblem? {
        guard let path = elsewhere, !isCredential else { return nil }
        do throws(KeyProblem) {
            return try read(path) == nil ? .namedFileMissing(path: path) : nil
        } catch {
            switch error {
            case .wrongOwner: return nil
            case .system(let error) where error.code == EACCES: return nil
            default: return error
            }
        }
    }

    /// Returns the fresh key of a change of keys that was interrupted.
    package func next(in directory: String) throws(KeyProblem) -> SealingKey? {
        isOwn ? try read(nextPath(in: directory)) : nil
    }

    /// Returns the previous key, which the owner has kept beside the new one.
    package func previous(in directory: String) throws(KeyProblem) -> SealingKey? {
        try read(path(in: directory) + ".previous")
    }

    /// Returns the path of the fresh key while everything is sealed anew.
    package func nextPath(in directory: String) -> String { path(in: directory) + ".next" }

    /// Gives the fresh key the name of the old one.
    package func adoptNext(in directory: String) throws(KeyProblem) {
        let path = path(in: directory)
        if unsafe rename(nextPath(in: directory), path) != 0 {
            let error = SystemError("rename", on: path)
            // An earlier call may have renamed it and then failed.
            guard error.code == ENOENT, unsafe access(path, F_OK) == 0 else { throw .system(error) }
        }
        do {
            try Folder.synchronize(directory)
        } catch {
            throw .system(error)
        }
    }

    /// Reads a key, or returns `nil` where there is no file.
    private func read(_ path: String) throws(KeyProblem) -> SealingKey? {
        let bytes: [UInt8]
        do {
            bytes = try contentsOfFile(path, atMost: 4096)
        } catch {
            guard error.code == ENOENT else { throw .system(error) }
            return nil
        }
        guard bytes.count == SealingKey.length else { throw .wrongLength(path: path, count: bytes.count) }
        try check(path)
        guard let key = SealingKey(bytes) else { throw .unavailable }
        return key
    }

    private func check(_ path: String) throws(KeyProblem) {
        // systemd grants its credentials through an access control list, whose mask looks like group permissions.
        if isCredential { return }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .system(SystemError("stat", on: path)) }
        let mode = status.st_mode & 0o7777
        guard mode & 0o077 == 0 else { throw .tooOpen(path: path, mode: mode) }
        // Last, so that a user who only checks learns of all other problems.
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .wrongOwner(path: path, owner: status.st_uid)
        }
    }

    package func make(_ path: String) throws(KeyProblem) -> SealingKey {
        guard let bytes = SealingKey.makeRandomBytes(), let key = SealingKey(bytes) else {
            throw .unavailable
        }
        do {
            // The file is complete or absent: half a key would lock its owner out.
            try AtomicFile.write(bytes, to: path, permissions: 0o400)
        } catch {
            throw .system(error)
        }
        return key
    }
}

package enum KeyProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(path: String, database: String)
    case namedFileMissing(path: String)
    case system(SystemError)
    case tooOpen(path: String, mode: UInt32)
    case wrongOwner(path: String, owner: UInt32)
    case wrongLength(path: String, count: Int)
    case wrong(path: String, database: String)
    case elsewhere(path: String, isCredential: Bool)
    case unavailable

    package var description: String {
        switch self {
        case .missing(let path, let database):
            "the sealing key \(path) is missing, and \(database) cannot be read without it: put the key back, "
                + "or move the database away to begin anew"
        case .namedFileMissing(let path):
            "the sealing key \(path) does not exist: make it with \(Self.making(path)), "
                + "or leave KeyFile= out to have one made"
        case .system(let error): "the sealing key cannot be read or written: \(error)"
        case .tooOpen(let path, let mode):
            "the sealing key \(path) has mode 0\(String(mode, radix: 8)), which lets others read or change it: "
                + "chmod 400 \(path)"
        case .wrongOwner(let path, let owner):
            "the sealing key \(path) belongs to user \(owner), neither to root nor to the user that reads it: "
                + "chown it to that user"
        case .wrongLength(let path, let count):
            "the sealing key \(path) is \(count) bytes long, and a key is \(SealingKey.length): put the right one back, "
                + "or, if nothing has been sealed with it, remove it and make one with \(Self.making(path))"
        case .wrong(let path, let database):
            "the sealing key \(path) is not the one that \(database) was sealed with: put the right key back, "
                + "or move the database away to begin anew"
        case .elsewhere(let path, let isCredential):
            "the sealing key \(path) is not kept in the state directory, so waymarkd cannot change it: "
                // The folder of the credentials is systemd's, which makes it anew at each start.
                + (isCredential
                    ? "in a drop-in of the unit, give it the old key with LoadCredential=waymark-key.previous:FILE "
                        + "and a new one as waymark-key, and restart waymarkd"
                    : "move it to \(path).previous, put a new one in its place, and restart waymarkd")
        case .unavailable: "the sealing key cannot be used: libsodium cannot be started"
        }
    }

    /// The command that makes a key, for its owner alone.
    private static func making(_ path: String) -> String {
        "'(umask 377; head -c \(SealingKey.length) /dev/urandom > \(path))'"
    }
}
