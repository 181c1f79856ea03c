import LocationModel
import Testing

@Suite("Reception")
struct ReceptionTests {
    private let start = MonotonicInstant.systemEpoch
    private let noFix = Epoch.noFix(time: nil)

    private func fix() throws -> Epoch {
        .fix(Fix(coordinate: try #require(Coordinate(latitudeDegrees: 1, longitudeDegrees: 2))))
    }

    /// Returns the reception of a receiver that reported fixes at these seconds.
    private func reception(withFixesAt seconds: [Double]) throws -> Reception {
        var reception = Reception()
        for second in seconds { _ = reception.record(try fix(), at: start + .seconds(second)) }
        return reception
    }

    @Test("is acquiring until the first fix, fixed with it, and lost when fixes stop")
    func states() throws {
        var reception = Reception()
        #expect(reception.state == .acquiring(.nothingHeard))
        #expect(reception.record(noFix, at: start) == .acquiring(.noPosition))
        #expect(reception.record(try fix(), at: start + .seconds(1)) == .fixed)
        #expect(reception.record(try fix(), at: start + .seconds(2)) == nil)
        let lost = ReceiverState.lost(.noPosition, lastFixAt: start + .seconds(2))
        #expect(reception.record(noFix, at: start + .seconds(3)) == lost)
        #expect(reception.record(noFix, at: start + .seconds(4)) == nil)
        #expect(reception.record(try fix(), at: start + .seconds(5)) == .fixed)
    }

    @Test(
        "is lost after five missed epochs, at the earliest after five seconds",
        arguments: [(0.1, 5.0), (0.5, 5), (1, 5), (2, 10), (5, 25), (10, 50)]
    )
    func silence(interval: Double, silence: Double) throws {
        var reception = try reception(withFixesAt: [0, interval, 2 * interval])
        let last = start + .seconds(interval * 2)
        #expect(reception.deadline == last + .seconds(silence))
        #expect(reception.check(at: last + .seconds(silence) - .nanoseconds(1)) == nil)
        let lost = ReceiverState.lost(.silent(for: .seconds(silence)), lastFixAt: last)
        #expect(reception.check(at: last + .seconds(silence)) == lost)
        #expect(reception.check(at: last + .seconds(silence + 1)) == nil, "it is lost once")
        #expect(reception.deadline == nil)
    }

    @Test(
        "does not mistake a pause or a burst of delayed fixes for the reporting interval",
        arguments: [
            ([0, 1, 600], 5.0), ([0, 30, 31, 32], 5), ([0, 1, 2, 3, 40], 5),
            ([0, 10, 20, 20.001, 20.002, 30, 30.001], 50), ([0, 1, 2, 3, 12, 12.01, 12.015, 13], 5),
        ] as [([Double], Double)]
    )
    func interval(seconds: [Double], silence: Double) throws {
        let last = start + .seconds(try #require(seconds.last))
        #expect(try reception(withFixesAt: seconds).deadline == last + .seconds(silence))
    }

    @Test("distinguishes a receiver that fell silent without a fix from one that never sent anything")
    func silentWithoutPosition() {
        var reception = Reception()
        #expect(reception.deadline == nil)
        #expect(reception.check(at: start + .seconds(100)) == nil)
        for second in 0..<3 { _ = reception.record(noFix, at: start + .seconds(second)) }
        #expect(reception.deadline == start + .seconds(7))
        #expect(reception.check(at: start + .seconds(7)) == .acquiring(.silent(for: .seconds(5))))
        #expect(reception.record(noFix, at: start + .seconds(8)) == .acquiring(.noPosition))
    }

    @Test("distinguishes a receiver that sends undecodable bytes from a silent one")
    func unreadable() throws {
        var reception = Reception()
        let news = (0..<8).compactMap { reception.recordBytes(at: start + .seconds($0), sentences: 0) }
        #expect(news == [.acquiring(.unreadable)])
        #expect(reception.deadline == start + .seconds(12))
        #expect(reception.check(at: start + .seconds(12)) == .acquiring(.silent(for: .seconds(5))))
        #expect(reception.deadline == nil)
    }

    @Test("says of one whose sentences are understood and tell nothing of a position that it has none")
    func understood() throws {
        var reception = Reception()
        var news = (0..<8).compactMap { reception.recordBytes(at: start + .seconds($0), sentences: $0 + 1) }
        #expect(news == [.acquiring(.noPosition)])
        #expect(reception.deadline == start + .seconds(12))
        // A fix, and then only other sentences for a while, then noise, then nothing.
        let fixedAt = start + .seconds(8)
        _ = reception.record(try fix(), at: fixedAt)
        news = (9..<60).compactMap { second in
            let time = start + .seconds(second)
            let state = reception.recordBytes(at: time, sentences: min(second, 50))
            #expect(reception.deadline.map { $0 > time } ?? true)
            return state
        }
        news += [reception.check(at: start + .seconds(64))].compactMap(\.self)
        let losses: [NoFixReason] = [.noPosition, .unreadable, .silent(for: .seconds(5))]
        #expect(news == losses.map { ReceiverState.lost($0, lastFixAt: fixedAt) })
        #expect(reception.deadline == nil)
    }

    @Test("measures silence on the receiver's time line, and dates the last fix by its arrival")
    func ownTimeLine() throws {
        var reception = Reception()
        for second in 0..<3 {
            let arrival = start + .milliseconds(second)
            _ = reception.record(try fix(), at: arrival, observedAt: start + .seconds(100 + second))
        }
        #expect(reception.deadline == start + .seconds(107))
        let lost = ReceiverState.lost(.silent(for: .seconds(5)), lastFixAt: start + .milliseconds(2))
        #expect(reception.check(at: start + .seconds(107)) == lost)
    }
}
