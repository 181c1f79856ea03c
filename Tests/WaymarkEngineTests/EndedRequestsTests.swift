import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("The end of a request")
struct EndedRequestsTests {
    @Test("is told to the provider that had it, until many newer ones of its own user have ended")
    func bounded() {
        let (user, provider, other) = (UserIdentifier(1000), SessionIdentifier(1), SessionIdentifier(2))
        var ended = EndedRequests()
        ended.add(RequestIdentifier(1), of: provider, by: user, .removed)
        for number in 2...5000 as ClosedRange<UInt64> {
            ended.add(RequestIdentifier(number), of: other, by: UserIdentifier(2000), .late)
        }
        #expect(ended[RequestIdentifier(1), of: provider, by: user] == .removed)
        for number in 5001...10_000 as ClosedRange<UInt64> {
            ended.add(RequestIdentifier(number), of: provider, by: user, .late)
        }
        #expect(ended[RequestIdentifier(9500), of: provider, by: user] == .late)
        #expect(ended[RequestIdentifier(9500), of: other, by: user] == .unknown)
        #expect(ended[RequestIdentifier(1), of: provider, by: user] == .unknown)
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
