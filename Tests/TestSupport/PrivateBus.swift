import Glibc

/// A message bus of the test's own: a real `dbus-daemon`.
package final class PrivateBus {
    /// Why it cannot run here; `nil` if it can.
    package static let obstacle: String? =
        ChildProcess.isInstalled("dbus-daemon") ? nil : "dbus-daemon is not installed"

    package let address: String

    private let folder: TemporaryFolder
    private let bus: RunningProgram

    /// Starts the bus, which starts programs: command lines, by the name that each of them owns.
    package init(starting activation: [String: String] = [:]) async throws {
        folder = try TemporaryFolder()
        let socket = folder.path + "/bus"
        for (name, command) in activation {
            let text = "[D-BUS Service]\nName=\(name)\nExec=\(command)\n"
            try folder.write(text, to: "\(name).service")
        }
        // Everyone may connect and own every name, as tests with programs of other users need it.
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>custom</type><listen>unix:path=\(socket)</listen><auth>EXTERNAL</auth>
              <servicedir>\(folder.path)</servicedir>
              <policy context="default">
                <allow user="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="max_connections_per_user">2048</limit>
              <limit name="max_completed_connections">2048</limit>
            </busconfig>
            """
        try folder.write(configuration, to: "bus.conf")
        let bus = try RunningProgram([
            "dbus-daemon", "--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address=1",
        ])
        self.bus = bus
        address = try await waiting(for: "the bus") {
            guard bus.isRunning else { throw Overdue("a bus: \(bus.errors)") }
            return bus.output.split(separator: "\n").first.map(String.init)
        }
        // Programs of other users may use it too.
        guard chmod(folder.path, 0o755) == 0 else { throw Overdue("the permissions of \(folder.path)") }
    }

    package func kill() { bus.kill() }
}
