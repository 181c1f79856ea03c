import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("A serial port", .ownThreads, .timeLimit(.minutes(10)))
struct SerialPortTests {
    @Test("listens at any speed and sets it on the line", arguments: [4800, 12345, 115_200, 4_000_000])
    func speed(speed: Int) throws {
        let line = try PseudoTerminal.open()
        let port = try SerialPort(line.path)
        try port.listen(at: speed)
        #expect(line.speed == speed)
    }

    @Test("discards input from before it listened")
    func forgets() throws {
        let line = try PseudoTerminal.open()
        let port = try SerialPort(line.path)
        #expect(write(line.device.rawValue, "old", 3) == 3)
        var request = pollfd(fd: port.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, -1) == 1)
        try port.listen(at: 9600)
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(try port.read(into: &buffer) == .nothing)
    }

    @Test("cannot be written to")
    func readOnly() throws {
        let line = try PseudoTerminal.open()
        let port = try SerialPort(line.path)
        #expect(write(port.descriptor.rawValue, "x", 1) == -1)
        #expect(errno == EBADF)
    }

    @Test("is not shared: another process is refused, with the holder if it is known")
    func exclusive() throws {
        let line = try PseudoTerminal.open()
        let port = try SerialPort(line.path)
        // The holder is this process itself, which the search skips.
        #expect(throws: SerialPortError.inUse(by: nil)) { _ = try SerialPort(line.path) }
        _ = consume port
        _ = try SerialPort(line.path)
    }

    @Test(
        "reports the program that holds it",
        .enabled(if: ChildProcess.isInstalled("flock"), "flock is not installed")
    )
    func holder() async throws {
        let line = try PseudoTerminal.open()
        let child = try ChildProcess(["flock", "--no-fork", line.path, "sleep", "100"])
        defer { child.end() }
        let held = try await waiting(for: "the lock") {
            do throws(SerialPortError) {
                _ = try SerialPort(line.path)
                return nil as SerialPortError?
            } catch { return error }
        }
        guard case .inUse(let holder?) = held else {
            Issue.record("\(held)")
            return
        }
        // The process is named flock until it executes sleep.
        #expect(holder.process == child.identifier)
    }

    @Test(
        "is not held by the terminal of that number in a container",
        .enabled(if: ChildProcess.isInstalled("python3") && ChildProcess.isInstalled("unshare"))
    )
    func container() async throws {
        let line = try PseudoTerminal.open()
        let number = line.path.split(separator: "/").last.map(String.init) ?? ""
        let folder = try TemporaryFolder()
        let script = """
            import fcntl, os, struct, subprocess, sys, time
            os.mkdir("pts")
            options = "newinstance,ptmxmode=666"
            subprocess.run(["mount", "-t", "devpts", "devpts", "pts", "-o", options], check=True)
            kept = []
            for number in range(int(sys.argv[1]) + 1):
                kept.append(os.open("pts/ptmx", os.O_RDWR | os.O_NOCTTY))
                fcntl.ioctl(kept[-1], 0x40045431, struct.pack("i", 0))
            kept.append(os.open("pts/" + sys.argv[1], os.O_RDWR | os.O_NOCTTY))
            os.write(int(sys.argv[2]), b"ready")
            time.sleep(100)
            """
        let ready = folder.path + "/ready"
        let child = try ChildProcess([
            "unshare", "-rm", "sh", "-c", #"cd "$2"; exec 3>ready; exec python3 -c "$0" "$1" 3"#,
            script, number, folder.path,
        ])
        defer { child.end() }
        try await waiting(until: "the container's terminal") {
            (try? Checkout.bytes(of: ready))?.isEmpty == false
        }
        #expect(DeviceHolder.find(at: line.path) == nil)
    }

    @Test("is not held by a child that has not executed its program yet")
    func copied() async throws {
        let line = try PseudoTerminal.open()
        let port = try SerialPort(line.path)
        let folder = try TemporaryFolder()
        let (bell, gate) = (folder.path + "/bell", folder.path + "/gate")
        #expect(mkfifo(bell, 0o600) == 0 && mkfifo(gate, 0o600) == 0)
        let heard = try FileDescriptor(opening: bell, O_RDONLY | O_NONBLOCK)
        // The child rings and waits at the gate, before it executes its program. It has a copy of each descriptor.
        let starting = try SideTask(named: "starting") {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            posix_spawn_file_actions_addopen(&actions, 1, bell, O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 0, gate, O_RDONLY, 0)
            defer { posix_spawn_file_actions_destroy(&actions) }
            var child: pid_t = 0
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
            defer { free(arguments[0]) }
            guard posix_spawn(&child, "/bin/true", &actions, nil, &arguments, nil) == 0 else { return false }
            var status: CInt = 0
            return waitpid(child, &status, 0) == child && status == 0
        }
        // Without a writer, there is the end to read.
        var byte: UInt8 = 0
        try await waiting(until: "the bell") { read(heard.rawValue, &byte, 1) == -1 && errno == EAGAIN }
        _ = consume port
        let isFree = (try? SerialPort(line.path)) != nil
        // Opened for reading too, so that it cannot block.
        let opened = try FileDescriptor(opening: gate, O_RDWR)
        #expect(try await waiting(for: "its end") { starting.removeResult() })
        _ = consume opened
        #expect(isFree)
    }

    @Test("ends when it is unplugged and can no longer be opened")
    func unplugged() async throws {
        let line = try PseudoTerminal.open()
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
