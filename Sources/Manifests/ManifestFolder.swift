import Glibc
import LinuxSystem
import LocationModel

/// A folder of manifests, and who may put some there.
package struct ManifestFolder: Hashable, Sendable {
    /// Where it is.
    package let path: String

    /// The users that its files and it itself may belong to; `nil` where that does not matter.
    package let owners: Set<UInt32>?

    /// Describes a folder, which need not exist.
    package init(path: String, owners: Set<UInt32>?) {
        self.path = path
        self.owners = owners
    }

    /// Where the machine's apps have theirs, what counts first at first: the administrator's own, then those of
    /// packages.
    package static let installed = [
        ManifestFolder(path: "/usr/local/share/waymark/apps", owners: [0]),
        ManifestFolder(path: "/usr/share/waymark/apps", owners: [0]),
    ]

    /// Where a person has its own, `nil` without a home.
    package static func ofPerson() -> ManifestFolder? {
        Environment.dataHome.map { ManifestFolder(path: $0 + "/waymark/apps", owners: [0, geteuid()]) }
    }

    /// What is wrong with a file, or a folder, that has the right place.
    func mistake(in status: FileStatus) -> ManifestMistake.Reason? {
        if status.isWritableByAll { return .writableByAll }
        if let owners, !owners.contains(status.owner) { return .foreignOwner(UserIdentifier(status.owner)) }
        return nil
    }
}

extension ManifestReading {
    /// Reads a manifest wherever it lies, or standard input for `-`.
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
