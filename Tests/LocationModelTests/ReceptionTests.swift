import LocationModel
import Testing

@Suite("Reception")
struct ReceptionTests {
    private let start = ContinuousClock().systemEpoch
    private let noFix = Epoch.noFix(time: nil)

    private func fix() throws -> Epoch {
        .fix(Fix(coordinate: try #require(Coordinate(latitudeDegrees: 1, longitudeDegrees: 2))))
    }

    @Test("is acquiring until there is a position, fixed with it, lost when it is no longer reported")
    func states() throws {
        var reception = Reception()
        #expect(reception.state == .acquiring)
        #expect(reception.take(noFix, at: start) == nil)
        #expect(reception.take(try fix(), at: start + .seconds(1)) == .fixed)
        #expect(reception.take(try fix(), at: start + .seconds(2)) == nil)
        #expect(reception.take(noFix, at: start + .seconds(3)) == .lost)
        #expect(reception.take(noFix, at: start + .seconds(4)) == nil)
        #expect(reception.take(try fix(), at: start + .seconds(5)) == .fixed)
    }

    @Test(
        "is lost after five silent epochs, and no sooner than after five seconds",
        arguments: [(0.1, 5.0), (0.5, 5), (1, 5), (2, 10), (5, 25)]
    )
    func silence(interval: Double, silence: Double) throws {
        var reception = Reception()
        for count in 0..<3 { _ = reception.take(try fix(), at: start + .seconds(interval) * count) }
        let last = start + .seconds(interval) * 2
        #expect(reception.deadline == last + .seconds(silence))
        #expect(reception.check(at: last + .seconds(silence) - .nanoseconds(1)) == nil)
        #expect(reception.check(at: last + .seconds(silence)) == .lost)
        #expect(reception.check(at: last + .seconds(silence)) == nil)
        #expect(reception.deadline == nil)
    }

    @Test("does not take a pause for the receiver's interval")
    func pause() throws {
        var reception = Reception()
        _ = reception.take(try fix(), at: start)
        _ = reception.take(try fix(), at: start + .seconds(1))
        _ = reception.take(try fix(), at: start + .seconds(600))
        #expect(reception.deadline == start + .seconds(605))
    }
}
