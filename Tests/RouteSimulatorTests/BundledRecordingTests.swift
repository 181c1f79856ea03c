import RouteSimulator
import TestSupport
import Testing

@Suite("A bundled recording")
struct BundledRecordingTests {
    @Test(
        "is reproduced byte for byte",
        arguments: ["city-drive", "short-trip"]
    )
    func reproducible(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        let writer = NMEAWriter()
        var made: [UInt8] = []
        for epoch in scenario.epochs() {
            for sentence in writer.sentences(for: epoch) { made += Array(sentence.utf8) }
        }
        let bundled = try Checkout.bytes(of: Checkout.root + "/Samples/recordings/\(name).nmea")
        #expect(made == bundled, "make it again: waymark-lab simulate \(name) --output FILE")
    }
}
