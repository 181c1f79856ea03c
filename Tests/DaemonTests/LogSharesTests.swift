import LocationModel
import Testing

@testable import Daemon

@Suite("The lines of the log that a user causes")
struct LogSharesTests {
    private let start = MonotonicInstant.systemEpoch
    private let one = UserIdentifier(1000)
    private let other = UserIdentifier(1001)

    @Test("are written up to a number a minute; the rest is counted, and told when the minute is over")
    func counted() {
        var shares = LogShares()
        let written = (0..<250).count { _ in shares.allow(one, at: start + .seconds(1)) }
        #expect(written == 100)
        let isOtherWritten = shares.allow(other, at: start + .seconds(1))
        #expect(isOtherWritten)
        #expect(shares.nextDeadline == start + .seconds(61))
        let early = shares.removeEnded(at: start + .seconds(60))
        #expect(early.isEmpty)
        let ended = shares.removeEnded(at: start + .seconds(61))
        #expect(ended == [one: 150])
        #expect(shares.nextDeadline == nil)
        let isWritten = shares.allow(one, at: start + .seconds(61))
        #expect(isWritten)
    }

    @Test("begin anew each minute, which wakes nobody while none is left out")
    func anew() {
        var shares = LogShares()
        for minute in 0..<5 {
            let now = start + .seconds(60 * minute)
            let written = (0..<100).count { _ in shares.allow(one, at: now) }
            #expect(written == 100)
            #expect(shares.nextDeadline == nil)
        }
    }

    @Test("of very many users are few each")
    func manyUsers() {
        var shares = LogShares()
        for number in 0..<2000 as Range<UInt32> { _ = shares.allow(UserIdentifier(number), at: start) }
        let written = (0..<100).count { _ in shares.allow(UserIdentifier(5000), at: start) }
        #expect(written == 1)
    }
}
