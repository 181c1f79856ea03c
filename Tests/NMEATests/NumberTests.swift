import Testing

@testable import NMEA

@Suite("A number in a field")
struct NumberTests {
    /// Parses a field at the start of the bytes, and the same field among others.
    private func read(_ text: String) -> (number: FixedPoint?, isMalformed: Bool) {
        let bytes = [UInt8](text.utf8)
        var fields = FieldCursor(bytes.span)
        let number = fields.number(in: bytes.span)
        let several = [UInt8]("A,\(text),1".utf8)
        var others = FieldCursor(several.span)
        others.skip(in: several.span)
        #expect(others.number(in: several.span) == number)
        #expect(others.isMalformed == fields.isMalformed)
        return (number, fields.isMalformed)
    }

    @Test(
        "has the value that the standard library parses",
        arguments: ["0.028", "746.1", "152.6", "3.7710583", "0.66090715", "12207.4112160", "1"]
    )
    func value(_ text: String) throws {
        #expect(try #require(read(text).number).value == Double(text))
    }

    @Test("has any number of decimals, of which those behind the eighteenth digit are cut off")
    func manyDecimals() throws {
        for text in ["1.234567890123456789", "1.23456789012345678" + String(repeating: "9", count: 20)] {
            #expect(abs(try #require(read(text).number).value - 1.2345678901234568) < 1e-15)
        }
    }

    @Test(
        "is malformed with more than eighteen digits before the point, and in any other form",
        arguments: [
            "1234567890123456789.5", "1234567890123456789", "-", ".", "1.2.3", "1-2", "--1", "1e5", "nan",
            "0x10", " 1", "1 ", "0/28", "1.5.", "12-.5", "1*5",
        ]
    )
    func malformed(_ text: String) {
        let (number, isMalformed) = read(text)
        #expect(number == nil && isMalformed)
    }
}
