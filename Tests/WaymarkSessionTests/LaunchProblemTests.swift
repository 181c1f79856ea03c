import LocationModel
import MessageBus
import Testing

@testable import WaymarkSession

@Suite("The reason why a program was not started")
struct LaunchProblemTests {
    @Test(
        "follows from the error of the bus or of the service manager",
        arguments: [
            ("org.freedesktop.systemd1.NoSuchUnit", .notFound), ("io.waymark.OtherUser", .otherUser),
            ("org.freedesktop.DBus.Error.ServiceUnknown", .notFound),
            ("org.freedesktop.DBus.Error.AccessDenied", .notPermitted),
            ("org.freedesktop.DBus.Error.Failed", .failed), ("com.example.Broken", .failed),
        ] as [(String, LaunchFault)]
    )
    func faults(name: String, fault: LaunchFault) {
        let problem = LaunchProblem(BusError(name: name, "no room"))
        #expect(problem.fault == fault && problem.message == "no room")
        #expect(LaunchProblem(BusError(name: name, "")).message == name)
    }
}
