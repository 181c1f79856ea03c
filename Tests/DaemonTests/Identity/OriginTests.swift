import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Daemon

@Suite("What a peer belongs to", .ownThreads, .timeLimit(.minutes(10)))
struct OriginTests {
    private static let apps = "/user.slice/user-1000.slice/user@1000.service/app.slice"

    private func key(_ number: Int32) throws -> ProcessKey {
        let entry = try #require(ProcessEntry(contentsOfFile("/proc/\(number)/stat", atMost: 4096)))
        return ProcessKey(number: number, startTicks: entry.startTicks)
    }

    @Test("is its process and those that started it, as far as they are in the same unit")
    func line() async throws {
        // The shell stays, because it has more to do.
        let visitor = try await Visitor { _ in ["/bin/sh", "-c", #""$@"; true"#, "sh"] }
        let origin = try #require(PeerIdentity().origin(of: visitor.peer))
        #expect(visitor.peer.processID != visitor.program.identifier)
        let expected = [visitor.peer.processID, visitor.program.identifier, getpid()]
        #expect(Array(origin.line.prefix(3)) == (try expected.map(key)))
        let provider = try #require(PeerIdentity().provider(origin))
        #expect(provider.key == origin.line[0] && provider.includes(origin))
        #expect(!provider.includes(ProcessOrigin(line: Array(origin.line.dropFirst()))))
        #expect(ProviderProcess(origin.line[2]).includes(origin))
    }

    @Test("is the service as a whole if no process there is older")
    func service() throws {
        let folder = try TemporaryFolder()
        let own = try key(getpid())
        let child = try ChildProcess(["sleep", "1000"])
        defer { child.end() }
        let identity = PeerIdentity(root: "", groups: folder.path)
        let rows: [(processes: [Int32], isFirst: Bool)] = [
            ([getpid()], true), ([child.identifier, getpid()], true), ([1, getpid()], false),
            ([child.identifier], false), ([], false),
        ]
        for row in rows {
            let list = row.processes.map { "\($0)\n" }.joined()
            try folder.write(list, to: "weather.service/cgroup.procs")
            let alone = ProcessOrigin(line: [own], service: "/weather.service")
            #expect(identity.provider(alone)?.service == (row.isFirst ? "/weather.service" : nil))
            let started = ProcessOrigin(line: [own, own], service: "/weather.service")
            #expect(identity.provider(started)?.service == nil, "another process there has started it")
        }
        #expect(identity.provider(ProcessOrigin(line: [own]))?.service == nil)
        #expect(identity.provider(ProcessOrigin(line: [])) == nil)
    }

    @Test(
        "has the path of its unit, which counts as a whole only if it is a service",
        arguments: [
            ("/system.slice/weatherd.service", "", true),
            ("\(apps)/app-waymark-a@1.service", "/inner", true),
            ("/user.slice/user-1000.slice/session-2.scope", "", false),
            ("\(apps)/app-org.kde.konsole-1.scope", "", false),
        ]
    )
    func unit(_ path: String, inner: String, isService: Bool) {
        let group = ControlGroup(Array("0::\(path)\(inner)\n".utf8))
        #expect(group.unitPath == path && group.unitIsService == isService)
        let inContainer = ControlGroup(Array("0::/box\(path)\n".utf8), below: "/box")
        #expect(inContainer.unitPath == "/box" + path)
        #expect(ControlGroup(Array("0::/elsewhere\n".utf8)).unitPath == nil)
    }
}
