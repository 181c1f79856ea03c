import MessageBus
import Testing

@testable import GeoClue

@Suite("The shares of users in the bridge")
struct UserSharesTests {
    private func takeAll(_ take: () throws(BusError) -> Void) -> Int {
        var taken = 0
        while (try? take()) != nil { taken += 1 }
        return taken
    }

    @Test("leave something for those who come later, however many take all they can")
    func streams() {
        let shares = UserShares()
        let now = ContinuousClock.now
        let taken = (1...12).map { user in
            takeAll { () throws(BusError) in try shares.addStream(of: user, at: now) }
        }
        #expect(taken == taken.sorted(by: >))
        #expect(taken[0] == 16 && taken.last == 1)
        #expect(taken.reduce(0, +) < 64)

        let clients = (1...12).map { user in takeAll { () throws(BusError) in try shares.addClient(of: user) }
        }
        #expect(clients[0] == 64 && clients.last.map { $0 >= 1 } == true)
        #expect(clients.reduce(0, +) < 384)
    }

    @Test("are free again when a user gives something back")
    func given() throws {
        let shares = UserShares()
        let now = ContinuousClock.now
        #expect(takeAll { () throws(BusError) in try shares.addStream(of: 1, at: now) } == 16)
        shares.removeStream(of: 1)
        try shares.addStream(of: 1, at: now)
        #expect(throws: BusError.self) { try shares.addStream(of: 1, at: now) }
    }

    @Test("let nobody open and close streams all the time")
    func allowance() {
        let shares = UserShares()
        var now = ContinuousClock.now
        let reopen = { () throws(BusError) in
            try shares.addStream(of: 1, at: now)
            shares.removeStream(of: 1)
        }
        #expect(takeAll(reopen) == 40)
        now += .seconds(1)
        #expect(takeAll(reopen) == 4)
        // Another user is not concerned.
        #expect(throws: Never.self) { try shares.addStream(of: 2, at: now) }
        now += .seconds(60)
        #expect(takeAll(reopen) == 40)
    }
}
