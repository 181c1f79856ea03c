import Testing

@testable import VarlinkSocket

@Suite("Connections are shared")
struct ConnectionSharesTests {
    private var shares = ConnectionShares(VarlinkServer.Limits(), ownUserID: 990)

    /// Takes as many connections for a user as it gets, and returns how many.
    private mutating func removeAllEffects(_ user: UInt32) -> Int {
        var count = 0
        while shares.obstacle(for: user) == nil {
            shares.add(user)
            count += 1
        }
        return count
    }

    @Test("so that eight users of one person leave many for everybody else")
    mutating func greed() {
        #expect((1...8).map { removeAllEffects($0) } == [64, 64, 64, 61, 41, 29, 22, 17])
        #expect(shares.obstacle(for: 1) == .ofUser(64))
        #expect(shares.obstacle(for: 8) == .share(17, users: 8))
        // Of the 134 that are free, each of 134 others gets one.
        for user in 100..<234 as Range<UInt32> {
            #expect(shares.obstacle(for: user) == nil)
            shares.add(user)
        }
        #expect(shares.obstacle(for: 234) == .ofAll(496))
        #expect(removeAllEffects(0) == 16)
        #expect(shares.obstacle(for: 990) == .ofAll(512))
    }

    @Test("so that only first connections can take the last places", arguments: 1...40 as ClosedRange<UInt32>)
    mutating func lastPlaces(users: UInt32) {
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for user in 1...users where shares.obstacle(for: user) == nil {
                shares.add(user)
                isGrowing = true
            }
        }
        for user in (1000 + 1)...(1000 + users) {
            #expect(shares.obstacle(for: user) == nil)
            shares.add(user)
        }
    }

    @Test("so that root and the server's own user find places whoever came first, up to their limit")
    mutating func reserve() {
        for user in 1001...2000 as ClosedRange<UInt32> where shares.obstacle(for: user) == nil {
            shares.add(user)
        }
        #expect(removeAllEffects(990) == 16)
        shares.remove(1001)
        #expect(shares.obstacle(for: 1001) == nil)
        #expect(removeAllEffects(0) == 1)
        #expect(shares.obstacle(for: 1001) == .ofAll(512))

        shares = ConnectionShares(VarlinkServer.Limits(), ownUserID: 990)
        #expect(removeAllEffects(0) == 128)
        #expect(shares.obstacle(for: 0) == .ofUser(128))
        #expect(removeAllEffects(7) == 64)
    }

    @Test("again when some are given back")
    mutating func givenBack() {
        for user in 1...8 as ClosedRange<UInt32> { _ = removeAllEffects(user) }
        for _ in 0..<64 { shares.remove(1) }
        #expect(removeAllEffects(8) > 0)
        #expect(removeAllEffects(1) > 1)
    }
}
