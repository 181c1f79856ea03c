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

    @Test("for a heading has its kind, and omits unknown values")
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

    @Test(
        "has times rounded to the millisecond, even into the next year",
        arguments: [
            ("2019-12-31T23:59:59.9995Z", "2020-01-01T00:00:00.000Z"),
            ("2019-12-31T23:59:59.999499999Z", "2019-12-31T23:59:59.999Z"),
            ("1969-12-31T23:59:59.9994Z", "1969-12-31T23:59:59.999Z"),
            ("1969-12-31T23:59:59.9996Z", "1970-01-01T00:00:00.000Z"),
            ("2016-12-31T23:59:60.25Z", "2017-01-01T00:00:00.250Z"),
        ]
    )
    func milliseconds(time: String, expected: String) throws {
        var heading = try #require(Heading(trueDegrees: 0))
        heading.time = UTCInstant(time)
        let readable = text { HeadingRecord(heading: heading).writeReadably(to: &$0) }
        #expect(readable == "\(expected)  heading 0.0 deg true\n")
        #expect(text { HeadingRecord(heading: heading).write(to: &$0) }.contains(#""time":"\#(expected)""#))
    }

    @Test("for a fix of another datum has the datum and the shift")
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

    @Test("for a fix has only meaningful digits, without rounding noise")
    func exactness() throws {
        let place = try #require(
            Coordinate(latitudeDegrees: 47.99847883333333, longitudeDegrees: -7.8290093333333335)
        )
        var fix = Fix(
            time: UTCInstant("2026-05-12T07:10:32.0006Z"),
            coordinate: place,
            mode: .threeDimensional
        )
        fix.accuracy = FixAccuracy(
            horizontal68Meters: 28.700000000000003,
            horizontal95Meters: 57.40006,
            vertical68Meters: 1e-5,
            source: .dilution
        )
        fix.altitudeMeters = -0.0
        fix.speedMetersPerSecond = 0.09157111111111112
        fix.courseDegrees = 359.99999
        fix.satellitesUsed = 4
        fix.horizontalDilution = .infinity
        #expect(
            text { FixRecord(fix: fix).write(to: &$0) }
                == #"{"time":"2026-05-12T07:10:32.001Z","latitudeDegrees":47.998478833,"#
                + #""longitudeDegrees":-7.829009333,"mode":3,"quality":"unknown","altitudeMeters":0.0,"#
                + #""speedMetersPerSecond":0.09157,"courseDegrees":0.0,"horizontalAccuracyMeters":28.7,"#
                + #""horizontalAccuracy95Meters":57.4001,"verticalAccuracyMeters":1e-05,"#
                + #""accuracySource":"dilution","satellitesUsed":4}"# + "\n"
        )
        #expect(
            text { FixRecord(fix: fix).writeReadably(to: &$0) }
                == "2026-05-12T07:10:32.001Z   47.9984788   -7.8290093  3D      0.0 m   0.1 m/s   0 deg"
                + "  within 28.7 m (68 %), unknown\n"
        )
    }

    @Test("for a fix without a time keeps its columns, and does not truncate long numbers")
    func columns() throws {
        let place = try #require(Coordinate(latitudeDegrees: -89.5, longitudeDegrees: -179.25))
        var fix = Fix(coordinate: place)
        fix.altitudeMeters = 1234567890.25
        #expect(
            text { FixRecord(fix: fix).writeReadably(to: &$0) }
                == "no time                   -89.5000000 -179.2500000  2D 1234567890.3 m                  , unknown\n"
        )
    }

    @Test("has room for the longest numbers")
    func longest() throws {
        let long = -Double.leastNormalMagnitude
        let place = try #require(Coordinate(latitudeDegrees: long, longitudeDegrees: long))
        var fix = Fix(time: UTCInstant(nanosecondsSince1970: .max), coordinate: place, quality: .differential)
        fix.accuracy = FixAccuracy(
            horizontal68Meters: long,
            horizontal95Meters: long,
            vertical68Meters: long,
            source: .standardDeviations
        )
        fix.altitudeMeters = long
        fix.geoidSeparationMeters = long
        fix.speedMetersPerSecond = long
        fix.courseDegrees = long
        fix.satellitesUsed = .min
        fix.horizontalDilution = long
        fix.localDatum = LocalDatum(code: "ABCD".utf8, shiftMeters: long)
        let object = text { FixRecord(fix: fix).write(to: &$0) }
        #expect(object.split(separator: "-2.2250738585072014e-308").count == 12)
        fix.accuracy?.horizontal68Meters = -.greatestFiniteMagnitude
        fix.localDatum?.shiftMeters = -.greatestFiniteMagnitude
        let line = text { FixRecord(fix: fix).writeReadably(to: &$0) }
        #expect(line.hasSuffix("brought to WGS-84 by -1.7976931348623157e+308 m\n"))
        var heading = try #require(Heading(compassDegrees: 1, deviationDegrees: long, variationDegrees: long))
        heading.time = UTCInstant(nanosecondsSince1970: .min)
        #expect(text { HeadingRecord(heading: heading).write(to: &$0) }.contains("1677-09-21T00:12:43.145Z"))
    }
}
