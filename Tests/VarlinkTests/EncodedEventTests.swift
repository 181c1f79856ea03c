import Synchronization
import Testing
import Varlink

@Suite("An event for many streams")
struct EncodedEventTests {
    private struct Counted: StreamedStructure {
        static let encodings = Atomic(0)

        var sequence = 0
        var dropped: Int?

        init() {}

        init(_ json: inout JSONMembers) throws(ParameterProblem) {}

        func writeContents(_ json: inout JSONWriter) {
            Self.encodings.add(1, ordering: .relaxed)
            json.member("event", "update")
        }
    }

    @Test("is encoded once, and each stream adds its number and how much it missed")
    func once() {
        let event = EncodedEvent(Counted())
        let messages = (1...1000).map { number in
            Reply.partial(event, sequence: number, dropped: number == 7 ? 3 : nil).message
        }
        #expect(Counted.encodings.load(ordering: .relaxed) == 1)
        #expect(
            String(decoding: messages[6], as: UTF8.self)
                == #"{"parameters":{"event":"update","dropped":3,"sequence":7},"continues":true}"# + "\0"
        )
        #expect(Set(messages).count == 1000)
    }
}
