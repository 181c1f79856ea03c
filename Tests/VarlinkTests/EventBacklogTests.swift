import Testing
import Varlink

@Suite("A backlog of events")
struct EventBacklogTests {
    @Test("keeps the newest about each subject and tells how many gave way")
    func coalesces() {
        var backlog = EventBacklog<String, Int>()
        for (payload, subject) in [(1, "a"), (2, "b"), (3, "a"), (4, "a")] {
            backlog.add(payload, about: subject)
        }
        let first = backlog.removeFirst()
        #expect(first?.payload == 4)
        #expect(first?.dropped == 2)
        let second = backlog.removeFirst()
        #expect(second?.payload == 2)
        #expect(second?.dropped == 0)
        let third = backlog.removeFirst()
        #expect(third == nil)
        #expect(backlog.isEmpty)
    }

    @Test("takes a subject again, behind the others, whose event was taken out")
    func again() {
        var backlog = EventBacklog<String, Int>()
        for (payload, subject) in [(1, "a"), (2, "b")] { backlog.add(payload, about: subject) }
        #expect(backlog.removeFirst()?.payload == 1)
        backlog.add(3, about: "a")
        let second = backlog.removeFirst()
        #expect(second?.payload == 2 && second?.dropped == 0)
        let third = backlog.removeFirst()
        #expect(third?.payload == 3 && third?.dropped == 0)
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
