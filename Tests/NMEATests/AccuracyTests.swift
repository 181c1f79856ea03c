import LocationModel
import NMEA
import Testing

@Suite("Accuracy")
struct AccuracyTests {
    private func accuracy(_ more: String, quality: Int = 1, hdop: String = "1.0") throws -> FixAccuracy {
        let gga = sentence("GPGGA,120000,5230.0,N,01300.0,E,\(quality),08,\(hdop),10,M,40.0,M,,")
        return try #require(epochs(of: gga + more).fixes.first?.accuracy)
    }

    @Test("comes from GST, as circles of 68 and 95 % around its ellipse or both its errors")
    func noise() throws {
        let round = try accuracy(sentence("GPGST,120000,1,2.0,2.0,0,2.0,2.0,3.0"))
        #expect(round.source == .standardDeviations)
        #expect(abs(round.horizontal68Meters - 2 * 1.5096) < 0.01)
        #expect(abs(round.horizontal95Meters - 2 * 2.4477) < 0.01)
        #expect(round.vertical68Meters == 3)
        let flat = try accuracy(sentence("GPGST,120000,1,4.0,0.004,0,4.0,0.004,3.0"))
        #expect(abs(flat.horizontal68Meters - 4 * 0.9945) < 0.01)
        #expect(abs(flat.horizontal95Meters - 4 * 1.96) < 0.01)
        // u-blox states none.
        let none = try accuracy(sentence("GPGST,120000,1,,,,2.0,2.0,3.0"))
        #expect(abs(none.horizontal68Meters - 2 * 1.5096) < 0.01)
    }

    @Test("comes from GBS if there is no GST, or one with zeros")
    func expectedErrors() throws {
        let gbs = sentence("GPGBS,120000,2.0,2.0,4.2,,,,")
        #expect(try accuracy(gbs).source == .expectedErrors)
        #expect(try accuracy(gbs + sentence("GPGST,120000,0,0,0,0,0.0,0.0,0.0")).source == .expectedErrors)
        #expect(try accuracy(sentence("GPGBS,120000,,,,,,,")).source == .dilution)
    }

    @Test("otherwise follows from HDOP and quality, with smaller circles for better qualities")
    func dilution() throws {
        let radii = try [6, 1, 2, 5, 4].map { try accuracy("", quality: $0).horizontal68Meters }
        #expect(radii == radii.sorted(by: >))
        #expect(try accuracy("", hdop: "3.0").horizontal68Meters == 13.5)
        #expect(try accuracy("", hdop: "3.0").horizontal95Meters == 27)
        #expect(try accuracy("").source == .dilution)
    }

    @Test("without a dilution is that of a usual one with a longer tail, or of a poor one from a logger")
    func withoutDilution() throws {
        let receiver = try accuracy("", hdop: "")
        #expect(abs(receiver.horizontal68Meters - 4.05) < 1e-9)
        #expect(abs(receiver.horizontal95Meters - 14.175) < 1e-9)
        let logger = FixAccuracy(
            quality: .unknown,
            horizontalDilution: nil,
            verticalDilution: nil,
            hasAltitude: false
        )
        #expect(logger.horizontal68Meters == 12.5)
        #expect(logger.horizontal95Meters == 35)
    }

    /// Returns the estimates of a receiver that sends its signals' strengths in every fifth second, from their third
    /// series.
    private func accuracies(_ decibels: [Int], quality: Int = 1) throws -> [FixAccuracy] {
        let signals = decibels.enumerated().map { "\($0.offset + 1),40,083,\($0.element)" }
        let series = sentence("GPGSV,1,1,04," + signals.joined(separator: ","))
        let lines = (10..<30).map { second in
            let position = "GPGGA,1200\(second),5230.0,N,01300.0,E,\(quality),08,1.0,10,M,40.0,M,,"
            return (second.isMultiple(of: 5) ? series : "") + sentence(position)
        }
        let accuracies = epochs(of: lines.joined()).fixes.compactMap(\.accuracy)
        try #require(accuracies.count == lines.count)
        return accuracies.suffix(9)
    }

    @Test("grows by reflections where even the stronger signals are weak, also between their sentences")
    func weakSignals() throws {
        // The mean and the deviation add up to 20 dB-Hz, 16 below those of an open sky.
        let weak = (4.5 * 4.5 + 16 * 16).squareRoot()
        for accuracy in try accuracies([10, 20, 10, 20]) {
            #expect(abs(accuracy.horizontal68Meters - weak) < 1e-6)
            #expect(abs(accuracy.horizontal95Meters - 2 * weak) < 1e-6)
        }
        #expect(try accuracies([44, 46, 44, 46]).allSatisfy { $0.horizontal68Meters == 4.5 })
        let corrected = try accuracies([10, 20, 10, 20], quality: 2)
        #expect(corrected.allSatisfy { $0.horizontal68Meters > 16 }, "corrections remove no reflections")
        let fixed = try accuracies([10, 20, 10, 20], quality: 4)
        #expect(fixed.allSatisfy { $0.horizontal68Meters < 1 }, "a solution of carrier phases has none")
        let two = try accuracies([10, 20])
        #expect(two.allSatisfy { $0.horizontal68Meters == 4.5 }, "two are part of a series")
    }

    @Test("is never zero", arguments: ["0.001", "0.000000001"])
    func neverZero(_ sigma: String) throws {
        let accuracy = try accuracy(sentence("GPGST,120000,1,,,,\(sigma),\(sigma),\(sigma)"))
        #expect(accuracy.horizontal68Meters >= 0.01 && accuracy.horizontal95Meters >= 0.01)
        #expect(try #require(accuracy.vertical68Meters) >= 0.01)
    }
}

/// Checks the claims of docs/accuracy.md with recordings whose true positions are known.
@Suite("The error estimate holds", .enabled(if: Recordings.exist, Recordings.absence))
struct AccuracyEvidenceTests {
    /// Returns the fractions of the fixes whose 68 % and 95 % circles contain `truth`.
    private func coverage(of fixes: [Fix], _ truth: (Fix) -> Coordinate?) -> (in68: Double, in95: Double) {
        var (in68, in95, count) = (0, 0, 0)
        for fix in fixes {
            guard let place = truth(fix), let accuracy = fix.accuracy else { continue }
            let error = fix.coordinate.distanceMeters(to: place)
            count += 1
            if error <= accuracy.horizontal68Meters { in68 += 1 }
            if error <= accuracy.horizontal95Meters { in95 += 1 }
        }
        return (Double(in68) / Double(max(1, count)), Double(in95) / Double(max(1, count)))
    }

    @Test("in a car, against a survey-grade reference of the same drive")
    func drive() throws {
        let name = "google-gmt-MTV.Local1."
        // All checksums of the reference are wrong, and it has the date only in other sentences.
        let bytes = try Recordings.bytes(of: name + "SPAN.20200206-181434.gga")
        let reference = decoded(bytes, checksum: .ignored).epochs.fixes
        let fixes = decoded(try Recordings.bytes(of: name + "ublox-F9K.20200206-181434.nmea")).epochs.fixes
        var truth: [UTCInstant: Coordinate] = [:]
        for fix in reference { if let time = fix.time { truth[time] = fix.coordinate } }
        let compared = fixes.filter { fix in fix.time.map { truth[$0] != nil } ?? false }
        #expect(compared.count > 1600)
        let (in68, in95) = coverage(of: compared) { fix in fix.time.flatMap { truth[$0] } }
        #expect(in68 >= 0.6)
        #expect(in95 >= 0.9)
    }

    /// Recordings of a receiver at rest, with the range of the fixes if they are a part of it, where most accuracies are
    /// from, and the percentages of the fixes within their circles.
    private static let recordings: [(String, Range<Int>?, FixAccuracy.Source, [Double])] = [
        ("philipsargent-2024-04-28-0300.nmea", nil, .dilution, [60.3, 92.2]),
        ("philipsargent-2026-02-07-1041.nmea", nil, .quality, [87.0, 92.2]),
        ("avnav-nmea-20130630.log", 0..<4383, .quality, [76.0, 100]),
        ("avnav-nmea-20130630.log", 17_982..<18_934, .quality, [70.2, 100]),
        ("signalk-plaka.nmea", 3746..<4295, .quality, [86.0, 100]),
        ("days/serialc-berlin.txt", 1149..<2913, .dilution, [68.2, 94.8]),
        ("days/serialc-berlin.txt", 9663..<10_503, .dilution, [82.0, 99.4]),
        ("splosch-20150917.nmea", 1050..<1361, .dilution, [100, 100]),
        ("gpsd/ait250.log", nil, .expectedErrors, [100, 100]),
        ("gpsd/ublox-zed-f9p-nmea.log", nil, .standardDeviations, [100, 100]),
        ("gpsd/st-teseo-liv4f.log", nil, .standardDeviations, [100, 100]),
        ("gpsd/isync.log", nil, .standardDeviations, [100, 100]),
        ("gpsd/garmin48.log", nil, .expectedErrors, [100, 100]),
        ("gpsd/cat-ms352.log", nil, .dilution, [100, 100]),
    ]

    @Test("at rest, against the median position", arguments: recordings)
    func still(_ name: String, _ part: Range<Int>?, _ source: FixAccuracy.Source, _ held: [Double]) throws {
        let all = decoded(try Recordings.bytes(of: name)).epochs.fixes
        let fixes = Array(all[part ?? all.indices])
        let latitudes = fixes.map(\.coordinate.latitudeDegrees).sorted()
        let longitudes = fixes.map(\.coordinate.longitudeDegrees).sorted()
        let middle = fixes.count / 2
        let median = try #require(
            Coordinate(latitudeDegrees: latitudes[middle], longitudeDegrees: longitudes[middle])
        )
        let (in68, in95) = coverage(of: fixes) { _ in median }
        #expect(in68 >= 0.6)
        #expect(in95 >= 0.9)
        // The figures of docs/accuracy.md.
        #expect([in68, in95].map { ($0 * 1000).rounded() / 10 } == held)
        #expect(fixes.contains { $0.accuracy?.source == source })
    }
}
