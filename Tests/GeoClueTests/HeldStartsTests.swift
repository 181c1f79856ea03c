import Testing

@testable import GeoClue

@Suite("Calls of Start that wait for the person")
struct HeldStartsTests {
    private let start = ContinuousClock.now

    @Test("wait for 20 s from the first call, so that the bus does not give up first")
    func time() {
        var held = HeldStarts()
        let answers = [
            held.hold(1, of: ":1.1", since: start, at: start + .seconds(3)),
            // A later call of the same client is answered with the first.
            held.hold(1, of: ":1.1", since: start + .seconds(9), at: start + .seconds(9)),
            held.hold(2, of: ":1.2", since: start + .seconds(5), at: start + .seconds(5)),
        ]
        #expect(answers == [true, true, true])
        #expect(held.nextDeadline == start + .seconds(20))
        let due = [held.removeDue(at: start + .seconds(19.9)), held.removeDue(at: start + .seconds(20))]
        #expect(due == [[], [1]] && held.nextDeadline == start + .seconds(25))
        held.release(2)
        #expect(held.nextDeadline == nil)
        let later = [
            held.hold(1, of: ":1.1", since: start, at: start + .seconds(20)),
            held.hold(1, of: ":1.1", since: start + .seconds(21), at: start + .seconds(21)),
        ]
        #expect(later == [false, true])
    }

    @Test("are few of each program, whatever another one does")
    func share() {
        var held = HeldStarts()
        let taken = (1...100).count { held.hold($0, of: ":1.1", since: start, at: start) }
        #expect(taken == HeldStarts.clientsPerPeer)
        let other = held.hold(101, of: ":1.2", since: start, at: start)
        held.release(1)
        let next = held.hold(100, of: ":1.1", since: start, at: start)
        #expect(other && next)
    }
}
