import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Receivers

@Suite("A receiver that a program brings")
struct FeedReceiverTests {
    private final class Told {
        var demands: [ReceiverDemand?] = []
    }

    private let told = Told()
    private let receiver: FeedReceiver

    init() throws {
        guard case .feed(let feed) = try ReceiverURL("feed://cabin?source=phone") else {
            throw ReceiverProblem("it is no feed")
        }
        receiver = FeedReceiver(name: "feed://cabin", feed: feed, trusted: TrustedUsers(users: [4711]))
    }

    private func moment(_ seconds: Int) -> Moment {
        Moment(
            instant: MonotonicInstant.systemEpoch + .seconds(1000 + seconds),
            utc: UTCInstant(secondsSince1970: 1_778_567_400 + Int64(seconds))
        )
    }

    private func open(at seconds: Int = 0) {
        receiver.open(at: moment(seconds)) { [told] in told.demands.append($0) }
    }

    /// Hands over a position of a time, in seconds from the start.
    private func send(_ time: Int, at seconds: Int) throws(ReceiverProblem) {
        guard let coordinate = Coordinate(latitudeDegrees: 48, longitudeDegrees: 8) else { return }
        let time = moment(time).utc
        try receiver.take(Fix(time: time, coordinate: coordinate), of: time, at: moment(seconds))
    }

    private func states(at seconds: Int) -> [ReceiverState] { receiver.advance(at: moment(seconds)).states }

    private func absent(_ reason: String) -> ReceiverState { .absent(ReceiverProblem(reason), retryAt: nil) }

    @Test("is absent without a program, which is told when positions are wanted and how")
    func demands() {
        receiver.change(to: ReceiverDemand(interval: .seconds(10)))
        receiver.start(at: moment(0))
        #expect(states(at: 0) == [absent("no program brings it")] && receiver.nextDeadline == nil)
        open(at: 1)
        #expect(states(at: 1) == [.connecting(.opening), .acquiring(.nothingHeard)])
        receiver.change(to: ReceiverDemand(interval: .seconds(10)))
        receiver.change(to: ReceiverDemand())
        receiver.stop()
        receiver.change(to: ReceiverDemand(accuracyMeters: 100))
        #expect(receiver.advance(at: moment(2)).isEmpty && receiver.nextDeadline == nil)
        receiver.start(at: moment(3))
        #expect(
            told.demands == [
                ReceiverDemand(interval: .seconds(10)), ReceiverDemand(), nil,
                ReceiverDemand(accuracyMeters: 100),
            ]
        )
        #expect(states(at: 3) == [.connecting(.opening), .acquiring(.nothingHeard)])
        receiver.close(at: moment(4))
        #expect(states(at: 4) == [absent("the program that brought it has ended")])
    }

    @Test("decodes what is cut anywhere, and says that its fixes come from a phone")
    func sentencesInPieces() {
        receiver.start(at: moment(0))
        open()
        var reports = receiver.advance(at: moment(0))
        for character in sentences(1...3) { receiver.take(String(character), at: moment(3)) }
        reports += receiver.advance(at: moment(3)) + receiver.advance(at: moment(4))
        #expect(reports.states.last == .fixed)
        #expect(reports.fixes.map(\.source) == [.phone, .phone, .phone])
    }

    @Test("drops what comes while nothing is wanted, and needs no wake-up then")
    func unwanted() throws {
        open()
        receiver.take(sentences(1...3), at: moment(0))
        try send(0, at: 0)
        #expect(receiver.nextDeadline == nil && receiver.advance(at: moment(1)).isEmpty)
    }

    @Test("takes positions of a minute around the clock, each newer than the one before")
    func times() throws {
        receiver.start(at: moment(0))
        open()
        #expect(throws: ReceiverProblem("the position is 61 s old")) { try send(39, at: 100) }
        let ahead = "the time of the position is 61 s ahead of this machine's clock"
        #expect(throws: ReceiverProblem(ahead)) { try send(161, at: 100) }
        try send(40, at: 100)
        try send(99, at: 100)
        let superseded = "the position is not newer than the one before"
        #expect(throws: ReceiverProblem(superseded)) { try send(99, at: 101) }
        try send(160, at: 101)
        // The clock was ahead.
        try send(20, at: 20)
        let observed = receiver.advance(at: moment(101)).compactMap { report in
            if case .epoch(_, let observedAt) = report { observedAt } else { nil }
        }
        // One that is a minute old was observed a minute ago; the time line of the service never goes back.
        #expect(observed == [40, 99, 101, 101].map { moment($0).instant })
    }

    @Test("is lost when its program sleeps, and is back with the next position")
    func silence() throws {
        receiver.start(at: moment(0))
        open()
        for second in 0...5 { try send(second, at: second) }
        #expect(states(at: 5).last == .fixed)
        let deadline = try #require(receiver.nextDeadline)
        #expect(deadline == moment(10).instant)
        #expect(states(at: 10) == [.lost(.silent(for: .seconds(5)), lastFixAt: moment(5).instant)])
        #expect(receiver.nextDeadline == nil)
        try send(60, at: 60)
        #expect(states(at: 60) == [.fixed])
    }

    @Test("says what its program says, until the next position")
    func statements() throws {
        receiver.start(at: moment(0))
        open()
        _ = states(at: 0)
        receiver.take(.searching("the phone looks for satellites"), at: moment(1))
        #expect(states(at: 1) == [.acquiring(.searching("the phone looks for satellites"))])
        #expect(receiver.nextDeadline == nil)
        receiver.take(.absent("no phone is paired"), at: moment(2))
        #expect(states(at: 2) == [absent("no phone is paired")])
        try send(3, at: 3)
        #expect(states(at: 3) == [.fixed])
        receiver.take(.searching(nil), at: moment(4))
        #expect(states(at: 4) == [.lost(.noPosition, lastFixAt: moment(3).instant)])
        receiver.take(.absent(nil), at: moment(4))
        receiver.stop()
        receiver.start(at: moment(9))
        // Searching is over when nothing was wanted meanwhile; a missing device is not.
        #expect(states(at: 9) == [.connecting(.opening), absent("its program has no device")])
    }

    @Test("changes its state every three seconds at most after a minute's worth, but for positions")
    func restlessness() throws {
        receiver.start(at: moment(0))
        for _ in 0..<50 {
            open(at: 1)
            receiver.close(at: moment(1))
        }
        #expect(states(at: 1).count == 20)
        open(at: 2)
        for number in 0..<100 { receiver.take(.absent("\(number)"), at: moment(2)) }
        #expect(states(at: 2).isEmpty)
        try send(2, at: 2)
        receiver.take(.absent("no device"), at: moment(2))
        #expect(states(at: 2) == [.fixed])
        #expect(receiver.nextDeadline == moment(3).instant)
        #expect(states(at: 3) == [absent("no device")])
        #expect(receiver.nextDeadline == nil)
        // What would have been told later is over when nothing is wanted.
        for number in 0..<100 { receiver.take(.absent("\(number)"), at: moment(4)) }
        #expect(receiver.nextDeadline == moment(6).instant)
        receiver.stop()
        #expect(receiver.nextDeadline == nil)
    }
}
