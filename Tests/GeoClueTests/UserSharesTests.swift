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

    private func takeAll(of shares: UserShares, for user: UInt32, among holders: inout [UInt32]) -> Int {
        takeAll { () throws(BusError) in
            try shares.check(user, among: holders)
            holders.append(user)
        }
    }

    @Test("leave something for those who come later, however many take all they can")
    func streams() {
        var holders: [UInt32] = []
        let taken = (1...12).map { takeAll(of: .streams, for: $0, among: &holders) }
        #expect(taken == taken.sorted(by: >))
        #expect(taken[0] == 16 && taken.last == 1)
        #expect(holders.count < 64)

        holders = []
        let clients = (1...12).map { takeAll(of: .clients, for: $0, among: &holders) }
        #expect(clients[0] == 64 && clients.last.map { $0 >= 1 } == true)
        #expect(holders.count < 384)
    }

    @Test("are free again when a user gives something back")
    func given() throws {
        var holders: [UInt32] = []
        #expect(takeAll(of: .streams, for: 1, among: &holders) == 16)
        holders.removeLast()
        try UserShares.streams.check(1, among: holders)
        #expect(takeAll(of: .streams, for: 1, among: &holders) == 1)
    }

    @Test("let nobody open and close streams all the time")
    func allowance() {
        var pace = StreamPace()
        var now = ContinuousClock.now
        #expect(takeAll { () throws(BusError) in try pace.open(for: 1, at: now) } == 40)
        now += .seconds(1)
        #expect(takeAll { () throws(BusError) in try pace.open(for: 1, at: now) } == 4)
        // Another user is not concerned.
        #expect(throws: Never.self) { try pace.open(for: 2, at: now) }
        now += .seconds(60)
        #expect(takeAll { () throws(BusError) in try pace.open(for: 1, at: now) } == 40)
    }
}
