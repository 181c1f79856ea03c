import Testing

@testable import NMEA

@Suite("Scanning many bytes at a time")
struct ScanningTests {
    /// Bytes that go through all values, so that none is special.
    private let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167) }

    @Test("finds the same index as looking at each byte, wherever it begins")
    func firstIndex() {
        for start in 0...bytes.count {
            for value in [bytes[3], bytes[100], bytes[199], 0] {
                let expected = bytes[start...].firstIndex { $0 == value || $0 == bytes[150] } ?? bytes.count
                #expect(bytes.span.firstIndex(of: value, or: bytes[150], from: start) == expected)
            }
        }
    }

    @Test("combines the same bytes as one by one, whatever their number")
    func exclusiveOr() {
        for start in 0..<40 {
            for end in start...bytes.count {
                #expect(bytes.span.exclusiveOr(over: start..<end) == bytes[start..<end].reduce(0, ^))
            }
        }
    }

    @Test("finds the commas among the first 64 of the bytes that it combines")
    func commas() {
        let text = (0..<200).map { UInt8(ascii: $0 % 3 == 0 || $0 % 7 == 0 ? "," : "x") }
        for start in [0, 1, 7, 150, 190] {
            for end in start...text.count {
                var expected: UInt64 = 0
                for index in start..<min(end, start + 64) where text[index] == UInt8(ascii: ",") {
                    expected |= 1 << UInt64(index - start)
                }
                #expect(text.span.checksumAndCommas(over: start..<end).commas == expected)
            }
        }
    }

    @Test("has a bit for each byte of a window")
    func bits() {
        let text = [UInt8]("a,bb,,ccc,".utf8) + [UInt8](repeating: UInt8(ascii: ","), count: 90)
        for start in 0..<text.count {
            for count in [0, 1, 15, 16, 17, 63, 64] where start + count <= text.count {
                var expected: UInt64 = 0
                for index in 0..<count where text[start + index] == UInt8(ascii: ",") {
                    expected |= 1 << index
                }
                #expect(text.span.bits(of: UInt8(ascii: ","), in: start..<(start + count)) == expected)
            }
        }
    }
}

@Suite("A field cursor")
struct FieldCursorTests {
    @Test("reads fields beyond its first window, and none behind the last")
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

    @Test("is truncated when it passes over more fields than there are")
    func skipsTooFar() {
        let bytes = [UInt8]("1,2,3".utf8)
        var fields = FieldCursor(0..<bytes.count)
        fields.skip(4, in: bytes.span)
        #expect(fields.isTruncated && fields.isAtEnd)
    }
}

@Suite("A recent text")
struct RecentTextTests {
    @Test("says again what it said, and nothing for any other text")
    func recalls() {
        let line = [UInt8]("123519.00,4807.038,N,rest of the line, long enough to be looked at".utf8)
        for count in 1...32 {
            var text = line
            text[count - 1] = UInt8(ascii: ",")
            var recent = RecentText<Int>(fieldCount: 1)
            #expect(recent.value(at: 0, in: text.span) == nil)
            recent.remember(count, 0..<count, in: text.span)
            #expect(recent.value(at: 0, in: text.span) == count)
            for changed in 0..<34 {
                var other = text
                other[changed] ^= 1
                #expect(recent.value(at: 0, in: other.span) == (changed < count ? nil : count))
            }
        }
    }

    @Test("is not remembered where no comma ends it")
    func unended() {
        let text = [UInt8]("123519.00*65 and the rest of the line, long enough to be looked at".utf8)
        var recent = RecentText<Int>(fieldCount: 1)
        recent.remember(1, 0..<10, in: text.span)
        #expect(recent.value(at: 0, in: text.span) == nil)
    }

    @Test("is forgotten for nothing that is too long to be remembered")
    func tooLong() {
        let text = [UInt8](repeating: UInt8(ascii: ","), count: 100)
        var recent = RecentText<Int>(fieldCount: 1)
        recent.remember(1, 0..<33, in: text.span)
        #expect(recent.value(at: 0, in: text.span) == nil)
        recent.remember(2, 80..<90, in: text.span)
        #expect(recent.value(at: 0, in: text.span) == nil)
    }
}
