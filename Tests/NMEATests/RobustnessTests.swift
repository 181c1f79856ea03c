import LocationModel
import NMEA
import Testing

@Suite("Any bytes at all")
struct RobustnessTests {
    @Test("that continue where an earlier sentence ended are not mistaken for its last field")
    func recentText() {
        let text =
            "$GPGST,065500.*65$GPGST,065500.*::89,G3,2,2,G3,2.:,2,22: and more than thirty-two bytes behind"
        let (_, statistics) = decoded([UInt8](text.utf8), checksum: .ignored)
        #expect(statistics.sentences == 2 && statistics.malformedSentences == 2)
    }

    @Test("between sentences do not prevent decoding the next one")
    func resynchronises() {
        let good = sentence("GPRMC,222437.000,A,2734.33926,S,15305.44310,E,33.9,157.8,030308,11.2,W,A")
        let garbage = "\u{0}\u{1}$GPGGA,0213$$$,*\r" + String(repeating: "~", count: 5000)
        let (epochs, statistics) = decoded([UInt8]((garbage + good).utf8))
        #expect(epochs.fixes.count == 1)
        #expect(statistics.sentences == 1)
    }
}
