import Glibc
import LinuxSystem
import OwnTracks
import UserInput

/// The file of the paired phones with their keys, a line each, that only the program's user can read.
struct PhoneFile {
    /// The most phones: each message is tried with the key of each.
    static let limit = 16

    let folder: String

    var path: String { folder + "/phones" }

    /// Makes the folder, and takes the identity of its owner, if this is root, so that the service can read the file.
    func becomeOwner() throws(SystemError) {
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw SystemError("mkdir", on: folder) }
        var status = stat()
        guard unsafe lstat(folder, &status) == 0 else { throw SystemError("stat", on: folder) }
        // systemd gives a folder that root has made to the service when it starts.
        if geteuid() == 0, status.st_uid != 0 { try ProcessIdentity.become(status.st_uid) }
    }

    /// Reads the phones; there are none without a file.
    func read() throws -> [PairedPhone] {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT { return [] }
            throw SystemError("open", on: path)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw OwnersProblem("\(path): others can read the keys of the phones: chmod 600 \(path)")
        }
        let text = String(decoding: try contentsOfFile(path, atMost: 4096), as: UTF8.self)
        return try text.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2, PairedPhone.isName(words[0]), let key = PhoneKey(words[1]) else {
                throw OwnersProblem("\(path): remove it, and pair the phones again: it is damaged")
            }
            return PairedPhone(name: words[0], key: key)
        }
    }

    func write(_ phones: [PairedPhone]) throws(SystemError) {
        let text = phones.map { "\($0.name) \($0.key.text)\n" }.joined()
        try AtomicFile.write(Array(text.utf8), to: path, permissions: 0o600)
    }
}
