import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A side task", .ownThreads, .timeLimit(.minutes(10)))
struct SideTaskTests {
    private final class Product: Sendable {}

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
