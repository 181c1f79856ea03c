import LocationModel
import Testing

@Suite("A receiver's interval")
struct ReportingIntervalTests {
    @Test("is the middle one of the last five gaps, the shorter of two in the middle")
    func middle() {
        var word: UInt64 = 1
        var interval = ReportingInterval()
        #expect(interval.usual == nil)
        var gaps: [Duration] = []
        for _ in 0..<1000 {
            word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let gap = Duration.milliseconds(100 * (1 + word >> 61))
            interval.take(gap: gap)
            gaps = (gaps + [gap]).suffix(5)
            #expect(interval.usual == gaps.sorted()[(gaps.count - 1) / 2])
        }
    }

    @Test("comes neither of a pause nor of epochs that arrive together")
    func ignored() {
        var interval = ReportingInterval()
        interval.take(gap: .seconds(61))
        interval.take(gap: .milliseconds(19))
        #expect(interval.usual == nil)
    }
}
