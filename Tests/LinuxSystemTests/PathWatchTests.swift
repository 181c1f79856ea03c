import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A watched path", .ownThreads, .timeLimit(.minutes(10)))
struct PathWatchTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isReadable(_ watch: PathWatch) -> Bool {
        var request = pollfd(fd: watch.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 1
    }

    @Test("reports a file that appears, even in a folder that appears later")
    func comes() throws {
        let watch = try PathWatch(folder.path + "/serial/by-id/gps")
        #expect(watch.isComplete)
        #expect(!isReadable(watch))
        mkdir(folder.path + "/serial", 0o700)
        #expect(watch.readEvents())
        mkdir(folder.path + "/serial/by-id", 0o700)
        #expect(watch.readEvents())
        #expect(!watch.readEvents())
        try folder.write("", to: "serial/by-id/other")
        #expect(!watch.readEvents(), "another name does not concern it")
        try folder.write("", to: "serial/by-id/gps")
        #expect(watch.readEvents())
    }

    @Test("follows links to a target that appears later, and then to another target")
    func links() throws {
        mkdir(folder.path + "/dev", 0o700)
        mkdir(folder.path + "/by-id", 0o700)
        let watch = try PathWatch(folder.path + "/by-id/gps")
        symlink("../dev/ttyUSB0", folder.path + "/by-id/gps")
        #expect(watch.readEvents())
        try folder.write("", to: "dev/ttyUSB0")
        #expect(watch.readEvents())
        unlink(folder.path + "/dev/ttyUSB0")
        unlink(folder.path + "/by-id/gps")
        _ = watch.readEvents()
        symlink(folder.path + "/dev/ttyUSB1", folder.path + "/by-id/gps")
        #expect(watch.readEvents())
        try folder.write("", to: "dev/ttyUSB1")
        #expect(watch.readEvents())
    }

    @Test("reports permissions that are granted after the file appears")
    func permissions() throws {
        try folder.write("", to: "gps")
        let watch = try PathWatch(folder.path + "/gps")
        chmod(folder.path + "/gps", 0o660)
        #expect(watch.readEvents())
        chmod(folder.path + "/gps", 0o660)
        #expect(watch.readEvents(), "another change that the mode does not show")
    }

    @Test("is reported despite any number of events")
    func flood() throws {
        let watch = try PathWatch(folder.path + "/gps")
        for number in 0..<2000 { try folder.write("", to: "noise\(number % 7)-\(number)") }
        #expect(!watch.readEvents())
        #expect(!isReadable(watch))
        try folder.write("", to: "gps")
        #expect(watch.readEvents())
    }
}
