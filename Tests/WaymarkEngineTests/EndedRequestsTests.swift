import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("The end of a request")
struct EndedRequestsTests {
    @Test("is told to the provider that had it, until many newer ones of its own user have ended")
    func bounded() {
        let (user, provider, other) = (UserIdentifier(1000), SessionIdentifier(1), SessionIdentifier(2))
        var ended = LatestOfUsers<SessionRequest, RequestEnd>()
        ended.add(.removed, at: SessionRequest(request: RequestIdentifier(1), session: provider), of: user)
        for number in 2...5000 as ClosedRange<UInt64> {
            let request = SessionRequest(request: RequestIdentifier(number), session: other)
            ended.add(.late, at: request, of: UserIdentifier(2000))
        }
        #expect(ended[SessionRequest(request: RequestIdentifier(1), session: provider), of: user] == .removed)
        for number in 5001...10_000 as ClosedRange<UInt64> {
            ended.add(
                .late,
                at: SessionRequest(request: RequestIdentifier(number), session: provider),
                of: user
            )
        }
        #expect(ended[SessionRequest(request: RequestIdentifier(9500), session: provider), of: user] == .late)
        #expect(ended[SessionRequest(request: RequestIdentifier(9500), session: other), of: user] == nil)
        #expect(ended[SessionRequest(request: RequestIdentifier(1), session: provider), of: user] == nil)
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
