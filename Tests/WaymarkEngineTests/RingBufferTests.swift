import Testing

@testable import WaymarkEngine

@Suite("Of the latest few")
struct RingBufferTests {
    @Test("the oldest gives way to the newest")
    func order() {
        var few = RingBuffer<Int>(capacity: 3)
        for number in 1...7 {
            few.add(number)
            #expect(few.all == Array(max(1, number - 2)...number))
            #expect((0..<few.count).map(few.latest) == few.all.reversed())
        }
    }

    @Test("two are the same that keep the same, however they came to it")
    func equality() {
        var long = RingBuffer<Int>(capacity: 3)
        for number in 1...7 { long.add(number) }
        var short = RingBuffer<Int>(capacity: 3)
        for number in 5...7 { short.add(number) }
        #expect(long == short)
        #expect(long.hashValue == short.hashValue)
        short.add(8)
        #expect(long != short)
    }
}
