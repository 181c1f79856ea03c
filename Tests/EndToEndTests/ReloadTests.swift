import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A reload", .ownThreads, .timeLimit(.minutes(10)))
struct ReloadTests {
    @Test("of a wrong configuration keeps the old one, and the service manager is told which line is wrong")
    func wrongConfiguration() async throws {
        let supervisor = try await Supervisor()
        let ready = "READY=1\nSTATUS=serves 0 widgets from gpsd://localhost:1"
        #expect(supervisor.notifications.last == ready)
        try supervisor.folder.write("[Widgets]\nInUseWindow=soon\n", to: "waymarkd.conf")
        supervisor.signal(SIGHUP)
        try await supervisor.isNotified(of: "STATUS=keeps its old configuration: ")
        let notifications = supervisor.notifications.suffix(2)
        #expect(notifications.first?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
        #expect(notifications.last?.hasPrefix("READY=1\n") == true)
        let mistake = "waymarkd.conf:2: 'InUseWindow=' does not accept 'soon'"
        #expect(notifications.last?.contains(mistake) == true)

        try supervisor.folder.write("[Widgets]\nInUseWindow=1h\n", to: "waymarkd.conf")
        supervisor.signal(SIGHUP)
        try await supervisor.isNotified(of: ready)
        #expect(supervisor.log.contains("read the configuration again"))
        #expect(try await supervisor.stop() == .status(0))
        try await supervisor.isNotified(of: "STOPPING=1")
    }

    @Test("that names a recording which does not exist keeps the old configuration")
    func missingRecording() async throws {
        let folder = try TemporaryFolder()
        let (path, socket) = (folder.path + "/waymarkd.conf", folder.path + "/s")
        let right = """
            [Socket]
            Path=\(socket)
            [State]
            Directory=\(folder.path)/state
            [Receivers]
            Receiver=gpsd://localhost:1

            """
        try folder.write(right, to: "waymarkd.conf")
        // Receivers on the command line would replace those of the file.
        let daemon = try RunningProgram([BuiltPrograms.daemon, "--config", path])
        defer { daemon.kill() }
        try await waiting(until: "the service") { (try? UnixStream(connectingTo: socket)) != nil }
        try folder.write(right + "Receiver=file:///nonexistent/drive.nmea\n", to: "waymarkd.conf")
        daemon.signal(SIGHUP)
        let problem = "recording /nonexistent/drive.nmea: No such file or directory"
        try await waiting(until: "the problem in the log") {
            daemon.errors.contains("the configuration was not read again: \(problem)")
        }
    }
}
