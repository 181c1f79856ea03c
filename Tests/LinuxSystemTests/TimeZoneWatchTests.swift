import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("The watch of the time zone", .ownThreads, .timeLimit(.minutes(10)))
struct TimeZoneWatchTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws {
        let folder = try TemporaryFolder()
        try folder.write("rules of Berlin", to: "zones/Berlin")
        try folder.write("rules of Zurich", to: "zones/Zurich")
        try folder.write("rules of Berlin", to: "zones/Vaduz")
        symlink("zones/Berlin", folder.path + "/localtime")
        self.folder = folder
    }

    /// Replaces the link at once, as systemd does.
    private func setZone(_ name: String) {
        symlink("zones/\(name)", folder.path + "/next")
        rename(folder.path + "/next", folder.path + "/localtime")
    }

    @Test("reports another zone once, and none for a zone with the same rules")
    func zones() throws {
        let watch = try TimeZoneWatch(folder.path + "/localtime")
        #expect(!watch.readChange())
        setZone("Zurich")
        #expect(watch.readChange())
        #expect(!watch.readChange())
        setZone("Berlin")
        #expect(watch.readChange())
        setZone("Vaduz")
        #expect(!watch.readChange())
    }

    @Test("reports new rules of the same zone, also after the link was missing for a moment")
    func rules() throws {
        let watch = try TimeZoneWatch(folder.path + "/localtime")
        // A new version of the rules takes the place of the file.
        try folder.write("new rules of Berlin", to: "zones/new")
        rename(folder.path + "/zones/new", folder.path + "/zones/Berlin")
        #expect(watch.readChange())
        unlink(folder.path + "/localtime")
        #expect(!watch.readChange())
        setZone("Berlin")
        #expect(!watch.readChange())
        unlink(folder.path + "/localtime")
        setZone("Zurich")
        #expect(watch.readChange())
    }

    @Test("begins with a file that is not there yet")
    func missing() throws {
        unlink(folder.path + "/localtime")
        let watch = try TimeZoneWatch(folder.path + "/localtime")
        setZone("Berlin")
        #expect(watch.readChange())
    }
}
