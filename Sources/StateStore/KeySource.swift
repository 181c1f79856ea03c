import Glibc
import LinuxSystem

/// Where the sealing key comes from.
package struct KeySource: Hashable, Sendable {
    /// The name of the systemd credential.
    package static let credentialName = "waymark-key"

    /// Where the key is looked for.
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

    /// Returns the path of the key for a state directory.
    func path(in directory: String) -> String {
        switch place {
        case .named(let path), .credential(let path): path
        case .stateDirectory: directory + "/key"
        }
    }

    /// Reads the key, or makes one where that can do no harm.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - database: The path of the database, for the message.
    ///   - hasDatabase: Whether a database exists, which a new key could never open.
    /// - Returns: The key.
    /// - Throws: ``KeyProblem`` when there is none to be had; nothing is changed then.
    func load(directory: String, database: String, hasDatabase: Bool) throws(KeyProblem) -> SealingKey {
        let path = path(in: directory)
        let bytes: [UInt8]
        do {
            bytes = try contentsOfFile(path, atMost: 4096)
        } catch {
            guard error.code == ENOENT else { throw .system(error) }
            guard place == .stateDirectory else { throw .namedFileMissing(path: path) }
            guard !hasDatabase else { throw .missing(path: path, database: database) }
            bytes = try make(path)
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
            // Complete or not at all: half a key would lock its owner out.
            try AtomicFile.write(bytes, to: path, permissions: 0o400)
        } catch {
            throw .system(error)
        }
        return bytes
    }
}
