import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A watched path", .timeLimit(.minutes(1)))
struct PathWatchTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isReadable(_ watch: PathWatch) -> Bool {
        var request = pollfd(fd: watch.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 1
    }

    @Test("tells of what comes, also in a folder that comes later")
    func comes() throws {
        let watch = try PathWatch(folder.path + "/serial/by-id/gps")
        #expect(watch.isComplete)
        #expect(!isReadable(watch))
        mkdir(folder.path + "/serial", 0o700)
        #expect(watch.takeEvents())
        mkdir(folder.path + "/serial/by-id", 0o700)
        #expect(watch.takeEvents())
        #expect(!watch.takeEvents())
        try folder.write("", to: "serial/by-id/other")
        #expect(!watch.takeEvents(), "another name is not its business")
        try folder.write("", to: "serial/by-id/gps")
        #expect(watch.takeEvents())
    }

    @Test("follows links to what comes later, and to another place afterwards")
    func links() throws {
        mkdir(folder.path + "/dev", 0o700)
        mkdir(folder.path + "/by-id", 0o700)
        let watch = try PathWatch(folder.path + "/by-id/gps")
        symlink("../dev/ttyUSB0", folder.path + "/by-id/gps")
        #expect(watch.takeEvents())
        try folder.write("", to: "dev/ttyUSB0")
        #expect(watch.takeEvents())
        unlink(folder.path + "/dev/ttyUSB0")
        unlink(folder.path + "/by-id/gps")
        _ = watch.takeEvents()
        symlink(folder.path + "/dev/ttyUSB1", folder.path + "/by-id/gps")
        #expect(watch.takeEvents())
        try folder.write("", to: "dev/ttyUSB1")
        #expect(watch.takeEvents())
    }

    @Test("tells of permissions that come later than the file")
    func permissions() throws {
        try folder.write("", to: "gps")
        let watch = try PathWatch(folder.path + "/gps")
        chmod(folder.path + "/gps", 0o660)
        #expect(watch.takeEvents())
    }

    @Test("is found again in a folder that was removed and made anew")
    func folderAnew() throws {
        mkdir(folder.path + "/by-id", 0o700)
        let watch = try PathWatch(folder.path + "/by-id/gps")
        rmdir(folder.path + "/by-id")
        #expect(watch.takeEvents())
        mkdir(folder.path + "/by-id", 0o700)
        #expect(watch.takeEvents())
        try folder.write("", to: "by-id/gps")
        #expect(watch.takeEvents())
    }

    @Test("is told of by names in order, however many events there were")
    func flood() throws {
        let watch = try PathWatch(folder.path + "/gps")
        for number in 0..<2000 { try folder.write("", to: "noise\(number % 7)-\(number)") }
        #expect(!watch.takeEvents())
        #expect(!isReadable(watch))
        try folder.write("", to: "gps")
        #expect(watch.takeEvents())
    }

    @Test("survives links that lead in a circle")
    func circle() throws {
        symlink("b", folder.path + "/a")
        symlink("a", folder.path + "/b")
        let watch = try PathWatch(folder.path + "/a")
        unlink(folder.path + "/a")
        try folder.write("", to: "a")
        #expect(watch.takeEvents())
    }
}
