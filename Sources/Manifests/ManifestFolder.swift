import Glibc
import LinuxSystem
import LocationModel

/// A folder of manifests, and the users whose files in it are trusted.
package struct ManifestFolder: Hashable, Sendable {
    /// Its path.
    package let path: String

    /// The users who may own the folder and its files; `nil` for anybody.
    package let owners: Set<UInt32>?

    /// Describes a folder; it need not exist.
    package init(path: String, owners: Set<UInt32>?) {
        self.path = path
        self.owners = owners
    }

    /// The folders of the machine, in the order of precedence: the administrator's own, then that of packages.
    package static let installed = [
        ManifestFolder(path: "/usr/local/share/waymark/apps", owners: [0]),
        ManifestFolder(path: "/usr/share/waymark/apps", owners: [0]),
    ]

    /// Returns the folder of the user who runs this; `nil` without a home.
    package static func ofPerson() -> ManifestFolder? {
        Environment.dataHome.map { ManifestFolder(path: $0 + "/waymark/apps", owners: [0, geteuid()]) }
    }

    /// Returns the mistake in the owner or permissions of the folder or a file in it.
    func mistake(in status: FileStatus) -> ManifestMistake.Reason? {
        if status.isWritableByAll { return .writableByAll }
        if let owners, !owners.contains(status.owner) { return .foreignOwner(UserIdentifier(status.owner)) }
        return nil
    }
}

extension ManifestReading {
    /// Reads a manifest from any path, or from standard input for `-`.
    package init(path: String) {
        do throws(SystemError) {
            let bytes = try contentsOfFile(path, atMost: Self.sizeLimit)
            let fileName = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
            self.init(bytes, from: path, fileName: fileName)
        } catch {
            self.init(
                mistake: error.code == EFBIG ? .tooLarge(limit: Self.sizeLimit) : .unreadable(error),
                in: path
            )
        }
    }
}
