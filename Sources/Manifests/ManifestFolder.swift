import Glibc
import LinuxSystem

/// A folder of manifests, and the users who may own them.
package struct ManifestFolder: Hashable, Sendable {
    package let path: String

    /// The users who may own the folder and its files; `nil` for any user.
    package let owners: Set<UInt32>?

    /// Creates the description of a folder, which need not exist.
    package init(path: String, owners: Set<UInt32>?) {
        self.path = path
        self.owners = owners
    }

    /// The folders of installed manifests, in the order of precedence: the administrator's, then those of packages.
    package static let installed = [
        ManifestFolder(path: "/usr/local/share/waymark/apps", owners: [0]),
        ManifestFolder(path: "/usr/share/waymark/apps", owners: [0]),
    ]

    /// The current user's own folder; `nil` without a home.
    package static func ofPerson() -> ManifestFolder? {
        Environment.dataHome.map { ManifestFolder(path: $0 + "/waymark/apps", owners: [0, geteuid()]) }
    }

    /// Returns the mistake in the owner or permissions of a file or folder, if any.
    func mistake(in status: FileStatus) -> String? {
        if status.isWritableByAll { return "writable by every user; run chmod o-w on it" }
        // Whoever owns it could impersonate another user's app.
        guard let owners, !owners.contains(status.owner) else { return nil }
        return "owned by user \(status.owner); change its owner to the owner of this folder"
    }

    static let fileLimit = 16_384

    /// Reads one file; `nil` if it has just been removed.
    func read(_ name: String, in folder: borrowing Folder) -> ManifestReading? {
        let path = "\(self.path)/\(name)"
        do throws(SystemError) {
            let descriptor = try folder.open(name)
            let status = try FileStatus(of: descriptor, at: path)
            if let mistake = status.isRegularFile ? mistake(in: status) : "not a regular file" {
                return ManifestReading(mistake: mistake, in: path)
            }
            let bytes = try InputFile(descriptor, path: path).contents(atMost: ManifestReading.sizeLimit)
            return ManifestReading(bytes, from: path, fileName: name)
        } catch {
            switch error.code {
            case ENOENT: return nil
            // It could lead anywhere.
            case ELOOP:
                let reason = "symbolic links are not followed; put the file itself here"
                return ManifestReading(mistake: reason, in: path)
            default: return ManifestReading(error, in: path)
            }
        }
    }
}

extension ManifestReading {
    /// Reads a manifest from any path, or standard input for `-`.
    package init(path: String) {
        do throws(SystemError) {
            let bytes = try contentsOfFile(path, atMost: Self.sizeLimit)
            let fileName = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
            self.init(bytes, from: path, fileName: fileName)
        } catch {
            self.init(error, in: path)
        }
    }

    fileprivate init(_ error: SystemError, in path: String) {
        self.init(mistake: error.code == EFBIG ? Self.tooLarge : "\(error)", in: path)
    }
}
