import LocationModel
import Testing

@Suite("A reporting interval")
struct ReportingIntervalTests {
    @Test("is the median of the last five gaps, the shorter of the middle two")
    func middle() {
        var word: UInt64 = 1
        var interval = ReportingInterval()
        #expect(interval.median == nil)
        var gaps: [Duration] = []
        for _ in 0..<1000 {
            word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let gap = Duration.milliseconds(100 * (1 + word >> 61))
            interval.record(gap: gap)
            gaps = (gaps + [gap]).suffix(5)
            #expect(interval.median == gaps.sorted()[(gaps.count - 1) / 2])
        }
    }

    @Test("ignores pauses and epochs that arrive together")
    func ignored() {
        var interval = ReportingInterval()
        interval.record(gap: .seconds(61))
        interval.record(gap: .milliseconds(19))
        #expect(interval.median == nil)
    }
}
