import Glibc
import LinuxSystem
import TestSupport

/// A terminal on which a program runs, with a keyboard.
///
/// It edits the lines typed on it, as a person's does, but does not echo them.
final class Keyboard {
    let program: RunningProgram
    private let device: FileDescriptor
    private var screen = ""

    init(_ command: String, at daemon: DaemonProcess) throws {
        let terminal = try PseudoTerminal()
        let path = terminal.path
        device = terminal.release()
        var settings = termios()
        _ = tcgetattr(device.rawValue, &settings)
        settings.c_lflag |= tcflag_t(ICANON)
        _ = tcsetattr(device.rawValue, TCSANOW, &settings)
        program = try RunningProgram(
            [BuiltPrograms.tool, command],
            environment: ["WAYMARK_SOCKET": daemon.socketPath, "NO_COLOR": "1", "LC_ALL": "C"],
            terminal: path
        )
        try device.makeNonBlocking()
    }

    var output: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(device.rawValue, &buffer, buffer.count)
            guard count > 0 else { return screen }
            screen += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// Types when it is invited to, or `early`.
    func type(_ keys: String, early: Bool = false) async throws {
        try await waiting(until: "an invitation") { early || output.hasSuffix("> ") }
        let bytes = Array(keys.utf8)
        _ = write(device.rawValue, bytes, bytes.count)
    }

    func sees(_ text: String, times: Int = 1) async throws {
        do {
            try await waiting(until: text) { output.ranges(of: text).count >= times }
        } catch is Overdue {
            throw Overdue("\(text.debugDescription) on \(screen.debugDescription); \(program.errors)")
        }
    }
}
