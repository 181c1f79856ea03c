import Glibc
import LocationModel
import NMEA
import Receivers
import TestSupport
import Testing

@Suite("A recording")
final class RecordingReceiverTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/drive.nmea" }

    private func playback(
        of text: String,
        pace: PlaybackPace = .realTime,
        loops: Bool = false
    ) throws -> Playback {
        try folder.write(text, to: "drive.nmea")
        return Playback(RecordingReceiver(name: "test", path: path, pace: pace, loops: loops))
    }

    @Test("reports the headings of an epoch's sentences with it")
    func headings() throws {
        var playback = try playback(
            of: recording([0]) + sentence("HCHDT,90.0,T") + sentence("HCHDT,91.0,T") + recording([1])
        )
        playback.advance(by: .seconds(60))
        var headings: [Double?] = []
        for case .heading(let heading, Playback.start.instant) in playback.reports {
            headings.append(heading.trueDegrees)
        }
        #expect(headings == [90, 91])
    }

    @Test("tells how much of it has been read")
    func share() throws {
        try folder.write(recording(Array(0..<1000)), to: "drive.nmea")
        let receiver = RecordingReceiver(name: "test", path: path, pace: .realTime, loops: false)
        var playback = Playback(receiver)
        playback.advance(by: .zero)
        let share = try #require(receiver.readShare)
        #expect(share > 0 && share < 0.5)
        playback.advance(by: .seconds(2000))
        #expect(receiver.readShare == 1)
    }

    @Test("reports nothing before it is due, however often it is called")
    func notEarly() throws {
        var playback = try playback(of: recording([0, 40]))
        playback.advance(by: .zero)
        #expect(playback.epochs.count == 1)
        // Silence is due before the second epoch.
        #expect(playback.receiver.nextDeadline == Playback.start.instant + .seconds(30))
        playback.callOnce()
        playback.callOnce()
        #expect(playback.epochs.count == 1)
    }

    @Test("is played without a limit in batches of bounded size")
    func unlimited() throws {
        var playback = try playback(of: recording(Array(0..<1000)), pace: .unlimited)
        playback.advance(by: .zero)
        #expect(playback.epochs.map(\.observedAt) == (0..<1000).map { .seconds($0) })
        #expect(playback.batches.max() ?? 0 <= 70)
        #expect(playback.batches.count >= 1000 / 64)
        #expect(playback.states.last == .ended)
    }

    @Test("is played by its times of day if it has no date, also across midnight")
    func timesOfDay() throws {
        // Midnight is 17 h 30 min after the start of these recordings.
        let seconds = [0, 7, 30].map { $0 + 17 * 3600 + 30 * 60 - 10 }
        var playback = try playback(of: recording(seconds.map { $0 % 86_400 }, hasDate: false))
        playback.advance(by: .seconds(60))
        #expect(playback.epochs.map(\.at) == [0, 7, 30].map { .seconds($0) })
    }

    @Test("pauses for a minute in real time, and says so, at a step back and at a gap of more than an hour")
    func sessions() throws {
        try folder.write(recording([100, 101, 50, 51, 5000, 5001]), to: "drive.nmea")
        var said: [String] = []
        var playback = Playback(RecordingReceiver(name: "test", path: path) { said.append($0) })
        playback.advance(by: .seconds(600))
        #expect(playback.epochs.map(\.at) == [0, 1, 61, 62, 122, 123].map { .seconds($0) })
        #expect(playback.epochs.map(\.observedAt) == [0, 1, 61, 62, 122, 123].map { .seconds($0) })
        let gap = "a gap of 1 h 22 min before 2026-05-12T07:53:20Z is played as a minute"
        #expect(said == ["recording \(path): \(gap)"])
    }

    @Test("keeps a gap as long as it was if nobody waits for it", arguments: [nil, 1.0, 60])
    func night(factor: Double?) throws {
        let pace = factor.map { PlaybackPace.times($0) } ?? .unlimited
        for hasDate in [true, false] {
            let night = recording([0, 1, 36_000, 36_001], hasDate: hasDate)
            var playback = try playback(of: night, pace: pace)
            playback.advance(by: .seconds(36_001))
            let seconds: [Duration] = [0, 1, 36_000, 36_001].map { .seconds($0) }
            #expect(playback.epochs.map(\.observedAt) == seconds)
            for (epoch, interval) in zip(playback.epochs, seconds) {
                // Factors round each wait to the attosecond.
                let difference = epoch.at - pace.wait(for: interval)
                #expect((.microseconds(-1) ... .microseconds(1)).contains(difference))
            }
        }
    }

    @Test("keeps a gap of days, of which only the dates tell")
    func days() throws {
        let seconds = [0, 1, 51 * 3600, 51 * 3600 + 1]
        var playback = try playback(of: recording(seconds), pace: .unlimited)
        playback.advance(by: .seconds(1))
        #expect(playback.epochs.map(\.observedAt) == seconds.map { .seconds($0) })
    }

    @Test("is dated from its start by the date that stays", arguments: ["060180", "130526", "", "110526"])
    func firstDate(date: String) throws {
        let seconds = Array(0..<30)
        let wrong = recording([0, 1, 2]).replacing(",120526,", with: ",\(date),")
        let sentences = wrong.split(separator: "\r\n").map { line in
            sentence(String(line.dropFirst().prefix { $0 != "*" }))
        }
        var playback = try playback(of: sentences.joined() + recording(Array(3..<30)))
        playback.advance(by: .seconds(29))
        #expect(playback.epochs.map(\.at) == seconds.map { .seconds($0) })
        #expect(playback.states == [.acquiring(.nothingHeard), .fixed, .ended])
        let times = playback.epochs.compactMap { if case .fix(let fix) = $0.epoch { fix.time } else { nil } }
        #expect(times == seconds.map { UTCInstant(secondsSince1970: 1_778_567_400 + Int64($0)) })
    }

    @Test("is lost five seconds after its last epoch, at its own pace", arguments: [1.0, 10])
    func lost(factor: Double) throws {
        let pace = factor == 1 ? PlaybackPace.realTime : .times(factor)
        var playback = try playback(of: recording([0, 1, 2, 30]), pace: pace)
        playback.advance(by: .seconds(60))
        let lastFixAt = Playback.start.instant + .seconds(2) / factor
        let lost = ReceiverState.lost(.silent(for: .seconds(5)), lastFixAt: lastFixAt)
        #expect(playback.states == [.acquiring(.nothingHeard), .fixed, lost, .fixed, .ended])
        let loss = playback.played.first { $0.report == .state(lost) }
        #expect(loss?.at == .seconds(7) / factor)
    }

    @Test("that loops continues its observation times a minute after its last epoch")
    func loop() throws {
        var playback = try playback(of: recording([0, 1, 2]), loops: true)
        playback.advance(by: .seconds(130))
        #expect(playback.epochs.map(\.at) == [0, 1, 2, 62, 63, 64, 124, 125, 126].map { .seconds($0) })
        #expect(playback.epochs.map(\.observedAt) == playback.epochs.map(\.at))
        #expect(!playback.states.contains(.ended))
    }

    @Test("stands still while it is stopped, and continues with observation times that are not in the past")
    func stopped() throws {
        var playback = try playback(of: recording([0, 1, 2, 3]))
        playback.advance(by: .milliseconds(1500))
        playback.receiver.stop()
        #expect(playback.receiver.nextDeadline == nil)
        playback.advance(by: .seconds(100))
        #expect(playback.epochs.count == 2)
        playback.restart()
        playback.advance(by: .seconds(60))
        let seconds: [Duration] = [.zero, .seconds(1), .milliseconds(101_500), .milliseconds(102_500)]
        #expect(playback.epochs.map(\.at) == seconds)
        #expect(playback.epochs.map(\.observedAt) == seconds)
        let states: [ReceiverState] = [.acquiring(.nothingHeard), .fixed]
        #expect(playback.states == states + states + [.ended])
        playback.restart()
        playback.advance(by: .seconds(60))
        #expect(playback.epochs.count == 4, "what has ended stays so")
        #expect(playback.states.suffix(2) == [.ended, .ended])
    }

    @Test("that is missing, not a file or empty is a problem that names it")
    func unreadable() throws {
        try folder.write("", to: "empty.nmea")
        try folder.write("$GPGSA,A,1,,,,,,,,,,,,,,,*1E\r\n", to: "timeless.nmea")
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let expected = [
            ("missing.nmea", "No such file or directory"), ("", "Not a regular file"),
            ("pipe", "Not a regular file"), ("empty.nmea", "It is empty"),
            ("timeless.nmea", "NMEA 0183 without a sentence that has a time or a position"),
        ]
        for (name, reason) in expected {
            let path = folder.path + "/" + name
            var playback = Playback(RecordingReceiver(name: "test", path: path, loops: true))
            playback.advance(by: .seconds(10))
            let problem = ReceiverProblem("recording \(path): \(reason)")
            #expect(playback.states.last == .absent(problem, retryAt: nil))
            #expect(playback.receiver.nextDeadline == nil)
            // It is found before it is played where a look at the file is enough.
            guard reason.utf8.count < 30 else { continue }
            #expect(throws: problem) { try RecordingReceiver.check(path: path) }
        }
    }

    @Test("of the simulator shows acquiring, fixed, lost in the tunnel, fixed, ended")
    func bundled() {
        let path = Checkout.root + "/Samples/recordings/short-trip.nmea"
        var playback = Playback(RecordingReceiver(name: "test", path: path, pace: .times(10)))
        playback.advance(by: .seconds(60))
        let names = ["nothingHeard", "noPosition", "fixed", "noPosition", "fixed", "ended"]
        #expect(playback.states.map { $0.reasonName ?? $0.name } == names)
        #expect(playback.epochs.last?.at == (playback.epochs.last?.observedAt).map { $0 / 10 })
    }
}
