import LocationModel
import NMEA
import Testing

@Suite("The satellites of an epoch without a fix")
struct SatelliteTests {
    private func satellites(_ text: String) -> [SatelliteCount?] {
        epochs(of: text, closesPromptly: false).map { epoch in
            if case .noFix(_, let satellites) = epoch { satellites } else { nil }
        }
    }

    private func gsv(_ talker: String, _ inView: Int, of total: Int = 1, number: Int = 1, signal: String = "")
        -> String
    {
        sentence("\(talker)GSV,\(total),\(number),\(inView),02,25,181,42\(signal)")
    }

    private func void(_ time: String, used: String = "03") -> String {
        sentence("GNGGA,\(time),,,,,0,\(used),99.9,,,,,,")
    }

    @Test("are those used by GGA, and the sum of all systems in view")
    func sum() {
        let cycle = void("120000") + gsv("GP", 7) + gsv("GL", 2) + void("120001")
        #expect(satellites(cycle) == [.init(used: 3, inView: 9), .init(used: 3, inView: 9)])
    }

    @Test("in view count once, whatever the number of sentences and signals (NMEA 4.11)")
    func onceEach() {
        let cycle =
            gsv("GP", 9, of: 3) + gsv("GP", 9, of: 3, number: 2) + gsv("GP", 9, of: 3, number: 3)
            + gsv("GP", 6, signal: ",6") + gsv("GA", 4, signal: ",7")
        #expect(satellites(void("120000") + cycle) == [.init(used: 3, inView: 13)])
    }

    @Test("in view are those of the cycle before, where a cycle has no GSV")
    func seldom() {
        let text =
            void("120000") + gsv("GP", 7) + void("120001") + void("120002") + gsv("GP", 5) + void("120003")
        #expect(satellites(text).map { $0?.inView } == [7, 7, 5, 5])
    }

    @Test("of a system that is gone do not count any more")
    func gone() {
        let text =
            void("120000") + gsv("GP", 7) + gsv("GL", 2) + void("120001") + gsv("GP", 7) + void("120002")
        #expect(satellites(text).map { $0?.inView } == [9, 7, 7])
    }

    @Test("are not known of a receiver that says nothing")
    func unknown() {
        #expect(satellites(sentence("GPRMC,120000,V,,,,,,,150624,,,N")) == [SatelliteCount()])
        #expect(satellites(void("120000", used: "") + sentence("GPGSV,1,1,")) == [SatelliteCount()])
    }
}
