import LocationModel
import TestSupport
import Testing

@testable import Receivers

@Suite("The sentence feed of a live receiver")
struct SentenceFeedTests {
    private let start = MonotonicInstant.systemEpoch + .seconds(1000)

    /// The reports, at times in seconds after the start.
    private struct Output {
        var fixes: [(at: Double, observedAt: Double)] = []
        var states: [ReceiverState] = []
    }

    /// Feeds pieces at times in seconds and wakes the feed at each of its deadlines.
    private func play(_ pieces: [(at: Double, text: String)], until end: Double) -> Output {
        let feed = SentenceFeed(clock: UTCInstant(secondsSince1970: 1_778_567_400))
        var output = Output()
        func record(_ reports: [ReceiverReport], at now: MonotonicInstant) {
            for case .epoch(.fix, let observedAt) in reports {
                let (at, observedFor) = (start.duration(to: now), start.duration(to: observedAt))
                output.fixes.append((at.seconds, observedFor.seconds))
            }
            output.states += reports.states
        }
        func checkQuiet(until limit: MonotonicInstant) {
            while let deadline = feed.deadline, deadline < limit {
                record(feed.checkQuiet(at: deadline), at: deadline)
            }
        }
        for piece in pieces {
            let now = start + .seconds(piece.at)
            checkQuiet(until: now)
            let bytes = Array(piece.text.utf8)
            record(feed.decode(bytes.span, at: now), at: now)
        }
        checkQuiet(until: start + .seconds(end))
        return output
    }

    @Test("reports an epoch when the line has been quiet for three tenths of the interval")
    func quiet() {
        let output = play([(0, epoch(0)), (1, epoch(1)), (2, epoch(2))], until: 2.9)
        #expect(output.fixes.map(\.at) == [0.3, 1.3, 2.3])
        #expect(output.fixes.map(\.observedAt) == [0, 1, 2])
        #expect(output.states == [.fixed])
    }

    @Test("reports an epoch whose last sentence ends in CR, or whose line end comes before the next")
    func otherLineEnds() {
        for isCR in [true, false] {
            let pieces: [(at: Double, text: String)] = (0..<6).map { second in
                let lines = epoch(second).split(separator: "\r\n").map { isCR ? "\($0)\r" : "\r\n\($0)" }
                return (Double(second), lines.joined())
            }
            let output = play(pieces, until: 5.9)
            #expect(output.fixes.map(\.observedAt) == [0, 1, 2, 3, 4, 5])
            #expect(output.fixes.map(\.at) == [0.3, 1.3, 2.3, 3.3, 4.3, 5.3])
        }
    }

    @Test("reports a receiver at once and in time beside another one that is 0.3 s later")
    func twoReceivers() {
        var pieces: [(at: Double, text: String)] = []
        for second in 0..<12 {
            pieces.append((Double(second), epoch(second)))
            let time = "0630\(second < 10 ? "0" : "")\(second).30"
            let plotter = "IIRMC,\(time),A,4700.00000,N,00749.74000,E,1,84.40,120526,,,A"
            pieces.append((Double(second) + 0.3, sentence(plotter)))
        }
        let output = play(pieces, until: 11.9)
        #expect(output.fixes.count == 12)
        #expect(output.fixes.map(\.observedAt) == (0..<12).map(Double.init))
        #expect(output.states == [.fixed])
    }

    @Test("has a position all the time when one of two receivers falls silent", arguments: [-0.2, 0.01, 0.3])
    func silenceOfOne(delay: Double) {
        var pieces: [(at: Double, text: String)] = []
        for second in 0..<20 {
            let position = "4700.00000,N,00749.74000,E"
            let plotter = sentence("IIRMC,0630\(10 + second).00,A,\(position),1,84.40,120526,,,A")
            if second < 8 { pieces.append((Double(second) + 1, epoch(10 + second))) }
            if second > 0 { pieces.append((Double(second) + 1 + delay, plotter)) }
        }
        pieces.sort { $0.at < $1.at }
        let output = play(pieces, until: 20)
        #expect(output.states == [.fixed])
        #expect(zip(output.fixes, output.fixes.dropFirst()).allSatisfy { $1.observedAt - $0.observedAt < 5 })
    }

    @Test("learns the interval of a receiver that reports ten times a second")
    func fastReceiver() {
        let lines = (0..<3).map { tenth in
            sentence("GPRMC,063000.\(tenth)0,A,4759.91000,N,00749.74000,E,19.438,84.40,120526,,,A")
        }
        let output = play([(0, lines[0]), (0.1, lines[1]), (0.2, lines[2])], until: 1)
        #expect(output.fixes.map(\.at) == [0.1, 0.2, 0.23])
    }

    @Test("reports an epoch with its last sentence once it knows the cycle")
    func prompt() {
        let output = play((0..<8).map { (Double($0), epoch($0)) }, until: 7.5)
        #expect(output.fixes.count == 8)
        #expect(output.fixes.last?.at == 7)
    }

    @Test("dates an epoch by the arrival of its first sentence")
    func arrival() {
        let lines = epoch(0).split(separator: "\r\n").map { String($0) + "\r\n" }
        let output = play([(0.1, lines[0]), (0.2, lines[1])], until: 1)
        #expect(output.fixes.map(\.at) == [0.5])
        #expect(output.fixes.map(\.observedAt) == [0.1])
    }

    @Test("dates each epoch of a delivery by itself, if the first had begun before or all are delayed")
    func deliveries() {
        let lines = epoch(0).split(separator: "\r\n").map { String($0) + "\r\n" }
        let begun = play([(0, lines[0]), (1, lines[1] + epoch(1))], until: 2)
        #expect(begun.fixes.map(\.observedAt) == [0, 1])
        let delayed = play([(0, epoch(0)), (1, epoch(1)), (7, sentences(2...7))], until: 8)
        #expect(delayed.fixes.map(\.observedAt) == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test("leaves out an epoch that was open while the machine slept", arguments: [true, false])
    func sleep(goesOn: Bool) throws {
        let feed = SentenceFeed(clock: UTCInstant(secondsSince1970: 1_778_567_400))
        let line = try #require(epoch(6).split(separator: "\r\n").first)
        let first = Array("\(line)\r\n".utf8)
        for second in 0...5 {
            let bytes = Array(epoch(second).utf8)
            _ = feed.decode(bytes.span, at: start + .seconds(second))
        }
        _ = feed.decode(first.span, at: start + .seconds(6))
        let morning = start + .seconds(6 + 8 * 3600)
        var reports: [ReceiverReport] = []
        if goesOn {
            let bytes = Array((epoch(7) + epoch(8)).utf8)
            reports = feed.decode(bytes.span, at: morning)
        } else {
            reports = feed.finish(at: morning)
        }
        let times = reports.compactMap { if case .epoch(_, let observedAt) = $0 { observedAt } else { nil } }
        #expect(times.isEmpty != goesOn && times.allSatisfy { $0 >= morning - .seconds(1) })
    }

    @Test("never goes back on the time line, and ignores old fixes that a network delivered late")
    func order() {
        let mixed = play([(0, epoch(0)), (1, epoch(40) + epoch(20) + epoch(50))], until: 2)
        #expect(mixed.fixes.map(\.observedAt) == mixed.fixes.map(\.observedAt).sorted())
        #expect(mixed.fixes.last?.observedAt == 1)
        let late = play([5, 7, 6, 7, 8].enumerated().map { (Double($0), epoch($1)) }, until: 5)
        #expect(late.fixes.map(\.observedAt) == [0, 1, 4])
    }

    @Test("reports when it receives only noise, and when a receiver falls silent")
    func states() {
        let noise = play((0..<10).map { (Double($0), "\u{3}@~\u{7}") }, until: 10)
        #expect(noise.states == [.acquiring(.unreadable)])
        let silent = play((0..<4).map { (Double($0), epoch($0)) }, until: 30)
        let lost = ReceiverState.lost(.silent(for: .seconds(5)), lastFixAt: start + .seconds(3))
        #expect(silent.states == [.fixed, lost])
    }
}

extension Duration {
    fileprivate var seconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}
