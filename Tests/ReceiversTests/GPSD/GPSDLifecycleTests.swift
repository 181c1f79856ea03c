import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Receivers

@Suite("The connection to gpsd", .serialized, .ownThreads, .timeLimit(.minutes(10)))
struct GPSDLifecycleTests {
    private let sentences = """
        $GPRMC,063000.00,A,4759.91000,N,00749.74000,E,19.438,84.40,120526,,,A*68\r
        $GPGGA,063000.00,4759.91000,N,00749.74000,E,1,09,0.90,262.0,M,47.8,M,,*5A\r
        $GPRMC,063001.00,A,4759.92000,N,00749.74000,E,19.438,84.40,120526,,,A*6A\r
        $GPGGA,063001.00,4759.92000,N,00749.74000,E,1,09,0.90,262.0,M,47.8,M,,*58\r

        """

    @Test("is retried after half a second, then after twice as long each time, up to 30 s")
    func backOff() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(gpsdAt: "127.0.0.1", port: String(port))
        var now = Listening.now
        receiver.start(at: now)
        var pauses: [Duration] = []
        while pauses.count < 9 {
            // The attempt has a thread of its own, and may have ended at once.
            var absence = receiver.advance(at: now).absences.first
            while absence == nil {
                var attempt = pollfd(fd: try #require(receiver.descriptor), events: Int16(POLLIN), revents: 0)
                try #require(poll(&attempt, 1, 10_000) == 1)
                absence = receiver.advance(at: now).absences.first
            }
            let problem = try #require(absence)
            let words = "gpsd at 127.0.0.1:\(port): Connection refused; is gpsd running there?"
            #expect(problem.problem.description == words)
            let retryAt = try #require(problem.retryAt)
            pauses.append(retryAt - now.instant)
            #expect(receiver.nextDeadline == retryAt)
            #expect(receiver.descriptor == nil)
            now = Moment(instant: retryAt, utc: now.utc)
        }
        #expect(pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { Duration.seconds($0) })
    }

    @Test("survives a restart of gpsd", .enabled(if: LiveGPSD.isInstalled, "gpsd is not installed"))
    func restart() throws {
        let gpsd = try LiveGPSD()
        defer { gpsd.kill() }
        var loop = Listening(LiveReceiver(gpsdAt: "localhost", port: String(gpsd.port)))
        for round in 1...2 {
            #expect(loop.sees { $0.states.last == .acquiring(.nothingHeard) })
            let feed = try gpsd.feed()
            try feed.send(sentences)
            #expect(loop.sees { $0.fixes.count == 2 })
            #expect(loop.reports.states.last == .fixed)
            #expect(loop.reports.fixes.map(\.time?.secondsSince1970) == [1_778_567_400, 1_778_567_401])
            guard round == 1 else { break }
            loop.forget()
            gpsd.kill()
            #expect(loop.sees { !$0.absences.isEmpty })
            #expect(loop.reports.problems == ["gpsd at localhost:\(gpsd.port): gpsd closed the connection"])
            try gpsd.restart()
        }
        loop.receiver.stop()
        #expect(loop.receiver.descriptor == nil)
        #expect(loop.receiver.nextDeadline == nil)
        #expect(loop.turns < 300, "it must wait, not spin")
    }

    @Test("is not believed if its program belongs to another user; it is said whose it is")
    func stranger() throws {
        let listener = try LoopbackListener()
        let (port, nobody) = (String(listener.port), TrustedUsers(users: []))
        var loop = Listening(LiveReceiver(gpsdAt: "localhost", port: port, trusted: nobody))
        let peer = try listener.accepted()
        #expect(loop.sees { !$0.absences.isEmpty })
        let user = UserDatabase.name(of: geteuid())
        let problem = try #require(loop.reports.absences.first)
        let words = "gpsd at localhost:\(port): the program that answers there belongs to \(user), "
        #expect(problem.problem.description.hasPrefix(words) && problem.retryAt != nil, "\(problem)")
        _ = consume peer
    }

    @Test(
        "says that gpsd has no device, and what to do, until it has one",
        .enabled(if: LiveGPSD.isInstalled, "gpsd is not installed"),
    )
    func noDevice() throws {
        let gpsd = try LiveGPSD(hasReceiver: false)
        defer { gpsd.kill() }
        var loop = Listening(LiveReceiver(gpsdAt: "localhost", port: String(gpsd.port)))
        // The first attempts may find no gpsd yet.
        #expect(loop.sees { $0.absences.last.map { $0.retryAt == nil } ?? false })
        let problem = try #require(loop.reports.problems.last)
        #expect(
            problem
                == "gpsd at localhost:\(gpsd.port): it has no receiver; name yours in DEVICES= of /etc/default/gpsd and "
                + "restart gpsd, or run 'gpsdctl add DEVICE'"
        )
        #expect(loop.receiver.descriptor != nil)
        loop.forget()
        try gpsd.addReceiver()
        let feed = try gpsd.feed()
        try feed.send(sentences)
        #expect(loop.sees { $0.states.last == .fixed })
        #expect(loop.reports.states.first == .acquiring(.nothingHeard))
        loop.forget()
        try gpsd.removeReceiver()
        #expect(loop.sees { !$0.absences.isEmpty })
        #expect(loop.reports.problems.first == problem)
        #expect(loop.turns < 300, "it must wait, not spin")
    }

    @Test(
        "is closed if the peer does not greet like gpsd",
        arguments: ["", "HTTP/1.1 400 Bad Request\r\n\r\n", "{\"class\":\"HTTP\"}\r\n$GPGGA,1*00\r\n"]
    )
    func noGreeting(words: String) throws {
        let listener = try LoopbackListener()
        var loop = Listening(LiveReceiver(gpsdAt: "127.0.0.1", port: String(listener.port)))
        let peer = try listener.accepted()
        if !words.isEmpty { try peer.send(words) }
        #expect(loop.sees { $0.states.last == .acquiring(.nothingHeard) })
        let due = try #require(loop.receiver.nextDeadline)
        let later = Moment(instant: max(due, .now + .seconds(11)), utc: Listening.now.utc)
        // What was already read is reported first.
        let problems = (0..<3).flatMap { _ in loop.receiver.advance(at: later).problems }
        #expect(
            problems.first
                == "gpsd at 127.0.0.1:\(listener.port): no greeting from gpsd; does another program use the port?"
        )
    }

    @Test("gives no position that was not complete when the machine fell asleep")
    func sleep() throws {
        let listener = try LoopbackListener()
        var loop = Listening(LiveReceiver(gpsdAt: "127.0.0.1", port: String(listener.port)))
        let peer = try listener.accepted()
        #expect(loop.sees { $0.states.last == .acquiring(.nothingHeard) })
        let evening = Listening.now
        var reports: [ReceiverReport] = []
        for (time, hours) in [("2026-05-12T20:00:00Z", 0), ("2026-05-13T04:00:00Z", 8)] {
            let start = #"{"class":"TPV","device":"/dev/x","mode":3,"time":""#
            try peer.send(start + time + #"","lat":1.0,"lon":2.0}"# + "\r\n")
            let descriptor = try #require(loop.receiver.descriptor)
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&waiting, 1, 10_000) == 1)
            reports += loop.receiver.advance(at: evening.advanced(by: .seconds(3600 * hours)))
        }
        let later = evening.advanced(by: .seconds(8 * 3600 + 1))
        reports += loop.receiver.advance(at: later)
        #expect(reports.fixes.map(\.time) == [UTCInstant("2026-05-13T04:00:00Z")])
    }

    @Test("is closed after a line longer than any of gpsd's")
    func endlessLine() throws {
        let listener = try LoopbackListener()
        var loop = Listening(LiveReceiver(gpsdAt: "127.0.0.1", port: String(listener.port)))
        let peer = try listener.accepted()
        try peer.send(String(repeating: "x", count: 60_000))
        #expect(loop.sees { !$0.absences.isEmpty })
    }

    @Test("is closed for an error about its device, of which a long text is cut")
    func longError() throws {
        let listener = try LoopbackListener()
        let port = String(listener.port)
        var loop = Listening(LiveReceiver(gpsdAt: "127.0.0.1", port: port, device: "/dev/x"))
        let peer = try listener.accepted()
        try peer.send(#"{"class":"ERROR","message":"\#(String(repeating: "x", count: 5000))"}"# + "\r\n")
        #expect(loop.sees { !$0.absences.isEmpty })
        let problem = String(repeating: "x", count: 250)
        #expect(loop.reports.problems == ["gpsd at 127.0.0.1:\(port): \(problem)"])
    }

    @Test("tells gpsd that nobody watches any more, and closes")
    func farewell() throws {
        let listener = try LoopbackListener()
        var loop = Listening(LiveReceiver(gpsdAt: "127.0.0.1", port: String(listener.port)))
        let peer = try listener.accepted()
        #expect(loop.sees { $0.states.last == .acquiring(.nothingHeard) })
        loop.receiver.stop()
        var heard = ""
        var buffer = [UInt8](repeating: 0, count: 1024)
        while case .bytes(let count) = try peer.read(into: &buffer) {
            heard += String(decoding: buffer[..<count], as: UTF8.self)
        }
        let enabled = try #require(heard.firstRange(of: "\"enable\":true"), "\(heard)")
        #expect(heard[enabled.upperBound...].contains("\"enable\":false"), "\(heard)")
    }

    @Test(
        "reports a device that gpsd does not have",
        .enabled(if: LiveGPSD.isInstalled, "gpsd is not installed"),
        arguments: [
            "/dev/nope", "/dev/serial/by-id/usb-u-blox_AG_-_www.u-blox.com_u-blox_GNSS_receiver-if00",
        ]
    )
    func unknownDevice(device: String) throws {
        let gpsd = try LiveGPSD()
        defer { gpsd.kill() }
        let port = String(gpsd.port)
        var loop = Listening(LiveReceiver(gpsdAt: "127.0.0.1", port: port, device: device))
        #expect(loop.sees { $0.problems.contains("gpsd at 127.0.0.1:\(port): No such device as \(device)") })
    }

    @Test("leaves no descriptor behind, connected or not")
    func leavesNothingOpen() async {
        // In a separate process, where no other test opens anything.
        await #expect(processExitsWith: .success) {
            let listener = try LoopbackListener()
            let receiver = LiveReceiver(gpsdAt: "127.0.0.1", port: String(listener.port))
            let before = OpenDescriptors.count
            for round in 0..<60 {
                var loop = Listening(receiver)
                if round.isMultiple(of: 2) {
                    let peer = try listener.accepted()
                    precondition(loop.sees { $0.states.last == .acquiring(.nothingHeard) })
                    _ = consume peer
                }
                receiver.stop()
            }
            _ = try listener.accepted()
            // The threads of abandoned attempts close their connections when they finish.
            let end = ContinuousClock.now + .seconds(20)
            while OpenDescriptors.count > before, ContinuousClock.now < end { sched_yield() }
            precondition(OpenDescriptors.count <= before)
        }
    }
}
