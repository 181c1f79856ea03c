import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("A serial port", .ownThreads, .timeLimit(.minutes(10)))
struct SerialPortTests {
    @Test("listens at any speed and sets it on the line", arguments: [4800, 12345, 115_200, 4_000_000])
    func speed(speed: Int) throws {
        let line = try PseudoTerminal()
        let port = try SerialPort(line.path)
        try port.listen(at: speed)
        #expect(line.speed == speed)
    }

    @Test("discards input from before it listened")
    func forgets() throws {
        let line = try PseudoTerminal()
        let port = try SerialPort(line.path)
        #expect(write(line.device.rawValue, "old", 3) == 3)
        var request = pollfd(fd: port.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, -1) == 1)
        try port.listen(at: 9600)
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(try port.read(into: &buffer) == .nothing)
    }

    @Test("is not shared: another process is refused, with the holder if it is known")
    func exclusive() throws {
        let line = try PseudoTerminal()
        let port = try SerialPort(line.path)
        // The holder is this process itself, which the search skips.
        #expect(throws: SerialPortError.inUse(by: nil)) { _ = try SerialPort(line.path) }
        _ = consume port
        _ = try SerialPort(line.path)
    }

    @Test("reports the program that holds it", .enabled(if: ChildProcess.isInstalled("flock"), "needs flock"))
    func holder() async throws {
        let line = try PseudoTerminal()
        let child = try ChildProcess(["flock", "--no-fork", line.path, "sleep", "100"])
        defer { child.end() }
        let held = try await waiting(for: "the lock") {
            do throws(SerialPortError) {
                _ = try SerialPort(line.path)
                return nil as SerialPortError?
            } catch { return error }
        }
        guard case .inUse(let holder?) = held else { return #expect(Bool(false), "\(held)") }
        // The process is named flock until it executes sleep.
        #expect(holder.process == child.identifier)
    }

    @Test("ends when it is unplugged and can no longer be opened")
    func unplugged() async throws {
        let line = try PseudoTerminal()
        let path = line.path
        let port = try SerialPort(path)
        _ = consume line
        var buffer = [UInt8](repeating: 0, count: 16)
        // A process that another test is just starting may briefly hold a copy of the descriptor.
        try await waiting(until: "the end") { try port.read(into: &buffer) == .end }
        #expect(throws: SerialPortError.system(SystemError("open", on: path, code: ENOENT))) {
            _ = try SerialPort(path)
        }
    }

    @Test("is not any other file")
    func otherFiles() {
        #expect(throws: SerialPortError.notATerminal) { _ = try SerialPort("/dev/null") }
    }
}
