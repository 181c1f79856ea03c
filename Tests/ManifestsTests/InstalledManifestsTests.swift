import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Manifests

@Suite("Installed manifests", .timeLimit(.minutes(10)))
struct InstalledManifestsTests: ~Copyable {
    let root: TemporaryFolder
    let own: ManifestFolder
    let packages: ManifestFolder

    init() throws {
        root = try TemporaryFolder()
        own = ManifestFolder(path: root.path + "/local/share/waymark/apps", owners: [geteuid()])
        packages = ManifestFolder(path: root.path + "/share/waymark/apps", owners: [geteuid()])
    }

    private func write(_ name: String, _ app: String, _ title: String = "X", in folder: ManifestFolder) throws
    {
        let path = folder.path.dropFirst(root.path.utf8.count + 1)
        try root.write("[App]\nIdentifier=\(app)\nName=\(title)\n", to: "\(path)/\(name)")
    }

    private func installed() throws -> InstalledManifests { try InstalledManifests([own, packages]) }

    private func changed(_ installed: InstalledManifests) throws -> ManifestScan? {
        var request = pollfd(fd: installed.descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&request, 1, 10_000) == 1)
        return try installed.changes()
    }

    @Test("come from all folders, the administrator's first")
    func precedence() throws {
        try write("a.app", "a", "package's", in: packages)
        try write("b.app", "b", in: packages)
        try write("a.app", "a", "administrator's", in: own)
        try write("README", "nothing", in: own)
        try write(".hidden.app", "hidden", in: own)
        let scan = try installed().scan()
        #expect(scan.manifests.map(\.name.plain) == ["administrator's", "X"])
        #expect(scan.mistakes == [])
    }

    @Test("lack an app whose first file has an error, even if a later file is correct")
    func broken() throws {
        try write("a.app", "a", in: packages)
        try write("a.app", "b", in: own)
        let scan = try installed().scan()
        #expect(scan.manifests == [] && scan.broken.map(\.rawValue) == ["a"])
        #expect(scan.mistakes.map(\.file) == [own.path + "/a.app"])
    }

    @Test("are never symbolic links")
    func links() throws {
        try root.write("[App]\nIdentifier=secret\nName=X\n", to: "secret.app")
        try write("a.app", "a", in: packages)
        #expect(symlink("../../../secret.app", packages.path + "/secret.app") == 0)
        #expect(symlink("a.app", packages.path + "/b.app") == 0)
        #expect(symlink("/etc/passwd", packages.path + "/c.app") == 0)
        let scan = try installed().scan()
        #expect(scan.manifests.map(\.identifier.rawValue) == ["a"])
        #expect(
            scan.mistakes.map(\.description)
                == ["b", "c", "secret"].map {
                    "\(packages.path)/\($0).app: error: symbolic links are not followed; put the file itself here"
                }
        )
    }

    @Test("must belong to the folder's owner and not be writable by every user")
    func owners() throws {
        try write("a.app", "a", in: packages)
        try write("b.app", "b", in: packages)
        #expect(chmod(packages.path + "/a.app", 0o666) == 0)
        let stranger = ManifestFolder(path: packages.path, owners: [geteuid() + 1])
        let writable = "\(packages.path)/a.app: error: writable by every user; run chmod o-w on it"
        #expect(try installed().scan().mistakes.map(\.description) == [writable])
        #expect(
            ManifestScan(stranger).mistakes.map(\.description) == [
                "\(packages.path): error: owned by user \(geteuid()); change its owner to the owner of this folder"
            ]
        )
        #expect(chmod(packages.path, 0o777) == 0)
        let scan = try installed().scan()
        #expect(scan.manifests == [] && scan.mistakes.map(\.file) == [packages.path])
    }

    @Test("are refused one by one if a file belongs to another user")
    func foreignFile() throws {
        guard geteuid() == 0 else { return }
        try write("a.app", "a", in: packages)
        try write("b.app", "b", in: packages)
        #expect(chown(packages.path + "/a.app", 12_345, 0) == 0)
        let scan = try installed().scan()
        #expect(scan.manifests.map(\.identifier.rawValue) == ["b"])
        #expect(scan.mistakes.map(\.file) == [packages.path + "/a.app"])
    }

    @Test("in a folder that can neither be watched nor read are a warning and an error until it is mended")
    func unwatched() throws {
        try write("a.app", "a", in: packages)
        try root.write("", to: "local/share/waymark/README")
        #expect(symlink("apps", own.path) == 0)
        let installed = try installed()
        let scan = installed.scan()
        #expect(scan.manifests.map(\.identifier.rawValue) == ["a"])
        #expect(scan.mistakes.map(\.file) == [own.path, own.path])
        #expect(scan.mistakes.map(\.severity) == [.warning, .error])

        #expect(unlink(own.path) == 0)
        #expect(rename(packages.path, own.path) == 0)
        let later = try latest(installed)
        #expect(later?.manifests.map(\.identifier.rawValue) == ["a"] && later?.mistakes == [])
    }

    @Test("that claim the same evidence are recognised by neither")
    func claims() throws {
        for app in ["a", "b"] {
            let text = "[App]\nIdentifier=\(app)\nName=X\n[Recognition]\nUnit=x.service\n"
            try root.write(text, to: "share/waymark/apps/\(app).app")
        }
        let scan = try installed().scan()
        #expect(scan.manifests.count == 2)
        #expect(
            scan.mistakes.map(\.description) == [
                "\(packages.path)/b.app: warning: a also claims Unit=x.service; neither app is recognised by it"
            ]
        )
    }

    @Test("are read again when one is written, renamed into place, changed or removed")
    func afterChanges() throws {
        try write("a.app", "a", in: packages)
        let installed = try installed()
        #expect(installed.scan().manifests.map(\.name.plain) == ["X"])
        #expect(try installed.changes() == nil)

        try write("b.app", "b", in: packages)
        #expect(try changed(installed)?.manifests.map(\.identifier.rawValue) == ["a", "b"])

        try write("c.app.dpkg-new", "c", in: packages)
        #expect(try changed(installed) == nil)
        #expect(rename(packages.path + "/c.app.dpkg-new", packages.path + "/c.app") == 0)
        #expect(try changed(installed)?.manifests.map(\.identifier.rawValue) == ["a", "b", "c"])

        // The same length as before, and within the same tick of the clock.
        try write("c.app", "c", "Y", in: packages)
        #expect(try changed(installed)?.manifests.map(\.name.plain) == ["X", "X", "Y"])

        #expect(unlink(packages.path + "/a.app") == 0)
        #expect(try changed(installed)?.manifests.map(\.identifier.rawValue) == ["b", "c"])

        #expect(chmod(packages.path + "/b.app", 0o666) == 0)
        let last = try changed(installed)
        #expect(last?.manifests.map(\.identifier.rawValue) == ["c"] && last?.mistakes.count == 1)
    }

    @Test("are read again when folders appear, disappear and reappear")
    func folders() throws {
        let installed = try installed()
        #expect(installed.scan() == ManifestScan())
        try write("a.app", "a", in: packages)
        #expect(try latest(installed)?.manifests.map(\.identifier.rawValue) == ["a"])
        try write("b.app", "b", in: own)
        #expect(try latest(installed)?.manifests.map(\.identifier.rawValue) == ["b", "a"])
        #expect(rename(packages.path, packages.path + ".old") == 0)
        #expect(try latest(installed)?.manifests.map(\.identifier.rawValue) == ["b"])
        #expect(rename(packages.path + ".old", packages.path) == 0)
        #expect(try latest(installed)?.manifests.map(\.identifier.rawValue) == ["b", "a"])
        #expect(unlink(own.path + "/b.app") == 0)
        #expect(rmdir(own.path) == 0)
        #expect(try latest(installed)?.manifests.map(\.identifier.rawValue) == ["a"])
    }

    /// Returns the last of all pending changes: a folder that is created step by step causes several.
    private func latest(_ installed: InstalledManifests) throws -> ManifestScan? {
        var latest = try changed(installed)
        while let scan = try installed.changes() { latest = scan }
        return latest
    }
}
