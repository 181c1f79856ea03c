import Testing

@testable import NMEA

@Suite("A field cursor")
struct FieldCursorTests {
    @Test("reads each field, and none after the last")
    func fields() {
        let bytes = [UInt8]("\((0..<80).map { String($0) }.joined(separator: ",")),*".utf8)
        var fields = FieldCursor(0..<(bytes.count - 1))
        for expected in 0..<80 {
            #expect(!fields.isAtEnd)
            #expect(fields.number(in: bytes.span)?.mantissa == Int64(expected))
        }
        #expect(fields.letter(in: bytes.span) == nil && fields.isAtEnd && !fields.isTruncated)
        #expect(fields.letter(in: bytes.span) == nil && fields.isTruncated)
    }

    @Test("is truncated after skipping more fields than there are")
    func skipsTooFar() {
        let bytes = [UInt8]("1,2,3".utf8)
        var fields = FieldCursor(0..<bytes.count)
        fields.skip(4, in: bytes.span)
        #expect(fields.isTruncated && fields.isAtEnd)
    }
}
