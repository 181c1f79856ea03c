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

    @Test("says what waits for a restart, and a new level of the log counts at once")
    func waits() async throws {
        let folder = try TemporaryFolder()
        let (path, socket) = (folder.path + "/waymarkd.conf", folder.path + "/s")
        let places = "[Socket]\nPath=\(socket)\n[State]\nDirectory=\(folder.path)/state\n"
        let old = "[Log]\nLevel=error\n[Receivers]\nReceiver=gpsd://localhost:1\n"
        try folder.write(places + old, to: "waymarkd.conf")
        // Options on the command line would replace the receivers and the level of the file.
        let daemon = try RunningProgram([BuiltPrograms.daemon, "--config", path])
        defer { daemon.kill() }
        try await waiting(until: "the service") { (try? UnixStream(connectingTo: socket)) != nil }
        #expect(!daemon.errors.contains("serving"), "\(daemon.errors)")
        let new = [
            ("[State]", "KeyFile=/nonexistent/key"), ("[Socket]", "MaxConnections=9"),
            ("[Manifests]", "Folder=/nonexistent"), ("[Bridge]", "BeaconUser=0"), ("[Record]", "Size=1M"),
            ("[Log]", "Level=notice"), ("[Receivers]", "Receiver=gpsd://localhost:2"),
        ].map { "\($0)\n\($1)\n" }.joined()
        try folder.write(places + new, to: "waymarkd.conf")
        daemon.signal(SIGHUP)
        try await daemon.says("read the configuration again")
        let parts = ["[Socket]", "[State]", "[Manifests]", "[Bridge]", "[Record]", "Receiver="]
        for part in parts {
            let waits = "what has changed in \(part) takes effect when the service is restarted"
            #expect(daemon.errors.contains(waits), "\(daemon.errors)")
        }
    }

    @Test("does not fail for a receiver that the service has already, although its recording is gone")
    func goneRecording() async throws {
        let folder = try TemporaryFolder()
        try folder.write(StillRecording.text(seconds: 60), to: "gone.nmea")
        let daemon = try await DaemonProcess(receiver: "file://\(folder.path)/gone.nmea?loop")
        try #require(unlink(folder.path + "/gone.nmea") == 0)
        daemon.signal(SIGHUP)
        try await waiting(until: "the end of the reload") {
            daemon.log.contains("read the configuration again") || daemon.log.contains("was not read again")
        }
        #expect(!daemon.log.contains("was not read again"), "\(daemon.log)")
    }
}
