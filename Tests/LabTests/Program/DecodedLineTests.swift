import LocationModel
import Testing

@testable import WaymarkLab

@Suite("A line of decode")
struct DecodedLineTests {
    @Test("for a heading has its kind, and omits unknown values")
    func heading() throws {
        var gyro = try #require(Heading(trueDegrees: 4.1, origin: .measured))
        gyro.time = UTCInstant("2020-01-01T00:00:00Z")
        #expect(
            gyro.jsonLine == #"{"kind":"heading","time":"2020-01-01T00:00:00.000Z","trueHeadingDegrees":4.1,"#
                + #""origin":"measured"}"# + "\n"
        )
        let compass = try #require(Heading(compassDegrees: 100, deviationDegrees: -2, variationDegrees: 5))
        #expect(
            compass.jsonLine
                == #"{"kind":"heading","trueHeadingDegrees":103.0,"magneticHeadingDegrees":98.0,"#
                + #""variationDegrees":5.0,"deviationDegrees":-2.0}"# + "\n"
        )
        #expect(compass.readableLine.hasSuffix("heading 103.0 deg true 98.0 deg magnetic\n"))
    }

    @Test("for a fix of another datum has the datum and the shift")
    func datum() throws {
        let place = try #require(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13))
        var fix = Fix(coordinate: place)
        #expect(!fix.jsonLine.contains("atum"))
        fix.localDatum = LocalDatum(code: "999".utf8, shiftMeters: 168.25)
        #expect(fix.jsonLine.hasSuffix(#""localDatum":"999","datumShiftMeters":168.25}"# + "\n"))
        #expect(fix.readableLine.hasSuffix("unknown, datum 999, brought to WGS-84 by 168.3 m\n"))
        fix.localDatum = LocalDatum(code: "TOY".utf8)
        #expect(fix.jsonLine.hasSuffix(#""localDatum":"TOY"}"# + "\n"))
        #expect(fix.readableLine.hasSuffix("datum TOY, not WGS-84\n"))
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
            fix.jsonLine == #"{"time":"2026-05-12T07:10:32.001Z","latitudeDegrees":47.998478833,"#
                + #""longitudeDegrees":-7.829009333,"mode":3,"quality":"unknown","altitudeMeters":0.0,"#
                + #""speedMetersPerSecond":0.09157,"courseDegrees":0.0,"horizontalAccuracyMeters":28.7,"#
                + #""horizontalAccuracy95Meters":57.4001,"verticalAccuracyMeters":1e-05,"#
                + #""accuracySource":"dilution","satellitesUsed":4}"# + "\n"
        )
        #expect(
            fix.readableLine
                == "2026-05-12T07:10:32.001Z   47.9984788   -7.8290093  3D      0.0 m   0.1 m/s   0 deg"
                + "  within 28.7 m (68 %), unknown\n"
        )
    }
}
