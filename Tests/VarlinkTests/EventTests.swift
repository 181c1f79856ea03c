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
        let seventh = #"{"parameters":{"event":"update","dropped":3,"sequence":7},"continues":true}"# + "\0"
        #expect(messages[6] == Array(seventh.utf8))
        #expect(Set(messages).count == 1000)
    }
}

@Suite("A backlog of events")
struct EventBacklogTests {
    @Test("keeps the newest about each subject, counts what gave way, and takes a subject again at the end")
    func coalesces() {
        var backlog = EventBacklog<String, Int>()
        for (payload, subject) in [(1, "a"), (2, "b"), (3, "a"), (4, "a")] {
            backlog.add(payload, about: subject)
        }
        let first = backlog.removeFirst()
        #expect(first?.payload == 4 && first?.dropped == 2)
        backlog.add(5, about: "a")
        for payload in [2, 5] {
            let next = backlog.removeFirst()
            #expect(next?.payload == payload && next?.dropped == 0)
        }
        #expect(backlog.isEmpty)
    }

    @Test("lets what waits be revised, without a change of order")
    func revises() {
        var backlog = EventBacklog<String, Int>()
        for (payload, subject) in [(1, "a"), (2, "b")] { backlog.add(payload, about: subject) }
        backlog.revise { $0 * 10 }
        #expect(backlog.removeFirst()?.payload == 10)
        #expect(backlog.removeFirst()?.payload == 20)
    }
}
