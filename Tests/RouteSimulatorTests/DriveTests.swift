import LocationModel
import TestSupport
import Testing

@testable import Lab

@Suite("A simulated drive")
struct DriveTests {
    @Test("is the same drive at every rate", arguments: [0.2, 0.5, 2, 20])
    func sameAtEveryRate(hertz: Double) throws {
        let scenario = try #require(Scenario.named("short-trip"))
        let rate = try #require(EpochRate(hertz: hertz))
        let fastest = try #require(EpochRate(hertz: 20))
        let all = scenario.epochs(at: fastest)
        let often = Dictionary(uniqueKeysWithValues: all.map { ($0.time, $0) })
        var count = 0
        for epoch in scenario.epochs(at: rate) {
            #expect(often[epoch.time]?.trueCoordinate == epoch.trueCoordinate)
            count += 1
        }
        #expect(abs(Double(count) - Double(often.count) / 20 * hertz) <= 1)
    }

    @Test("is that of its bundled recording, byte for byte", arguments: ["city-drive", "short-trip"])
    func reproducible(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        let writer = NMEAWriter()
        var made: [UInt8] = []
        for epoch in scenario.epochs() { writer.write(epoch, to: &made) }
        let bundled = try Checkout.bytes(of: Checkout.root + "/Samples/recordings/\(name).nmea")
        #expect(made == bundled, "make it again: waymark-lab simulate \(name) --output FILE")
    }
}
