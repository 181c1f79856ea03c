import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Receivers

@Suite("A receiver on a serial port", .ownThreads, .timeLimit(.minutes(10)))
struct SerialReceiverTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A device that sends one epoch after another, at one speed only.
    private final class Device {
        let line: PseudoTerminal
        let speed: Int?
        var second = 0
        var written: [UInt8] = []

        init(speed: Int? = nil) throws {
            line = try PseudoTerminal()
            try line.device.makeNonBlocking()
            self.speed = speed
        }

        /// Sends one epoch, which arrives as noise if the line has another speed.
        func talk() throws {
            var buffer = [UInt8](repeating: 0, count: 256)
            if case .bytes(let count) = (try? line.device.read(into: &buffer)) ?? .nothing {
                written += buffer[..<count]
            }
            if let speed, line.speed != speed {
                let noise = (0..<400).map { _ in UInt8.random(in: 0...255) }
                _ = Glibc.write(line.device.rawValue, noise, noise.count)
            } else {
                let text = Array(epoch(second).utf8)
                if Glibc.write(line.device.rawValue, text, text.count) == text.count { second += 1 }
            }
        }
    }

    /// The path that stands in for one in /dev/serial/by-id.
    private var link: String { folder.path + "/by-id/usb-gps" }

    private func plug(_ device: Device) {
        mkdir(folder.path + "/by-id", 0o700)
        unlink(link)
        symlink(device.line.path, link)
    }

    @Test("reports fixes without writing anything")
    func fixes() throws {
        let device = try Device()
        let source = SerialSource(device: device.line.path, speed: 9600)
        let receiver = LiveReceiver(name: "serial", source: source)
        var listening = Listening(receiver)
        try listening.run(meanwhile: device.talk) { $0.fixes.count > 20 }
        #expect(listening.reports.states == [.connecting(.opening), .acquiring(.nothingHeard), .fixed])
        #expect(device.line.speed == 9600)
        receiver.stop()
        #expect(receiver.descriptor == nil)
        #expect(receiver.nextDeadline == nil)
        try device.talk()
        #expect(device.written.isEmpty)
    }

    @Test("detects the speed, and tries that one first the next time", arguments: [38400, 57600, 460_800])
    func speed(speed: Int) throws {
        let device = try Device(speed: speed)
        let source = SerialSource(device: device.line.path, speed: nil)
        let receiver = LiveReceiver(name: "serial", source: source)
        var listening = Listening(receiver)
        try listening.run(for: .seconds(60), meanwhile: device.talk) { $0.states.last == .fixed }
        let opening: [ReceiverState] = [.connecting(.opening)]
        let tried = SpeedSearch.commonSpeeds.prefix { $0 != speed }
        let searched = tried.map { ReceiverState.connecting(.detectingSpeed(baud: $0)) }
        let found: [ReceiverState] = [.connecting(.detectingSpeed(baud: speed)), .fixed]
        #expect(listening.reports.states == opening + searched + found)
        receiver.stop()

        var again = Listening(receiver)
        try again.run(meanwhile: device.talk) { $0.states.last == .fixed }
        #expect(again.reports.states == opening + found)
        #expect(device.written.isEmpty)
    }

    @Test("waits without wakeups for the device to be plugged in, also each time that it is another one")
    func plugged() throws {
        let receiver = LiveReceiver(name: "serial", source: SerialSource(device: link, speed: nil))
        var listening = Listening(receiver)
        for round in 0..<4 {
            try listening.run { $0.isWaitingForPath }
            let words = round == 0 ? "not found; plug it in" : "unplugged"
            let problem = try #require(listening.reports.problems.first)
            #expect(problem.hasPrefix("serial port \(link): \(words)"), "\(problem)")
            #expect(receiver.nextDeadline == nil)
            let device = try Device()
            plug(device)
            try listening.run(meanwhile: device.talk) { $0.states.last == .fixed }
            listening.forget()
            // The name is removed first, because another test's terminal may get the number of this one.
            unlink(link)
            // With the last name, udev removes the folder.
            if round == 1 { rmdir(folder.path + "/by-id") }
            _ = consume device
        }
        #expect(listening.turns < 400, "it must wait, not spin")
    }

    @Test(
        "does not take its port from a gpsd, and names the gpsd",
        .enabled(if: ChildProcess.isInstalled("gpsd"), "gpsd is not installed")
    )
    func gpsd() throws {
        let device = try Device()
        let path = device.line.path
        // gpsd drops its privileges.
        chmod(path, 0o666)
        let port = try LoopbackPort.unused()
        let gpsd = try ChildProcess(["gpsd", "-N", "-n", "-b", "-S", "\(port)", path])
        defer { gpsd.end() }
        let end = ContinuousClock.now + .seconds(20)
        while DeviceHolder.find(at: path) == nil, .now < end { sched_yield() }
        let source = SerialSource(device: path, speed: 4800)
        var listening = Listening(LiveReceiver(name: "serial", source: source))
        try listening.run { !$0.problems.isEmpty }
        #expect(
            listening.reports.problems.first
                == "serial port \(path): in use by gpsd (process \(gpsd.identifier)); "
                + "stop it, or use gpsd's fixes: gpsd://localhost\(path)"
        )
        gpsd.end()
        try listening.run(
            meanwhile: { if device.line.speed == 4800 { try device.talk() } },
            until: { $0.states.last == .fixed }
        )
    }

    @Test("explains how to get permission for a device")
    func forbidden() throws {
        func reason(_ code: CInt, _ path: String) -> String {
            SerialSource.problem(.system(SystemError("open", on: path, code: code)), with: path).reason
        }
        let path = folder.path + "/tty"
        try folder.write("", to: "tty")
        #expect(
            reason(EACCES, path)
                == "Permission denied; only its owner can read it; give it to a group with a udev rule"
        )
        #expect(chmod(path, 0o660) == 0)
        let group = String(cString: try #require(getgrgid(getgid())).pointee.gr_name)
        #expect(
            reason(EACCES, path) == "Permission denied; add the user of waymarkd to the group \(group); "
                + "the package waymark-serial does so for dialout"
        )
        #expect(
            reason(EPERM, path)
                == "Operation not permitted; DeviceAllow= of the service must list its kind of device, as "
                + "the package waymark-serial does, and its driver must be loaded when the service starts: systemctl restart waymarkd"
        )
        #expect(reason(ENOENT, path) == "not found; plug it in")
    }

    @Test("processes a flood in bounded steps")
    func flood() throws {
        let device = try Device()
        let path = device.line.path
        let source = SerialSource(device: path, speed: 115_200)
        var listening = Listening(LiveReceiver(name: "serial", source: source))
        var counts: [Int] = []
        try listening.run(
            meanwhile: { for _ in 0..<200 { try device.talk() } },
            until: { reports in
                counts.append(reports.fixes.count)
                return reports.fixes.count > 500
            }
        )
        // Eight pieces of 4 KiB, of which an epoch takes 140 bytes.
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $1 - $0 <= 8 * 4096 / 140 + 1 })
    }
}
