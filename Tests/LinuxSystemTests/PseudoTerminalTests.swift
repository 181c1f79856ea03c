import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A pseudo-terminal", .ownThreads, .timeLimit(.minutes(10)))
struct PseudoTerminalTests {
    /// Waits until `count` bytes have arrived, because the kernel transfers them on its own thread.
    private func read(_ count: Int, from descriptor: borrowing FileDescriptor) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            poll(&request, 1, -1)
            var buffer = [UInt8](repeating: 0, count: 64)
            let length = Glibc.read(descriptor.rawValue, &buffer, buffer.count)
            guard length > 0 else { break }
            bytes += buffer[..<length]
        }
        return bytes
    }

    @Test("transfers bytes unchanged in both directions, without echo")
    func raw() throws {
        let line = try PseudoTerminal.open()
        let terminal = try FileDescriptor(opening: line.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        try line.device.makeNonBlocking()
        let bytes: [UInt8] = [0x24, 0x0D, 0x0A, 0x03, 0x04, 0x11, 0x13, 0xFF, 0x00]
        #expect(write(line.device.rawValue, bytes, bytes.count) == bytes.count)
        #expect(read(bytes.count, from: terminal) == bytes)
        #expect(write(terminal.rawValue, bytes, bytes.count) == bytes.count)
        // With an echo, more would have come before.
        #expect(read(bytes.count, from: line.device) == bytes)
        var byte: UInt8 = 0
        #expect(Glibc.read(line.device.rawValue, &byte, 1) == -1 && errno == EAGAIN)
    }

    @Test("disappears with its device")
    func unplugged() async throws {
        let line = try PseudoTerminal.open()
        let path = line.path
        let terminal = try FileDescriptor(opening: path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
        _ = consume line
        var byte: UInt8 = 0
        // A process that another test is just starting may briefly hold a copy of the descriptor.
        try await waiting(until: "the end") { Glibc.read(terminal.rawValue, &byte, 1) == 0 }
        #expect(access(path, F_OK) != 0)
    }
}
