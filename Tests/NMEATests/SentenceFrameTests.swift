import NMEA
import Testing

@Suite("A sentence frame")
struct SentenceFrameTests {
    private func frame(_ text: String, _ rule: ChecksumRule = .required) throws(FrameError) -> SentenceFrame {
        let bytes = [UInt8](text.utf8)
        return try SentenceFrame(bytes.span, checksum: rule)
    }

    @Test(
        "is accepted with the right checksum in digits of either case, from any talker",
        arguments: [
            "$GPVTG,224.592,T,224.592,M,0.003,N,0.005,K,D*20",
            "$GPGLL,5209.7839,N,02048.4824,E,171248.00,A*02", "$PGRME,15.0,M,45.0,M,25.0,M*1C\r",
            "$GPGLL,2734.33926,S,15305.44310,E,222437.000,A,A*49,1699400577561",
            "!AIVDM,1,1,,A,14`9?l00190vptpO?D=dp:2J0<0r,0*02",
            "$ZZGLL,2734.33926,S,15305.44310,E,222437.000,A,A*5e",
        ]
    )
    func accepted(_ text: String) throws {
        let frame = try frame(text)
        let body = text.utf8.dropFirst().prefix { $0 != UInt8(ascii: "*") }
        #expect(frame.fields.upperBound == body.count + 1)
    }

    @Test(
        "is rejected for the precise reason",
        arguments: [
            ("$GPGLL,5209.7839,N,02048.4824,E,171248.00,A*03", FrameError.checksumMismatch),
            ("$GPGLL,5209.7839,N,02048.4824,E,171248.00,A", .missingChecksum),
            ("$GPGLL,5209.7839,N,02048.4824,E,171248.00,A*", .missingChecksum),
            ("$GPGLL,5209.7839,N,02048.4824,E,171248.00,A*0", .missingChecksum),
            ("$GPGLL,5209.7839,N,02048.4824,E,171248.00,A*G2", .missingChecksum),
            ("GPGLL,5209.7839,N,02048.4824,E,171248.00,A*02", .notASentence), ("$,*2C", .malformedAddress),
            ("$GPG,1*4D", .malformedAddress), ("$gpgll,1*6D", .malformedAddress), ("$", .missingChecksum),
        ]
    )
    func refused(_ text: String, _ expected: FrameError) {
        #expect(throws: expected) { try frame(text) }
    }

    @Test("without a checksum or with a wrong one is accepted where checksums are ignored")
    func rules() throws {
        let bare = "$GPGLL,5209.7839,N,02048.4824,E,171248.00,A\r"
        let wrong = "$GPGLL,5209.7839,N,02048.4824,E,171248.00,A*FF\r"
        #expect(try frame(bare, .ignored).fields == 7..<43)
        #expect(try frame(wrong, .ignored).fields == 7..<43)
    }
}
