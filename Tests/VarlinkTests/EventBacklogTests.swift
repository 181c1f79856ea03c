import Testing
import Varlink

@Suite("A backlog of events")
struct EventBacklogTests {
    @Test("keeps the newest about each subject and tells how many gave way")
    func coalesces() throws {
        var backlog = EventBacklog<String, Int>()
        for (payload, subject) in [(1, "a"), (2, "b"), (3, "a"), (4, "a")] { backlog.add(payload, about: subject) }
        let first = try #require(backlog.take())
        #expect(first.payload == 4)
        #expect(first.dropped == 2)
        let second = try #require(backlog.take())
        #expect(second.payload == 2)
        #expect(second.dropped == 0)
        #expect(backlog.take() == nil)
        #expect(backlog.isEmpty)
    }
}
