import RouteSimulator
import Testing
import Varlink

@Suite("Splitting a stream into messages")
struct MessageSplitterTests {
    @Test("gives the same messages however the stream is cut", arguments: 1...20 as ClosedRange<UInt64>)
    func chunking(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var messages: [[UInt8]] = []
        for _ in 0..<40 {
            let length = Int.random(in: 0...30, using: &random)
            messages.append((0..<length).map { _ in UInt8.random(in: 1...255, using: &random) })
        }
        let stream = Array(messages.map { $0 + [0] }.joined())
        var splitter = MessageSplitter(limit: 30)
        var received: [[UInt8]] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let count = min(Int.random(in: 1...50, using: &random), rest.count)
            splitter.append(rest.prefix(count))
            rest = rest.dropFirst(count)
            // Not always at once: what waits must survive what follows.
            while Bool.random(using: &random), let message = splitter.next() { received.append(message) }
        }
        while let message = splitter.next() { received.append(message) }
        #expect(received == messages)
        #expect(!splitter.hasPartialMessage)
        #expect(!splitter.hasOverflowed)
    }

    @Test("keeps what came before a message that is too long, and nothing after")
    func overflow() {
        var splitter = MessageSplitter(limit: 3)
        splitter.append([1, 2, 3, 0, 1, 2])
        #expect(!splitter.hasOverflowed)
        #expect(splitter.hasPartialMessage)
        splitter.append([3, 4, 0, 5, 0])
        #expect(splitter.hasOverflowed)
        #expect(splitter.next() == [1, 2, 3])
        splitter.append([6, 0])
        #expect(splitter.next() == nil)
    }
}
