import Testing

@testable import NMEA

@Suite("A number in a field")
struct NumberTests {
    /// Parses a field at the start of the bytes, and the same field among others.
    private func read(_ text: String) -> (number: FixedPoint?, isMalformed: Bool) {
        let bytes = [UInt8](text.utf8)
        var fields = FieldCursor(0..<bytes.count)
        let number = fields.number(in: bytes.span)
        let sentence = [UInt8]("$GPXXX,\(text),1*00\r\n".utf8)
        var others = FieldCursor(7..<(9 + bytes.count))
        #expect(others.number(in: sentence.span) == number)
        #expect(others.isMalformed == fields.isMalformed)
        return (number, fields.isMalformed)
    }

    @Test(
        "is parsed exactly",
        arguments: [
            ("0", 0, 0), ("007", 7, 0), ("-33.057", -33_057, 3), ("+1.5", 15, 1), ("5.", 5, 0),
            (".25", 25, 2),
            ("3725.5838626", 37_255_838_626, 7), ("999999999999999999", 999_999_999_999_999_999, 0),
        ] as [(String, Int64, Int)]
    )
    func exact(_ text: String, _ mantissa: Int64, _ scale: Int) throws {
        let number = try #require(read(text).number)
        #expect(number.mantissa == mantissa && number.scale == scale)
    }

    @Test(
        "has the value that the standard library parses",
        arguments: [
            "0.028", "746.1", "152.6", "3.7710583", "0.66090715", "12207.4112160",
            "1e0".replacing("e0", with: ""),
        ]
    )
    func value(_ text: String) throws {
        #expect(try #require(read(text).number).value == Double(text))
    }

    @Test("has its value with each number of decimals", arguments: 0...17)
    func decimals(_ count: Int) throws {
        let text = "7." + "314159265358979323".prefix(count)
        let value = try #require(Double(text + "0"))
        #expect(abs(try #require(read(text).number).value - value) < 1e-14)
    }

    @Test("has any number of decimals, of which those behind the eighteenth digit are cut off")
    func manyDecimals() throws {
        for text in ["1.234567890123456789", "1.23456789012345678" + String(repeating: "9", count: 20)] {
            #expect(abs(try #require(read(text).number).value - 1.2345678901234568) < 1e-15)
        }
    }

    @Test(
        "is malformed with more than eighteen digits before the point",
        arguments: ["1234567890123456789.5", "1234567890123456789"]
    )
    func tooManyDigits(_ text: String) {
        let (number, isMalformed) = read(text)
        #expect(number == nil && isMalformed)
    }

    @Test(
        "is malformed in any other form",
        arguments: [
            "-", ".", "1.2.3", "1-2", "--1", "1e5", "nan", "0x10", " 1", "1 ", "0/28", "1.5.", "12-.5", "1*5",
        ]
    )
    func malformed(_ text: String) {
        let (number, isMalformed) = read(text)
        #expect(number == nil && isMalformed)
    }

    @Test("is missing if the field is empty, without being malformed")
    func empty() {
        let (number, isMalformed) = read("")
        #expect(number == nil && !isMalformed)
    }
}
