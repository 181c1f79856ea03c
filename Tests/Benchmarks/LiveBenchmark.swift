import Glibc
import LinuxSystem
import LocationModel
import Varlink
import VarlinkSocket
import WaymarkInterfaces

/// The time from a receiver's datagram to the clients that follow the location, and how often the daemon wakes up.
///
/// The same is measured of gpsd, where it is installed, with as many watchers of its own, and of a plain writer in C, which
/// sends each datagram to its clients as it is: less than it takes nobody can reach on the same machine.
struct LiveBenchmark {
    private static let app = "org.example.bench"
    private static let receiverPort: UInt16 = 29_471
    private static let gpsdReceiverPort: UInt16 = 29_472
    private static let gpsdPort: UInt16 = 29_473
    private static let writerPort: UInt16 = 29_474

    let folder: String
    let report: Report

    func run(clientCounts: [Int] = [1, 50, 1000]) throws {
        for count in clientCounts {
            try withDaemon { socket, _ in
                let clients = try (0..<count).map { _ in try follower(at: socket) }
                try measure(
                    "waymarkd",
                    clients.map(\.number),
                    port: Self.receiverPort,
                    marker: "latitudeDegrees"
                )
                withExtendedLifetime(clients) {}
            }
            try measureGPSD(count)
            try measurePlainWriter(count)
        }
        try withDaemon { socket, daemon in
            try countWakeUps(of: daemon, "waymarkd, nobody asks", fixes: false)
            let client = try follower(at: socket)
            try countWakeUps(of: daemon, "waymarkd, one stream at 1 Hz", fixes: true)
            withExtendedLifetime(client) {}
        }
    }

    // MARK: Programs

    private func withDaemon(_ body: (_ socket: String, pid_t) throws -> Void) throws {
        let (socket, configuration) = (folder + "/live.sock", folder + "/live.conf")
        unlink(socket)
        let text = """
            [Receivers]
            Receiver=udp://127.0.0.1:\(Self.receiverPort)
            [Socket]
            MaxConnections=4096
            MaxConnectionsPerUser=2048
            [Quotas]
            Sessions=4096

            """
        try AtomicFile.write(Array(text.utf8), to: configuration, permissions: 0o644)
        let daemon = try ChildProgram.start([
            ChildProgram.ownFolder + "/waymarkd", "--config", configuration, "--socket", socket,
            "--state", folder + "/live-state",
        ])
        defer { end(daemon) }
        // The file is there a little before the service listens.
        while (try? UnixStream(connectingTo: socket, patience: .seconds(1))) == nil {
            guard waitpid(daemon, nil, WNOHANG) == 0 else {
                throw SystemError("waymarkd", on: socket, code: ECHILD)
            }
            usleep(1000)
        }
        let grant = SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse)
        _ = try VarlinkClient(connectingTo: socket)
            .call(SettingsInterface.Authorize.method, grant.json, timeout: .seconds(30))
        try body(socket, daemon)
    }

    private func follower(at socket: String) throws -> LocalClient {
        typealias Method = LocationInterface.FollowLocation
        let stream = try UnixStream(connectingTo: socket, patience: .seconds(10))
        let parameters = Method(app: Self.app, activity: .airborne).json
        let message =
            #"{"method":"\#(Method.method)","more":true,"parameters":"#.utf8 + parameters + "}\0".utf8
        _ = try stream.send(Array(message))
        return LocalClient(stream)
    }

    private func measureGPSD(_ count: Int) throws {
        // gpsd takes no more clients than it was built for.
        guard count <= 60 else { return report.note("gpsd serves at most 64 clients") }
        let gpsd: pid_t
        do {
            gpsd = try ChildProgram.start([
                "gpsd", "-N", "-n", "-S", "\(Self.gpsdPort)", "udp://127.0.0.1:\(Self.gpsdReceiverPort)",
            ])
        } catch let error as SystemError where error.code == ENOENT {
            return report.note("gpsd is not installed")
        }
        defer { end(gpsd) }
        var first: TCPStream?
        while first == nil {
            guard waitpid(gpsd, nil, WNOHANG) == 0 else { return report.note("gpsd does not start") }
            first = try? TCPStream(connectingTo: "127.0.0.1", port: Self.gpsdPort)
            if first == nil { usleep(10_000) }
        }
        let clients = try (0..<count).map { _ in
            try TCPStream(connectingTo: "127.0.0.1", port: Self.gpsdPort)
        }
        for client in clients {
            let watch = Array(#"?WATCH={"enable":true,"json":true}"#.utf8)
            _ = send(client.descriptor.rawValue, watch, watch.count, 0)
        }
        try measure(
            "gpsd",
            clients.map { $0.descriptor.rawValue },
            port: Self.gpsdReceiverPort,
            marker: #""lat":"#
        )
        withExtendedLifetime((first, clients)) {}
    }

    private func measurePlainWriter(_ count: Int) throws {
        let (program, socket) = (folder + "/epoll-writer", folder + "/writer.sock")
        guard access(program, X_OK) == 0 else {
            return report.note("no plain writer: scripts/bench compiles scripts/epoll-writer.c")
        }
        unlink(socket)
        let writer = try ChildProgram.start([program, socket, "\(Self.writerPort)"])
        defer { end(writer) }
        while (try? UnixStream(connectingTo: socket, patience: .seconds(1))) == nil {
            guard waitpid(writer, nil, WNOHANG) == 0 else {
                return report.note("the plain writer does not start")
            }
            usleep(1000)
        }
        let clients = try (0..<count).map { _ in
            LocalClient(try UnixStream(connectingTo: socket, patience: .seconds(10)))
        }
        try measure("plain writer", clients.map(\.number), port: Self.writerPort, marker: "$GNGGA")
        withExtendedLifetime(clients) {}
    }

    private func end(_ program: pid_t) {
        kill(program, SIGTERM)
        waitpid(program, nil, 0)
    }

    // MARK: Measuring

    /// Sends ten epochs a second and measures when each client has read each.
    private func measure(_ name: String, _ clients: [CInt], port: UInt16, marker: String) throws {
        let (warmUp, epochs) = (40, 100)
        let sender = try DatagramSender(to: "127.0.0.1", port: port)
        let reader = try ManyReader(clients)
        var delays: [Duration] = []
        for epoch in 0..<(warmUp + epochs) {
            let datagram = Array(Self.epoch(epoch).utf8)
            let start = ContinuousClock.now
            sender.send(datagram[...])
            let readAt = try reader.read(until: start + .milliseconds(100), searching: marker)
            if epoch >= warmUp { delays += readAt.map { $0 - start } }
        }
        guard !delays.isEmpty else { return report.note("\(name) gave \(clients.count) clients nothing") }
        let spread = Spread(delays)
        let clientsText = clients.count == 1 ? "1 client" : "\(clients.count) clients"
        report.figure("\(name), \(clientsText), datagram to client, median", spread.median * 1000, "ms")
        report.figure("  99 of 100 within", spread.percentile99 * 1000, "ms")
        let missed = clients.count * epochs - delays.count
        if missed > 0 { report.note("\(missed) of \(clients.count * epochs) were not read within 100 ms") }
    }

    private func countWakeUps(of daemon: pid_t, _ name: String, fixes: Bool) throws {
        let sender = try DatagramSender(to: "127.0.0.1", port: Self.receiverPort)
        let (warmUp, seconds) = (5, 20)
        var before = 0.0
        for second in 0..<(warmUp + seconds) {
            if second == warmUp { before = try wakeUps(of: daemon) }
            if fixes { sender.send(Array(Self.epoch(second * 10).utf8)[...]) }
            sleep(1)
        }
        let count = try wakeUps(of: daemon) - before
        report.figure(name, count / Double(seconds), "wake-ups/s")
    }

    private func wakeUps(of program: pid_t) throws -> Double {
        let status = String(
            decoding: try contentsOfFile("/proc/\(program)/status", atMost: 65_536),
            as: UTF8.self
        )
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return line?.split(separator: "\t").last.flatMap { Double($0) } ?? 0
    }

    /// One epoch of a machine that moves a metre in each tenth of a second.
    private static func epoch(_ number: Int) -> String {
        let tenths = number % 864_000
        let (hour, minute, second) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60)
        let time = "\(two(hour))\(two(minute))\(two(second)).\(tenths % 10)0"
        let minutes = 12_000 + number * 6 % 80_000
        let rest = String(minutes % 10_000)
        let north = "52\(two(minutes / 10_000 + 10)).\(String(repeating: "0", count: 4 - rest.count))\(rest)0"
        return sentence("GNRMC,\(time),A,\(north),N,01324.30000,E,19.4,0.0,120526,,,A")
            + sentence("GNGGA,\(time),\(north),N,01324.30000,E,1,10,0.8,35.0,M,45.0,M,,")
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func sentence(_ body: String) -> String {
        let digits = String(body.utf8.reduce(UInt8(0), ^), radix: 16, uppercase: true)
        return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
    }
}

/// A program that reads many sockets.
///
/// Its own time is part of what is measured, with each server. So it reads the clock as soon as it has read a message,
/// and looks at the messages when the time for all is over.
private final class ManyReader {
    private let descriptors: [CInt]
    private let poller: Poller
    private var sockets: [Poller.Token: Int] = [:]

    /// What was read, one message after the other.
    private var bytes = [UInt8](repeating: 0, count: 16 << 20)

    init(_ descriptors: [CInt]) throws {
        self.descriptors = descriptors
        poller = try Poller()
        for (index, descriptor) in descriptors.enumerated() {
            sockets[try poller.watch(descriptor, for: .readable)] = index
        }
    }

    /// Returns when each socket had its first message with `marker`, in the order of reading.
    func read(
        until end: ContinuousClock.Instant,
        searching marker: String
    ) throws -> [ContinuousClock.Instant] {
        var messages: [(socket: Int, range: Range<Int>, at: ContinuousClock.Instant)] = []
        var used = 0
        while ContinuousClock.now < end {
            for readiness in try poller.wait(until: end) {
                guard let socket = sockets[readiness.token] else { continue }
                // Not as a slice, of which a change makes a copy.
                let count = bytes.withUnsafeMutableBytes { bytes in
                    let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[used...])
                    return recv(descriptors[socket], rest.baseAddress, rest.count, CInt(MSG_DONTWAIT))
                }
                guard count > 0 else { continue }
                messages.append((socket, used..<(used + count), .now))
                used += count
            }
        }
        var found = Set<Int>()
        return messages.compactMap { message in
            let text = String(decoding: bytes[message.range], as: UTF8.self)
            return text.contains(marker) && found.insert(message.socket).inserted ? message.at : nil
        }
    }
}

private final class LocalClient {
    private let stream: UnixStream

    var number: CInt { stream.descriptor.rawValue }

    init(_ stream: consuming UnixStream) { self.stream = stream }
}
