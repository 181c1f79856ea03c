import LocationModel
import NMEA
import Testing

@Suite("The satellites of an epoch without a fix")
struct SatelliteTests {
    private func satellites(_ text: String) -> [SatelliteCount?] {
        epochs(of: text).map { epoch in
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

    @Test("are those used by GGA, and all in view once, whatever their sentences and signals (NMEA 4.11)")
    func onceEach() {
        let cycle =
            gsv("GP", 9, of: 3) + gsv("GP", 9, of: 3, number: 2) + gsv("GP", 9, of: 3, number: 3)
            + gsv("GP", 6, signal: ",6") + gsv("GA", 4, signal: ",7")
        #expect(satellites(void("120000") + cycle) == [.init(used: 3, inView: 13)])
    }

    @Test("in view are those of the cycle before, where a cycle has no GSV, without a system that is gone")
    func seldom() {
        let cycles = [gsv("GP", 7) + gsv("GL", 2), "", gsv("GP", 5), ""]
        let text = cycles.enumerated().map { void("12000\($0)") + $1 }.joined()
        #expect(satellites(text).map { $0?.inView } == [9, 9, 5, 5])
    }

    @Test("are not known of a receiver that says nothing")
    func unknown() {
        #expect(satellites(sentence("GPRMC,120000,V,,,,,,,150624,,,N")) == [SatelliteCount()])
        #expect(satellites(void("120000", used: "") + sentence("GPGSV,1,1,")) == [SatelliteCount()])
    }

    @Test("with a fix are heard with the strengths of the cycle's signals, of all systems")
    func strengths() throws {
        let fix = "GNGGA,120000,5230.0,N,01324.0,E,1,08,0.9,40.0,M,45.0,M,,"
        let gsv =
            sentence("GPGSV,2,1,05,02,25,181,40,05,40,090,44,07,10,300,,09,60,010,48,1")
            + sentence("GPGSV,2,2,05,12,33,222,44,1") + sentence("GAGSV,1,1,01,03,50,120,44,7")
        let found = try #require(epochs(of: sentence(fix) + gsv + void("120001")).fixes.first)
        let signals = try #require(found.signs?.signals)
        #expect(signals.count == 5)
        #expect(signals.meanDecibels == 44)
        #expect(abs(signals.spreadDecibels - 6.4.squareRoot()) < 1e-9)
    }
}
