import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("The poller", .ownThreads, .timeLimit(.minutes(10)))
struct PollerTests: ~Copyable {
    private let poller: Poller
    private let wakeUp: WakeUp

    init() throws {
        let poller = try Poller()
        let wakeUp = try WakeUp()
        self.poller = poller
        self.wakeUp = wakeUp
    }

    @Test("returns only after a deadline has passed, every time")
    func deadline() throws {
        for _ in 0..<5 {
            let deadline = ContinuousClock.now + .milliseconds(2)
            #expect(try poller.wait(until: deadline).isEmpty)
            #expect(ContinuousClock.now >= deadline)
        }
        // An expired deadline must not end a later wait.
        wakeUp.signal()
        let token = try poller.watch(wakeUp.descriptor.rawValue, for: .readable)
        #expect(try poller.wait(until: nil).map(\.token) == [token])
    }

    @Test("replaces an earlier deadline by a later one or none")
    func changedDeadline() throws {
        _ = try poller.watch(wakeUp.descriptor.rawValue, for: .readable)
        wakeUp.signal()
        #expect(try poller.wait(until: .now + .milliseconds(1)).count == 1)
        wakeUp.acknowledge()
        let later = ContinuousClock.now + .milliseconds(20)
        #expect(try poller.wait(until: later).isEmpty)
        #expect(ContinuousClock.now >= later)
    }

    @Test("reports nothing for an unwatched descriptor and never reuses its token")
    func unwatched() throws {
        let first = try poller.watch(wakeUp.descriptor.rawValue, for: .readable)
        wakeUp.signal()
        poller.unwatch(first)
        #expect(try poller.wait(until: .now).isEmpty)
        let second = try poller.watch(wakeUp.descriptor.rawValue, for: .writable)
        #expect(first != second)
        #expect(try poller.wait(until: .now).map(\.isWritable) == [true])
        try poller.change(second, to: [])
        #expect(try poller.wait(until: .now).isEmpty)
    }
}
