import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("The end of a request")
struct EndedRequestsTests {
    @Test("is told to the provider that had it, until many newer ones of its own user have ended")
    func bounded() {
        let (user, provider, other) = (UserIdentifier(1000), SessionIdentifier(1), SessionIdentifier(2))
        var ended = LatestOfUsers<SessionRequest, RequestEnd>()
        ended.add(.removed, at: SessionRequest(RequestIdentifier(1), provider), of: user)
        for number in 2...5000 as ClosedRange<UInt64> {
            let request = SessionRequest(RequestIdentifier(number), other)
            ended.add(.late, at: request, of: UserIdentifier(2000))
        }
        #expect(ended[SessionRequest(RequestIdentifier(1), provider), of: user] == .removed)
        for number in 5001...10_000 as ClosedRange<UInt64> {
            ended.add(.late, at: SessionRequest(RequestIdentifier(number), provider), of: user)
        }
        #expect(ended[SessionRequest(RequestIdentifier(9500), provider), of: user] == .late)
        #expect(ended[SessionRequest(RequestIdentifier(9500), other), of: user] == nil)
        #expect(ended[SessionRequest(RequestIdentifier(1), provider), of: user] == nil)
    }

    @Test("of one user among many is told for the latest only, so that all together take bounded memory")
    func manyUsers() {
        var latest = LatestOfUsers<RequestIdentifier, Int>()
        for number in 1...10_000 as ClosedRange<UInt32> {
            for value in 0..<3 {
                let request = RequestIdentifier(UInt64(number) * 10 + UInt64(value))
                latest.add(value, at: request, of: UserIdentifier(number))
            }
        }
        let kept = (0..<3).count {
            latest[RequestIdentifier(100_000 + UInt64($0)), of: UserIdentifier(10_000)] != nil
        }
        #expect(kept == 2)
    }
}
