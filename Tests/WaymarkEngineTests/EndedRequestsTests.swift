import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("The end of a request")
struct EndedRequestsTests {
    @Test("is told to the provider that had it, and to no other, until many newer ones have ended")
    func bounded() {
        var ended = EndedRequests()
        let (provider, other) = (SessionIdentifier(1), SessionIdentifier(2))
        for number in 1...5000 {
            ended.add(RequestIdentifier(UInt64(number)), of: provider, .late)
            #expect(ended[RequestIdentifier(UInt64(number)), of: provider] == .late)
        }
        #expect(ended[RequestIdentifier(5000), of: other] == .unknown)
        #expect(ended[RequestIdentifier(4500), of: provider] == .late)
        for number in [1, 1100, 2500, 3900] {
            #expect(ended[RequestIdentifier(UInt64(number)), of: provider] == .unknown)
        }
    }
}
