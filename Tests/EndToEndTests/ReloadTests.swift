import Glibc
import TestSupport
import Testing

@Suite("A reload", .ownThreads, .timeLimit(.minutes(10)))
struct ReloadTests {
    @Test("keeps the old configuration where the new one is wrong, and says which line, or what has to wait")
    func configuration() async throws {
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

        let changes = [
            ("[State]", "KeyFile=/nonexistent/key"), ("[Socket]", "MaxConnections=9"),
            ("[Manifests]", "Folder=/nonexistent"), ("[Bridge]", "BeaconUser=0"), ("[Record]", "Size=1M"),
        ]
        let text = changes.map { "\($0)\n\($1)\n" }.joined()
        try supervisor.folder.write(text + "[Widgets]\nInUseWindow=1h\n", to: "waymarkd.conf")
        supervisor.signal(SIGHUP)
        try await supervisor.isNotified(of: ready)
        #expect(supervisor.log.contains("read the configuration again"))
        for (section, _) in changes {
            let waits = "what has changed in \(section) takes effect when the service is restarted"
            #expect(supervisor.log.contains(waits), "\(supervisor.log)")
        }
        #expect(try await supervisor.stop() == .status(0))
        try await supervisor.isNotified(of: "STOPPING=1")
    }
}
