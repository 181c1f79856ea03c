import Glibc
import TestSupport
import Testing

/// Checks the programs built together with the tests.
///
/// A single import of the whole of Foundation would add about 50 MB to a program.
@Suite("A built program")
struct LinkageTests {
    private static let folder: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let whole = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(whole.prefix(upTo: whole.lastIndex(of: "/") ?? whole.startIndex))
    }()

    @Test(
        "does not link libraries of the whole of Foundation",
        arguments: [
            "waymarkd", "waymarkctl", "waymark-lab", "waymark-board", "waymark-geoclue", "waymark-session",
            "waymark-anchor", "waymark-beacons", "waymark-modem", "waymark-phone", "waymark-relay",
        ]
    )
    func libraries(_ program: String) throws {
        let libraries = try ELFFile(Checkout.bytes(of: Self.folder + "/" + program)).neededLibraries
        #expect(libraries.contains("libc.so.6"))
        let heavy = ["libFoundation.so", "lib_FoundationICU.so", "libdispatch.so", "libXCTest.so"]
        #expect(libraries.filter(heavy.contains) == [])
        // The library for apps writes what apps give it; the daemon reads and writes its messages itself.
        #expect(program != "waymarkd" || !libraries.contains("libFoundationEssentials.so"))
    }

    @Test(
        "has no means to start another program, except for the tool",
        arguments: [
            "waymarkd", "waymark-board", "waymark-geoclue", "waymark-session", "waymark-beacons",
            "waymark-anchor", "waymark-modem", "waymark-phone", "waymark-relay",
        ]
    )
    func startsNothing(_ program: String) throws {
        let imports = try ELFFile(Checkout.bytes(of: Self.folder + "/" + program)).imports
        #expect(imports.contains("write"))
        let starting: Set = [
            "clone", "execl", "execle", "execlp", "execv", "execve", "execveat", "execvp", "execvpe",
            "fexecve", "fork", "popen", "posix_spawn", "posix_spawnp", "system", "vfork", "wordexp",
        ]
        #expect(imports.intersection(starting) == [])
    }

    @Test(
        "asks of sockets nothing that its unit refuses",
        arguments: [
            "waymarkd", "waymark-board", "waymark-geoclue", "waymark-session", "waymark-beacons",
            "waymark-anchor", "waymark-modem", "waymark-phone", "waymark-relay",
        ]
    )
    func sockets(_ program: String) throws {
        let imports = try ELFFile(Checkout.bytes(of: Self.folder + "/" + program)).imports
        let calls: Set = [
            "accept", "accept4", "bind", "connect", "getpeername", "getsockname", "getsockopt", "listen",
            "recvfrom", "recvmmsg", "recvmsg", "sendmmsg", "sendmsg", "sendto", "setsockopt", "shutdown",
            "socket", "socketpair",
        ]
        // `make lint` sees that all units have the same lines.
        let unit = try Checkout.bytes(of: Checkout.root + "/systemd/waymarkd.service")
        let filter = String(decoding: unit, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("SystemCallFilter=") }
            .flatMap { $0.dropFirst("SystemCallFilter=".count).split(separator: " ").map(String.init) }
        #expect(filter.contains("socket"))
        #expect(imports.intersection(calls).subtracting(filter) == [])
    }

    @Test("finds the means where a program has them")
    func tool() throws {
        let imports = try ELFFile(Checkout.bytes(of: Self.folder + "/waymarkctl")).imports
        #expect(imports.contains("posix_spawnp"))
    }

    @Test("does not bring the engine for regular expressions into the daemon")
    func regularExpressions() throws {
        // `contains`, `firstRange` and `replacing` of texts come from that module, which would add 2 MB.
        let imports = { try ELFFile(Checkout.bytes(of: Self.folder + "/" + $0)).imports }
        let isOfModule = { (symbol: String) in symbol.contains("17_StringProcessing") }
        #expect(try imports("waymarkd").contains(where: isOfModule) == false)
        #expect(try imports("waymarkctl").contains(where: isOfModule), "this finds it where it is used")
    }
}
