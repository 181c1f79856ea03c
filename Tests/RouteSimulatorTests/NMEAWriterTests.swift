import LocationModel
import Testing

@testable import RouteSimulator

@Suite("Writing NMEA")
struct NMEAWriterTests {
    private func epoch(
        at time: UTCInstant = UTCInstant(secondsSince1970: 1_778_567_400),
        latitude: Double = 47.9985,
        longitude: Double = 7.829,
        course: Double? = 84.4,
        isTimeKnown: Bool = true,
        hasSolution: Bool = true
    ) throws -> SimulatedEpoch {
        let place = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
        return SimulatedEpoch(
            time: time,
            isTimeKnown: isTimeKnown,
            isDateKnown: isTimeKnown,
            trueCoordinate: place,
            trueAltitudeMeters: 262,
            trueSpeedMetersPerSecond: 10,
            trueHeadingDegrees: 84,
            solution: hasSolution
                ? SimulatedEpoch.Solution(
                    coordinate: place,
                    altitudeMeters: 262.04,
                    speedMetersPerSecond: 10,
                    courseDegrees: course,
                    horizontalDilution: 0.9,
                    satellitesUsed: 9,
                    rangeDeviationMeters: 2.38,
                    horizontalDeviationMeters: 2.14,
                    verticalDeviationMeters: 4.28
                ) : nil,
            geoidSeparationMeters: 47.8
        )
    }

    @Test("writes a solution into all six sentences")
    func solution() throws {
        #expect(
            NMEAWriter().sentences(for: try epoch()) == [
                "$GPRMC,063000.00,A,4759.91000,N,00749.74000,E,19.438,84.40,120526,,,A*68\r\n",
                "$GPVTG,84.40,T,,M,19.438,N,36.000,K,A*07\r\n",
                "$GPGGA,063000.00,4759.91000,N,00749.74000,E,1,09,0.90,262.0,M,47.8,M,,*5A\r\n",
                "$GPGSA,A,3,02,07,12,17,22,27,32,05,10,,,,1.55,0.90,1.26*0F\r\n",
                "$GPGST,063000.00,2.4,,,,2.1,2.1,4.3*7D\r\n",
                "$GPZDA,063000.00,12,05,2026,00,00*63\r\n",
            ]
        )
    }

    @Test("omits what a receiver does not know")
    func noSolution() throws {
        let writer = NMEAWriter([.rmc, .gga, .zda])
        #expect(
            writer.sentences(for: try epoch(hasSolution: false)) == [
                "$GPRMC,063000.00,V,,,,,,,120526,,,N*7A\r\n",
                "$GPGGA,063000.00,,,,,0,00,99.99,,,,,,*63\r\n",
                "$GPZDA,063000.00,12,05,2026,00,00*63\r\n",
            ]
        )
        #expect(
            writer.sentences(for: try epoch(isTimeKnown: false, hasSolution: false)) == [
                "$GPRMC,,V,,,,,,,,,,N*53\r\n", "$GPGGA,,,,,,0,00,99.99,,,,,,*48\r\n",
                "$GPZDA,,,,,00,00*48\r\n",
            ]
        )
    }

    @Test(
        "writes angles with minutes below 60, on all four sides",
        arguments: [
            (47.9985, 7.829, "4759.91000,N,00749.74000,E"),
            (-34.903, -56.164, "3454.18000,S,05609.84000,W"),
            (47.999_999_999, 179.999_999_999, "4800.00000,N,18000.00000,E"),
            (0, -0.000_001, "0000.00000,N,00000.00006,W"), (90, -180, "9000.00000,N,18000.00000,W"),
        ]
    )
    func angles(latitude: Double, longitude: Double, expected: String) throws {
        let text = NMEAWriter([.gga]).sentences(for: try epoch(latitude: latitude, longitude: longitude))
        #expect(text[0].hasPrefix("$GPGGA,063000.00,\(expected),1,"))
    }

    @Test(
        "writes a course below 360, or none",
        arguments: [(359.999, "0.00"), (359.99, "359.99"), (0, "0.00"), (nil, "")] as [(Double?, String)]
    )
    func courses(degrees: Double?, expected: String) throws {
        let text = NMEAWriter([.vtg]).sentences(for: try epoch(course: degrees))
        #expect(text[0].hasPrefix("$GPVTG,\(expected),T,"))
    }

    @Test("writes fractions of a second, to the end of the day")
    func fractions() throws {
        let beforeMidnight = UTCInstant(nanosecondsSince1970: 1_778_630_399_950_000_000)
        let text = NMEAWriter([.zda]).sentences(for: try epoch(at: beforeMidnight))
        #expect(text[0].hasPrefix("$GPZDA,235959.95,12,05,2026,"))
    }

    @Test("keeps to the 82 characters of the standard, with valid checksums")
    func lengthAndChecksum() throws {
        for epoch in try #require(Scenario.named("short-trip")).epochs() {
            for sentence in NMEAWriter().sentences(for: epoch) {
                #expect(sentence.utf8.count <= 82)
                let parts = sentence.dropFirst().dropLast().split(separator: "*")
                #expect(UInt8(parts[1], radix: 16) == parts[0].utf8.reduce(0, ^))
            }
        }
    }
}

extension NMEAWriter {
    /// Returns the sentences of one cycle, each with checksum and line end.
    func sentences(for epoch: SimulatedEpoch) -> [String] {
        var bytes: [UInt8] = []
        write(epoch, to: &bytes)
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) + "\n" }
    }
}
