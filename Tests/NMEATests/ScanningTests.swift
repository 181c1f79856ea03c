import Testing

@testable import NMEA

@Suite("Scanning many bytes at a time")
struct ScanningTests {
    /// Bytes of all values, so that none is special.
    private let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167) }

    @Test("finds the same index as a loop over bytes, from any start")
    func firstIndex() {
        for start in 0...bytes.count {
            for value in [bytes[3], bytes[100], bytes[199], 0] {
                let expected = bytes[start...].firstIndex { $0 == value || $0 == bytes[150] } ?? bytes.count
                #expect(bytes.span.firstIndex(of: value, or: bytes[150], from: start) == expected)
            }
        }
    }

    @Test("gives the same exclusive or as a loop over bytes, for any length")
    func exclusiveOr() {
        for start in 0..<40 {
            for end in start...bytes.count {
                #expect(bytes.span.exclusiveOr(over: start..<end) == bytes[start..<end].reduce(0, ^))
            }
        }
    }
}

@Suite("A field cursor")
struct FieldCursorTests {
    @Test("reads fields beyond its first window, and none after the last")
    func windows() {
        let bytes = [UInt8]("\((0..<80).map { String($0) }.joined(separator: ",")),*".utf8)
        var fields = FieldCursor(0..<(bytes.count - 1))
        for expected in 0..<80 {
            #expect(!fields.isAtEnd)
            #expect(fields.number(in: bytes.span)?.mantissa == Int64(expected))
        }
        #expect(fields.letter(in: bytes.span) == nil && fields.isAtEnd && !fields.isTruncated)
        #expect(fields.letter(in: bytes.span) == nil && fields.isTruncated)
    }

    @Test("reads a field that is longer than a window")
    func longField() {
        let bytes = [UInt8]("1,\(String(repeating: "x", count: 200)),3".utf8)
        var fields = FieldCursor(0..<bytes.count)
        fields.skip(2, in: bytes.span)
        #expect(!fields.isAtEnd)
        #expect(fields.number(in: bytes.span)?.mantissa == 3)
        #expect(fields.isAtEnd && !fields.isTruncated)
    }

    @Test("is truncated after skipping more fields than there are")
    func skipsTooFar() {
        let bytes = [UInt8]("1,2,3".utf8)
        var fields = FieldCursor(0..<bytes.count)
        fields.skip(4, in: bytes.span)
        #expect(fields.isTruncated && fields.isAtEnd)
    }
}
