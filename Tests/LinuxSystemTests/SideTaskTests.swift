import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A side task", .ownThreads, .timeLimit(.minutes(10)))
struct SideTaskTests {
    /// An object whose deallocation can be observed.
    private final class Product: Sendable {}

    @Test("delivers its result once, when its descriptor is readable")
    func product() throws {
        let task = try SideTask(named: "test") { 42 }
        var request = pollfd(fd: task.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, -1) == 1)
        #expect(task.removeResult() == 42)
        #expect(task.removeResult() == nil)
    }

    @Test("finishes after it is released and then leaves nothing behind")
    func abandoned() throws {
        let mayEnd = Guarded(())
        var task: SideTask<Product>?
        weak let observed = try mayEnd.withLock { _ in
            task = try SideTask(named: "test") {
                mayEnd.withLock { _ in }
                return Product()
            }
            return task
        }
        task = nil
        while observed != nil { sched_yield() }
    }
}
