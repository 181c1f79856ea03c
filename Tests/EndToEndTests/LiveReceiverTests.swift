import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// Calls a function ten times a second on its own thread, until the end of its lifetime.
private final class Talking {
    private let isOver = Guarded(false)
    private let thread: TestThread

    init(_ talk: @escaping @Sendable (Int) -> Void) throws {
        let isOver = isOver
        thread = try TestThread {
            var second = 0
            while !isOver.withLock({ $0 }) {
                talk(second)
                second += 1
                // The interval between two calls.
                poll(nil, 0, 100)
            }
        }
    }

    deinit { isOver.withLock { $0 = true } }
}

/// A receiver on a serial port.
///
/// It is unplugged at the end of its lifetime.
private final class SerialDevice {
    let path: String
    private let talking: Talking

    init(latitude: String) throws {
        let line = try PseudoTerminal.open()
        try line.device.makeNonBlocking()
        path = line.path
        let box = Box(line)
        talking = try Talking { second in
            let text = Array(epoch(second, latitude: latitude).utf8)
            // Without a reader, sentences that do not fit the buffer are lost, as from any receiver.
            _ = write(box.line.device.rawValue, text, text.count)
        }
    }

    private final class Box: Sendable {
        let line: PseudoTerminal

        init(_ line: consuming PseudoTerminal) { self.line = line }
    }
}

@Suite("A daemon with its own receivers", .ownThreads, .timeLimit(.minutes(10)))
struct LiveReceiverTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func states(_ client: ScriptedClient) throws -> [InspectInterface.Receiver] {
        try client.call(InspectInterface.GetStatus()).receivers
    }

    @Test("switches to the other one when the better one is unplugged, and back when it is plugged in again")
    func betterOneDies() async throws {
        let link = folder.path + "/usb-gps"
        let port = try LoopbackPort.unused()
        let daemon = try await DaemonProcess(
            receiver: "serial://\(link)",
            others: ["udp://127.0.0.1:\(port)"]
        )
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        let tool = Tool(daemon)
        try client.placeInView()

        try await waiting(until: "the missing device to be reported") {
            try states(client)[0].problem?.contains("not found; plug it in") == true
        }
        // One with an accuracy of some ten metres, ...
        let sender = try Sender(port: port)
        let other = try Talking { sender.send(epoch($0, latitude: "4800.00000", dilution: "4.00")) }
        try await waiting(until: "a fix of the worse one") { try states(client)[1].state == .fixed }
        let first = try await provider.answer { $0.location != nil }
        #expect(first.location?.latitudeDegrees == 48)
        // ... and a more accurate one.
        var device: SerialDevice? = try SerialDevice(latitude: "4759.99000")
        symlink(try #require(device?.path), link)
        try await waiting(until: "fixes of both") { try states(client).allSatisfy { $0.state == .fixed } }
        let both = try await tool.succeed("status")
        #expect(both.contains("serial://\(link)  fixed"), "\(both)")

        unlink(link)
        device = nil
        try await waiting(until: "the better one to be absent") { try states(client)[0].state == .absent }
        #expect(try states(client)[1].state == .fixed)
        let one = try await tool.succeed("status")
        #expect(one.contains("serial://\(link)  absent: serial port \(link): "), "\(one)")

        let again = try SerialDevice(latitude: "4759.99000")
        symlink(again.path, link)
        try await waiting(until: "fixes of both again") {
            try states(client).allSatisfy { $0.state == .fixed }
        }
        withExtendedLifetime((other, again)) {}
    }

    @Test("refuses a wrong device URL at its start, and opens an existing device")
    func urls() async throws {
        try folder.write("[Receivers]\nReceiver=serial://dev/ttyUSB0\n", to: "wrong.conf")
        let wrong = try RunningProgram([
            BuiltPrograms.daemon, "--check", "--config", "\(folder.path)/wrong.conf",
        ])
        #expect(try await wrong.end() == .status(78))
        #expect(wrong.errors.contains("a path begins after three slashes: serial:///dev/ttyUSB0"))
    }

    private final class Sender: Sendable {
        private let sender: LoopbackSender

        init(port: UInt16) throws { sender = try LoopbackSender(to: port) }

        func send(_ text: String) { try? sender.send(text) }
    }
}
