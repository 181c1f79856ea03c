import Glibc
import LinuxSystem
import TestSupport

/// A terminal on which a program runs, with a keyboard.
final class Keyboard {
    let program: RunningProgram
    private let device: FileDescriptor
    private var screen = ""

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let terminal = try PseudoTerminal.open()
        program = try RunningProgram(arguments, environment: environment, terminal: terminal.path)
        device = terminal.release()
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

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(device.rawValue, bytes, bytes.count)
    }

    /// Waits until a text appears after a mark.
    func sees(_ text: String, after mark: Int = 0) async throws {
        do {
            try await waiting(until: text) { output.dropFirst(mark).contains(text) }
        } catch is Overdue {
            throw Overdue("\(text.debugDescription) on \(screen.debugDescription); \(program.errors)")
        }
    }
}
