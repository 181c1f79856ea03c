import Testing

@testable import Modems

@Suite("The sentences of ModemManager")
struct SentenceTraceTests {
    private func news(_ text: String, since last: String = "") -> String? {
        SentenceTrace(text).news(since: SentenceTrace(last))?.text
    }

    @Test("are told with their times first, and without what is no sentence")
    func order() {
        let text =
            "$GPGSV,1,1,00*79\r\nnonsense\r\n\r\n$GPGLL,,,,,120000.00,V*2A\n$G\u{1}\r\n$GPRMC,120000.00,V*1\r\n"
        #expect(news(text) == "$GPGLL,,,,,120000.00,V*2A\r\n$GPRMC,120000.00,V*1\r\n$GPGSV,1,1,00*79\r\n")
        #expect(news("") == nil)
    }

    @Test("of an old time are not told again, but those without a time with each new one")
    func repetition() {
        let first = "$GPGSA,A,3*3\r\n$GPGST,120000,1*2\r\n$GPRMC,120000,A*1\r\n"
        #expect(news(first, since: first) == nil)
        let second = "$GPGSA,A,3*3\r\n$GPGST,120000,1*2\r\n$GPRMC,120001,A*1\r\n"
        #expect(news(second, since: first) == "$GPRMC,120001,A*1\r\n$GPGSA,A,3*3\r\n")
    }

    @Test("are mixed only if what is new is of several times")
    func mixed() {
        let last = SentenceTrace("$GPGST,120000,1*2\r\n$GPRMC,120001,A*1\r\n$GPGGA,120001,1*1\r\n")
        let whole = SentenceTrace("$GPGST,120000,1*2\r\n$GPRMC,120002,A*1\r\n$GPGGA,120002,1*1\r\n")
        #expect(whole.news(since: last)?.isMixed == false)
        let mixed = SentenceTrace("$GPRMC,120002,A*1\r\n$GPGGA,120003,1*1\r\n")
        #expect(mixed.news(since: last)?.isMixed == true)
    }

    @Test("are cut to what the service takes, whatever a modem says")
    func limited() throws {
        let line = "$GPTXT," + String(repeating: "x", count: 90) + "*00\r\n"
        let text = try #require(news(String(repeating: line, count: 1000)))
        #expect(text.utf8.count <= 32_768 && text.utf8.count > 32_000)
    }
}
