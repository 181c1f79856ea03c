import TestSupport
import Testing

/// Checks the programs built together with the tests.
///
/// A single import of the whole of Foundation would add about 50 MB to a program.
@Suite("A built program")
struct LinkageTests {
    private static let services = [
        "waymarkd", "waymark-board", "waymark-geoclue", "waymark-session", "waymark-beacons",
        "waymark-anchor", "waymark-modem", "waymark-phone", "waymark-relay",
    ]

    private func file(_ program: String) throws -> ELFFile {
        try ELFFile(Checkout.bytes(of: BuiltPrograms.folder + "/" + program))
    }

    @Test("does not link the whole of Foundation", arguments: services + ["waymarkctl", "waymark-lab"])
    func libraries(_ program: String) throws {
        let libraries = try file(program).neededLibraries
        #expect(libraries.contains("libc.so.6"))
        let heavy = ["libFoundation.so", "lib_FoundationICU.so", "libdispatch.so", "libXCTest.so"]
        #expect(libraries.filter(heavy.contains) == [])
        // The library for apps writes what apps give it; the daemon reads and writes its messages itself.
        #expect(program != "waymarkd" || !libraries.contains("libFoundationEssentials.so"))
    }

    @Test("has no means to start another program, except for the tool", arguments: services)
    func startsNothing(_ program: String) throws {
        let imports = try file(program).imports
        #expect(imports.contains("write"))
        let starting: Set = [
            "clone", "execl", "execle", "execlp", "execv", "execve", "execveat", "execvp", "execvpe",
            "fexecve", "fork", "popen", "posix_spawn", "posix_spawnp", "system", "vfork", "wordexp",
        ]
        #expect(imports.intersection(starting) == [])
    }

    @Test("asks of sockets nothing that its unit refuses", arguments: services)
    func sockets(_ program: String) throws {
        let imports = try file(program).imports
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
        #expect(try file("waymarkctl").imports.contains("posix_spawnp"))
    }

    @Test("does not bring the engine for regular expressions into the daemon")
    func regularExpressions() throws {
        // `contains`, `firstRange` and `replacing` of texts come from that module, which would add 2 MB.
        let isOfModule = { (symbol: String) in symbol.contains("17_StringProcessing") }
        #expect(try file("waymarkd").imports.contains(where: isOfModule) == false)
        #expect(try file("waymarkctl").imports.contains(where: isOfModule), "this finds it where it is used")
    }
}
