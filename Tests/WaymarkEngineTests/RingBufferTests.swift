import Testing

@testable import WaymarkEngine

@Suite("Of the latest few")
struct RingBufferTests {
    @Test("the oldest gives way to the newest")
    func order() {
        var few = RingBuffer<Int>()
        for number in 1...7 {
            few.add(number, keeping: 3)
            #expect(few.all == Array(max(1, number - 2)...number))
            #expect((0..<few.count).map(few.latest) == few.all.reversed())
        }
    }

    @Test("fewer or more are kept from one addition to the next")
    func capacity() {
        var few = RingBuffer<Int>()
        for number in 1...7 { few.add(number, keeping: 5) }
        for (number, capacity, kept) in [
            (8, 3, [6, 7, 8]), (9, 3, [7, 8, 9]), (10, 1, [10]), (11, 1, [11]), (12, 3, [11, 12]),
            (13, 3, [11, 12, 13]), (14, 3, [12, 13, 14]), (15, 4, [12, 13, 14, 15]),
            (16, 4, [13, 14, 15, 16]),
        ] {
            few.add(number, keeping: capacity)
            #expect(few.all == kept)
            #expect((0..<few.count).map(few.latest) == kept.reversed())
        }
    }

    @Test("two are the same that keep the same, however they came to it")
    func equality() {
        var long = RingBuffer<Int>()
        for number in 1...7 { long.add(number, keeping: 3) }
        var short = RingBuffer<Int>()
        for number in 5...7 { short.add(number, keeping: 3) }
        #expect(long == short)
        #expect(long.hashValue == short.hashValue)
        short.add(8, keeping: 3)
        #expect(long != short)
    }
}
