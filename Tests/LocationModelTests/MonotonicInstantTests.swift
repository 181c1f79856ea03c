import LocationModel
import Testing

@Suite("A point on the monotonic clock")
struct MonotonicInstantTests {
    @Test("converts to the standard library's type and back")
    func conversion() {
        let instant = ContinuousClock.now
        #expect(ContinuousClock.Instant(MonotonicInstant(instant)) == instant)
        let own = MonotonicInstant.systemEpoch + .seconds(1000) + .nanoseconds(1) / 3
        #expect(MonotonicInstant(ContinuousClock.Instant(own)) == own)
        #expect(ContinuousClock.Instant(own) - ContinuousClock().systemEpoch == own - .systemEpoch)
    }

    @Test("has the arithmetic of the standard library")
    func arithmetic() {
        let early = MonotonicInstant.systemEpoch + .seconds(5)
        let late = early + .milliseconds(1500)
        #expect(early < late && late > early && early == late - .milliseconds(1500))
        #expect(late - early == .milliseconds(1500) && early.duration(to: late) == .milliseconds(1500))
        #expect(late.duration(to: early) == .milliseconds(-1500))
    }

    @Test("has a fixed layout in every type that contains it")
    func size() {
        #expect(MemoryLayout<MonotonicInstant>.size == MemoryLayout<Duration>.size)
    }
}
