import Testing
import Varlink

@Suite("An event of a stream")
struct StreamedEventTests {
    private struct Update: StreamedStructure {
        var sequence = 0
        var dropped: Int?

        init() {}

        init(_ json: inout JSONMembers) throws(ParameterProblem) {}

        func writeContents(_ json: inout JSONWriter) { json.member("event", "update") }
    }

    @Test("has its number and how much the stream missed")
    func numbered() {
        let seventh = #"{"parameters":{"event":"update","dropped":3,"sequence":7},"continues":true}"# + "\0"
        #expect(Reply.partial(Update(), sequence: 7, dropped: 3).message == Array(seventh.utf8))
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
