import LocationModel
import Testing

@testable import waymarkctl

@Suite("A line of decode")
struct RecordTests {
    private func text(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("for a heading names itself, and leaves out what is not known")
    func heading() throws {
        var gyro = try #require(Heading(trueDegrees: 4.1, origin: .measured))
        gyro.time = UTCInstant("2020-01-01T00:00:00Z")
        #expect(
            text { HeadingRecord(heading: gyro).write(to: &$0) }
                == #"{"kind":"heading","time":"2020-01-01T00:00:00.000Z","trueHeadingDegrees":4.1,"#
                + #""origin":"measured"}"# + "\n"
        )
        let compass = try #require(
            Heading(compassDegrees: 100, deviationDegrees: -2, variationDegrees: 5)
        )
        #expect(
            text { HeadingRecord(heading: compass).write(to: &$0) }
                == #"{"kind":"heading","trueHeadingDegrees":103.0,"magneticHeadingDegrees":98.0,"#
                + #""variationDegrees":5.0,"deviationDegrees":-2.0}"# + "\n"
        )
        let readable = text { HeadingRecord(heading: compass).writeReadably(to: &$0) }
        #expect(readable.hasSuffix("heading 103.0 deg true 98.0 deg magnetic\n"))
    }

    @Test("for a fix of another datum says which, and how far it was moved")
    func datum() throws {
        let place = try #require(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13))
        var fix = Fix(coordinate: place)
        #expect(!text { FixRecord(fix: fix).write(to: &$0) }.contains("atum"))
        fix.localDatum = LocalDatum(code: "999".utf8, shiftMeters: 168.25)
        #expect(
            text { FixRecord(fix: fix).write(to: &$0) }.hasSuffix(
                #""localDatum":"999","datumShiftMeters":168.25}"# + "\n"
            )
        )
        #expect(
            text { FixRecord(fix: fix).writeReadably(to: &$0) }.hasSuffix(
                "unknown, datum 999, brought to WGS-84 by 168.3 m\n"
            )
        )
        fix.localDatum = LocalDatum(code: "TOY".utf8)
        #expect(text { FixRecord(fix: fix).write(to: &$0) }.hasSuffix(#""localDatum":"TOY"}"# + "\n"))
        #expect(text { FixRecord(fix: fix).writeReadably(to: &$0) }.hasSuffix("datum TOY, not WGS-84\n"))
    }
}
