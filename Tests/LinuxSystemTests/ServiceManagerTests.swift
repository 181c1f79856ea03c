import Glibc
import LinuxSystem
import SystemdService
import TestSupport
import Testing

/// libsystemd reads the process's environment, so each test that changes it runs in a separate process.
@Suite("The service manager", .ownThreads, .timeLimit(.minutes(10)))
struct ServiceManagerTests {
    @Test("is notified of readiness in one line, and of the time of a reload")
    func notifications() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let manager = try Supervisor.socket(CInt(SOCK_DGRAM.rawValue), boundTo: folder.path + "/notify")
            setenv("NOTIFY_SOCKET", folder.path + "/notify", 1)

            ServiceManager.notifyReady(status: "Feeding\n3 widgets")
            try #require(message(from: manager) == "READY=1\nSTATUS=Feeding 3 widgets")
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            ServiceManager.notifyReloading()
            let lines = message(from: manager).split(separator: "\n")
            try #require(lines.first == "RELOADING=1")
            let microseconds = Int(lines[1].drop { $0 != "=" }.dropFirst()) ?? 0
            try #require(microseconds >= now.tv_sec * 1_000_000 + now.tv_nsec / 1000)
        }
    }

    @Test("is notified twice within the watchdog timeout")
    func watchdog() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "30000000", 1)
            setenv("WATCHDOG_PID", String(getpid()), 1)
            try #require(ServiceManager.watchdogInterval == .seconds(15))
            setenv("WATCHDOG_PID", "1", 1)
            try #require(ServiceManager.watchdogInterval == nil)
        }
    }

    @Test("passes descriptors with their names and kinds, once")
    func descriptors() async throws {
        let folder = try TemporaryFolder()
        let listener = try Supervisor.socket(CInt(SOCK_STREAM.rawValue), boundTo: folder.path + "/listener")
        try #require(listen(listener.rawValue, 1) == 0)
        var pair: [CInt] = [0, 0]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
        defer { for end in pair { close(end) } }
        let null = FileDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
        // LISTEN_PID must be the program's process ID: the shell's, which `exec` keeps.
        let program = try RunningProgram(
            ["/bin/sh", "-c", "export LISTEN_PID=$$; exec \"$0\"", BuiltPrograms.passedDescriptors],
            environment: ["LISTEN_FDS": "3", "LISTEN_FDNAMES": "varlink:one:null"],
            descriptors: [listener.rawValue, pair[0], null.rawValue]
        )
        #expect(try await program.end() == .status(0))
        let lines = [
            "3 varlink stream closed on exec", "4 one stream closed on exec",
            "5 null other closed on exec", "nothing",
        ]
        #expect(program.output.split(separator: "\n").map(String.init) == lines, "\(program.errors)")
    }
}

private func message(from socket: borrowing FileDescriptor) -> String {
    var buffer = [UInt8](repeating: 0, count: 1000)
    let count = recv(socket.rawValue, &buffer, buffer.count, CInt(MSG_DONTWAIT))
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
}
