import Glibc
import LinuxSystem

package struct KeySource: Hashable, Sendable {
    package static let credentialName = "waymark-key"

    private enum Place: Hashable {
        case named(path: String)
        case credential(path: String)
        case stateDirectory
    }

    private let place: Place

    /// Chooses the file that the configuration names, else the service's credential, else the state directory.
    ///
    /// - Parameters:
    ///   - keyFile: The file that the configuration names.
    ///   - credentialsDirectory: `$CREDENTIALS_DIRECTORY`, where systemd puts a service's credentials.
    package init(keyFile: String?, credentialsDirectory: String?) {
        if let keyFile {
            place = .named(path: keyFile)
        } else if let credentialsDirectory,
            unsafe access("\(credentialsDirectory)/\(Self.credentialName)", F_OK) == 0
        {
            place = .credential(path: "\(credentialsDirectory)/\(Self.credentialName)")
        } else {
            place = .stateDirectory
        }
    }

    func path(in directory: String) -> String {
        switch place {
        case .named(let path), .credential(let path): path
        case .stateDirectory: directory + "/key"
        }
    }

    /// Reads the key, or creates one if there is no database yet.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - database: The path of the database, for the message.
    ///   - hasDatabase: Whether a database exists, which a new key could not open.
    /// - Returns: The key.
    /// - Throws: ``KeyProblem`` when there is no key; nothing is changed then.
    func load(directory: String, database: String, hasDatabase: Bool) throws(KeyProblem) -> SealingKey {
        let path = path(in: directory)
        if let key = try read(path) { return key }
        guard place == .stateDirectory else { throw .namedFileMissing(path: path) }
        guard !hasDatabase else { throw .missing(path: path, database: database) }
        guard let key = SealingKey(try make(path)) else { throw .unavailable }
        return key
    }

    /// Whether the key lies in the state directory, where the daemon may change it.
    var isOwn: Bool { place == .stateDirectory }

    /// Returns the fresh key of a change of keys that was interrupted.
    func next(in directory: String) throws(KeyProblem) -> SealingKey? {
        isOwn ? try read(nextPath(in: directory)) : nil
    }

    /// Returns the path of the fresh key while everything is sealed anew.
    func nextPath(in directory: String) -> String { path(in: directory) + ".next" }

    /// Returns the previous key, which the owner has kept beside the new one.
    func previous(in directory: String) throws(KeyProblem) -> SealingKey? {
        try read(path(in: directory) + ".previous")
    }

    /// Returns the keys that an interrupted change of keys may have left in force.
    ///
    /// - Parameters:
    ///   - key: The key with the usual name.
    ///   - directory: The state directory.
    /// - Returns: That key, the fresh one and the previous one, as far as they exist and can be read.
    func formerKeys(beside key: SealingKey, in directory: String) -> [SealingKey] {
        [key, (try? next(in: directory)) ?? nil, (try? previous(in: directory)) ?? nil].compactMap(\.self)
    }

    /// Gives the fresh key the name of the old one.
    func adoptNext(in directory: String) throws(KeyProblem) {
        let path = path(in: directory)
        guard unsafe rename(nextPath(in: directory), path) == 0 else {
            throw .system(SystemError("rename", on: path))
        }
        do {
            try StateDirectory.synchronize(directory)
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
        try check(path)
        guard bytes.count == SealingKey.length else { throw .wrongLength(path: path, count: bytes.count) }
        guard let key = SealingKey(bytes) else { throw .unavailable }
        return key
    }

    private func check(_ path: String) throws(KeyProblem) {
        // systemd grants its credentials through an access control list, whose mask looks like group permissions.
        if case .credential = place { return }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .system(SystemError("stat", on: path)) }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .wrongOwner(path: path, owner: status.st_uid)
        }
        let mode = status.st_mode & 0o7777
        guard mode & 0o077 == 0 else { throw .tooOpen(path: path, mode: mode) }
    }

    private func make(_ path: String) throws(KeyProblem) -> [UInt8] {
        guard let bytes = SealingKey.makeRandomBytes() else { throw .unavailable }
        do {
            // The file is complete or absent: half a key would lock its owner out.
            try AtomicFile.write(bytes, to: path, permissions: 0o400)
        } catch {
            throw .system(error)
        }
        return bytes
    }
}
