import LocationModel
import Testing

@Suite("The delays before another try")
struct BackOffTests {
    @Test("double up to the longest, and begin again after a success")
    func delays() {
        var backOff = BackOff(first: .seconds(2), longest: .seconds(7))
        #expect((1...4).map { _ in backOff.next() } == [.seconds(2), .seconds(4), .seconds(7), .seconds(7)])
        backOff.reset()
        #expect(backOff.next() == .seconds(2))
    }
}
