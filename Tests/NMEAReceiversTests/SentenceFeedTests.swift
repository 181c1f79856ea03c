import LocationModel
import TestSupport
import Testing

@testable import NMEAReceivers

@Suite("The feed of a live receiver")
struct SentenceFeedTests {
    private let start = MonotonicInstant.systemEpoch + .seconds(1000)

    /// What came out, in seconds after the start.
    private struct Heard {
        var fixes: [(at: Double, observedAt: Double)] = []
        var states: [ReceiverState] = []
        var headings: [Heading] = []
        var times: [UTCInstant?] = []
    }

    /// Feeds pieces at times in seconds and wakes the feed whenever it asks for it.
    private func play(_ pieces: [(at: Double, text: String)], until end: Double) -> Heard {
        var feed = SentenceFeed(clock: UTCInstant(secondsSince1970: 1_778_567_400))
        var heard = Heard()
        func take(_ reports: [ReceiverReport], at now: MonotonicInstant) {
            for report in reports {
                switch report {
                case .epoch(.fix(let fix), let observedAt):
                    heard.times.append(fix.time)
                    heard.fixes.append(
                        (start.duration(to: now).seconds, start.duration(to: observedAt).seconds)
                    )
                case .heading(let heading, _): heard.headings.append(heading)
                case .state(let state): heard.states.append(state)
                default: break
                }
            }
        }
        func settle(until limit: MonotonicInstant) {
            while let deadline = feed.deadline, deadline < limit {
                take(feed.settle(at: deadline), at: deadline)
            }
        }
        for piece in pieces {
            let now = start + .seconds(piece.at)
            settle(until: now)
            let bytes = Array(piece.text.utf8)
            take(feed.take(bytes.span, at: now), at: now)
        }
        settle(until: start + .seconds(end))
        return heard
    }

    @Test("gives an epoch when the line has been quiet for three tenths of the interval")
    func quiet() {
        let heard = play([(0, epoch(0)), (1, epoch(1)), (2, epoch(2))], until: 2.9)
        #expect(heard.fixes.map(\.at) == [0.3, 1.3, 2.3])
        #expect(heard.fixes.map(\.observedAt) == [0, 1, 2])
        #expect(heard.states == [.fixed])
    }

    @Test("gives an epoch with its last sentence once it knows the cycle")
    func prompt() {
        let heard = play((0..<8).map { (Double($0), epoch($0)) }, until: 7.5)
        #expect(heard.fixes.count == 8)
        #expect(heard.fixes.last?.at == 7)
    }

    @Test("takes the first sentence's arrival for the epoch's")
    func arrival() {
        let lines = epoch(0).split(separator: "\r\n").map { String($0) + "\r\n" }
        let heard = play([(0.1, lines[0]), (0.2, lines[1])], until: 1)
        #expect(heard.fixes.map(\.at) == [0.5])
        #expect(heard.fixes.map(\.observedAt) == [0.1])
    }

    @Test("does not care where the bytes are cut")
    func cuts() {
        let text = Array(sentences(0...4))
        for size in [1, 7, 100] {
            let pieces = stride(from: 0, to: text.count, by: size).enumerated().map { index, begin in
                (Double(index) * 0.001, String(text[begin..<min(begin + size, text.count)]))
            }
            #expect(play(pieces, until: 10).fixes.count == 5)
        }
    }

    @Test("spreads epochs that were held up together over the time in which they were made")
    func delivery() {
        let heard = play([(0, epoch(0)), (1, epoch(1)), (7, sentences(2...7))], until: 8)
        #expect(heard.fixes.map(\.observedAt) == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test("never goes back on the time line, whatever a receiver calls its epochs")
    func order() {
        let heard = play([(0, epoch(0)), (1, epoch(40) + epoch(20) + epoch(50))], until: 2)
        #expect(heard.fixes.map(\.observedAt) == heard.fixes.map(\.observedAt).sorted())
        #expect(heard.fixes.last?.observedAt == 1)
    }

    @Test("leaves out fixes of the past, which a network has delivered late")
    func late() {
        let seconds = [5, 7, 6, 7, 8]
        let heard = play(seconds.enumerated().map { (Double($0), epoch($1)) }, until: 5)
        #expect(heard.fixes.map(\.observedAt) == [0, 1, 4])
    }

    @Test("moves dates of a receiver that missed a rollover to where the clock is")
    func rollover() {
        // 1024 weeks before 2026-05-12.
        let old = sentence("GPRMC,063000.00,A,4759.91000,N,00749.74000,E,19.438,84.40,260906,,,A")
        #expect(play([(0, old)], until: 1).times == [UTCInstant("2026-05-12T06:30:00Z")])
    }

    @Test("hands on headings at once")
    func headings() {
        let heard = play([(0, epoch(0)), (0.1, sentence("HEHDT,123.4,T"))], until: 0.2)
        #expect(heard.headings.count == 1)
        #expect(heard.fixes.isEmpty)
    }

    @Test("survives prefixes, TAG blocks, noise and empty lines")
    func noise() {
        let lines = epoch(0).split(separator: "\r\n").map { String($0) + "\r\n" }
        let text =
            "1763711111.25 \(lines[0])\r\n\\s:gps,c:1763711111*01\\\(lines[1])"
            + String(repeating: "\u{1}x", count: 500)
        let heard = play([(0, text), (1, epoch(1))], until: 3)
        #expect(heard.fixes.count == 2)
    }

    @Test("says when it hears nothing but noise, and when a receiver falls silent")
    func states() {
        let noise = play((0..<10).map { (Double($0), "\u{3}@~\u{7}") }, until: 10)
        #expect(noise.states == [.acquiring(.unreadable)])
        let silent = play((0..<4).map { (Double($0), epoch($0)) }, until: 30)
        #expect(
            silent.states == [
                .fixed, .lost(.silent(for: .seconds(5)), lastFixAt: start + .seconds(3)),
            ]
        )
    }
}

extension Duration {
    /// Seconds, to the millisecond.
    fileprivate var seconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}
