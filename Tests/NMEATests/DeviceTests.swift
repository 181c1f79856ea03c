import LocationModel
import NMEA
import Testing

/// The sentences of one second of a stream of several devices; `#` stands for the time.
private struct Mixture: CustomTestStringConvertible {
    var testDescription: String
    var sentences: [String]

    static let gps = [
        "GPRMC,#.00,A,4759.4000,N,00749.8000,E,0.00,,120526,,,A",
        "GPGGA,#.00,4759.4000,N,00749.8000,E,1,08,0.8,100.0,M,47.0,M,,",
    ]

    static let all = [
        Mixture(testDescription: "one receiver", sentences: gps),
        Mixture(
            testDescription: "a plotter in the same second without a fix",
            sentences: gps + ["IIRMC,#.00,V,,,,,,,120526,,,N"]
        ),
        Mixture(
            testDescription: "a plotter without a fix, first",
            sentences: ["IIRMC,#.00,V,,,,,,,120526,,,N"] + gps
        ),
        Mixture(
            testDescription: "a plotter without a fix 0.3 s later",
            sentences: gps + ["IIRMC,#.30,V,,,,,,,120526,,,N"]
        ),
        Mixture(testDescription: "AIS without a fix", sentences: gps + ["AIGLL,,,,,#.00,V,N"]),
        Mixture(
            testDescription: "a second system without a fix",
            sentences: [gps[1], "GLGGA,#.00,,,,,0,00,99.9,,M,,M,,", "GN" + gps[0].dropFirst(2)]
        ),
        Mixture(
            testDescription: "a second system without a fix, first",
            sentences: ["GLGGA,#.00,,,,,0,00,99.9,,M,,M,,", gps[1], "GN" + gps[0].dropFirst(2)]
        ),
        Mixture(
            testDescription: "a plotter 300 m off",
            sentences: gps + ["IIRMC,#.00,A,4759.5617,N,00749.8000,E,0.00,,120526,,,A"]
        ),
        Mixture(
            testDescription: "two receivers of satellites 300 m apart",
            sentences: gps + ["GNRMC,#.00,A,4759.5617,N,00749.8000,E,0.00,,120526,,,A"]
        ),
        Mixture(
            testDescription: "a plotter 0.3 s later, between",
            sentences: [
                gps[0], "IIRMC,#.30,A,4759.4060,N,00749.8000,E,0.00,,120526,,,A", gps[1],
                "IIGGA,#.30,4759.4060,N,00749.8000,E,1,08,1.2,100.0,M,47.0,M,,",
            ]
        ),
        Mixture(
            testDescription: "a repeater of the second before",
            sentences: [
                gps[0], "IIRMC,-.00,A,4759.4060,N,00749.8000,E,0.00,,120526,,,A", gps[1],
                "IIGGA,-.00,4759.4060,N,00749.8000,E,1,08,1.2,100.0,M,47.0,M,,",
            ]
        ),
    ]

    func text(_ seconds: Range<Int>) -> String {
        seconds.flatMap { second in
            sentences.map { body in
                sentence(
                    body.replacing("#", with: "\(80_000 + second)".padded).replacing(
                        ",-.",
                        with: ",\("\(80_000 + second - 1)".padded)."
                    )
                )
            }
        }
        .joined()
    }
}

extension String {
    fileprivate var padded: String { count == 5 ? "0" + self : self }
}

@Suite("Of several devices on one stream")
struct DeviceTests {
    private let latitude = 47 + 59.4 / 60

    @Test("the receiver is followed with its own values", arguments: Mixture.all, [false, true])
    fileprivate func mixture(_ mixture: Mixture, isLive: Bool) {
        let found = decoded([UInt8](mixture.text(10..<40).utf8), closesPromptly: isLive).epochs
        let fixes = found.fixes
        #expect((29...31).contains(fixes.count), "\(fixes.count)")
        #expect(found.suffix(25).allSatisfy { $0.fix != nil })
        for fix in fixes.dropFirst(3) {
            #expect(abs(fix.coordinate.latitudeDegrees - latitude) < 1e-9)
            #expect(fix.altitudeMeters == 100 && fix.horizontalDilution == 0.8)
            #expect(fix.speedMetersPerSecond == 0 && fix.time != nil)
        }
        let times = fixes.compactMap(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("two receivers that take turns are not one that jumps, and the first is kept", arguments: 1...3)
    func turns(fixesOfOther: Int) {
        let other = (0..<fixesOfOther).map {
            "GNRMC,#.\($0 * 2 + 3)0,A,4759.4600,N,00749.8000,E,0.00,,120526,,,A"
        }
        let mixture = Mixture(
            testDescription: "",
            sentences: ["GPRMC,#.00,A,4759.4000,N,00749.8000,E,0.00,,120526,,,A"] + other
        )
        let latitudes = epochs(of: mixture.text(10..<40)).fixes.map(\.coordinate.latitudeDegrees)
        let settled = latitudes.dropFirst(6 * (1 + fixesOfOther))
        #expect((21...24).contains(settled.count))
        #expect(settled.allSatisfy { abs($0 - latitude) < 1e-9 })
    }

    @Test("that the sources of TAG blocks name, one is followed")
    func sources() {
        let text = (10..<20).map { second in
            [("gps1", "4759.4000"), ("gps2", "4700.0000")].map { name, latitude in
                let block = "s:\(name)"
                let sum = String(block.utf8.reduce(0, ^), radix: 16, uppercase: true)
                let tag = "\\\(block)*\(sum.count < 2 ? "0" : "")\(sum)\\"
                return tag + sentence("GPRMC,0800\(second).00,A,\(latitude),N,00749.8000,E,0.00,,120526,,,A")
            }
            .joined()
        }
        let fixes = epochs(of: text.joined()).fixes
        #expect(fixes.count == 10)
        #expect(fixes.allSatisfy { abs($0.coordinate.latitudeDegrees - latitude) < 1e-9 })
    }

    @Test("the followed one is left at once when it has no position, and soon when it is silent")
    func loss() {
        func plotter(_ second: Int) -> String {
            sentence("IIRMC,0800\(second).30,A,4759.5000,N,00749.8000,E,0.00,,120526,,,A")
        }
        func gps(_ second: Int, _ status: String = "A") -> String {
            sentence("GPRMC,0800\(second).00,\(status),4759.4000,N,00749.8000,E,0.00,,120526,,,A")
        }
        let good = (10..<20).map { gps($0) + plotter($0) }.joined()
        let void = (20..<30).map { gps($0, "V") + plotter($0) }.joined()
        let back = (30..<40).map { gps($0) + plotter($0) }.joined()
        let voided = epochs(of: good + void + back)
        #expect(voided.allSatisfy { $0.fix != nil })
        #expect((29...30).contains(voided.count))
        let latitudes = voided.fixes.map { $0.coordinate.latitudeDegrees > latitude + 0.001 }
        #expect(
            latitudes == [Bool](repeating: false, count: 10)
                + [Bool](repeating: true, count: latitudes.count - 10)
        )
        let silent = epochs(of: good + (20..<40).map(plotter).joined()).fixes.compactMap(\.time)
        let first = silent.first
        let elapsed = silent.compactMap { first?.duration(to: $0) }
        #expect(elapsed == (0..<10).map { .seconds($0) } + (12..<30).map { .milliseconds($0 * 1000 + 300) })
    }
}

@Suite("A sentence that comes more rarely than positions")
struct SlowSentenceTests {
    private func text(_ count: Int, perSecond: Int = 1, _ slow: (Int) -> [String]) -> String {
        (0..<count).map { index in
            let (second, part) = index.quotientAndRemainder(dividingBy: perSecond)
            let time = "0800\(second < 10 ? "0" : "")\(second).\(part * 10 / perSecond)0"
            let rmc = "GPRMC,\(time),A,4759.4000,N,00749.8000,E,0.00,,120526,,,A"
            return ([rmc] + slow(index).map { $0.replacing("#", with: time) }).map(sentence).joined()
        }
        .joined()
    }

    private func gga(_ quality: Int) -> String {
        "GPGGA,#,4759.4000,N,00749.8000,E,\(quality),08,0.9,100.0,M,47.0,M,,"
    }

    @Test("such as GGA once for five RMC is joined to each of them", arguments: [false, true])
    func fast(isLive: Bool) {
        let text = text(100, perSecond: 5) { $0.isMultiple(of: 5) ? [gga(4)] : [] }
        let fixes = epochs(of: text, closesPromptly: isLive).fixes
        #expect(fixes.count == 100)
        for fix in fixes.dropFirst(10) {
            #expect(fix.quality == .rtkFixed && fix.altitudeMeters == 100 && fix.satellitesUsed == 8)
            #expect(fix.accuracy?.horizontal68Meters ?? 99 < 1)
        }
    }

    @Test("such as GGA every four seconds is joined to each position", arguments: [false, true])
    func rare(isLive: Bool) {
        let text = text(40) { $0.isMultiple(of: 4) ? [gga(1)] : [] }
        let fixes = epochs(of: text, closesPromptly: isLive).fixes
        #expect(fixes.count == 40)
        #expect(fixes.dropFirst(8).allSatisfy { $0.altitudeMeters == 100 && $0.horizontalDilution == 0.9 })
    }

    @Test("such as GST every five seconds gives each position its accuracy", arguments: [false, true])
    func accuracy(isLive: Bool) {
        let text = text(40) { [gga(1)] + ($0.isMultiple(of: 5) ? ["GPGST,#,1,1,1,1,0.5,0.5,1"] : []) }
        let fixes = epochs(of: text, closesPromptly: isLive).fixes
        #expect(fixes.count == 40)
        #expect(fixes.dropFirst(10).allSatisfy { $0.accuracy?.source == .standardDeviations })
    }

    @Test("is valid for three of its periods, and no longer")
    func validity() {
        let text = text(40) { $0.isMultiple(of: 4) && $0 <= 16 ? [gga(1)] : [] }
        let altitudes = epochs(of: text).fixes.map { $0.altitudeMeters != nil }
        #expect(altitudes.lastIndex(of: true) == 28)
        #expect(!altitudes[1...3].contains(true) && !altitudes[5...28].contains(false))
    }

    @Test("is not replaced when it usually comes with each position")
    func lost() {
        let text = text(20) { $0 == 10 ? [] : [gga(1)] }
        #expect(epochs(of: text).fixes.map { $0.altitudeMeters != nil }.firstIndex(of: false) == 10)
    }
}

@Suite("A sentence without its line end")
struct MissingLineEndTests {
    @Test("is complete when the line is quiet, if its checksum is", arguments: ["", "\r"])
    func quiet(end: String) {
        let body = String(sentence("GPRMC,080000,A,4759.4000,N,00749.8000,E,0.00,,120526,,,A").dropLast())
        var decoder = NMEADecoder(closesPromptly: true)
        var fixes = 0
        for length in 1..<body.count {
            var part = NMEADecoder(closesPromptly: true)
            part.decode(Array(body.utf8.prefix(length)).span) { _ in fixes += 1 }
            #expect(!part.awaitsQuiet)
        }
        decoder.decode(Array((body + end).utf8).span) { _ in fixes += 1 }
        #expect(decoder.awaitsQuiet && fixes == 0)
        decoder.flush { _, _ in fixes += 1 }
        #expect(!decoder.awaitsQuiet && fixes == 1)
        decoder.decode(Array("\r\n".utf8).span) { _ in fixes += 1 }
        decoder.finish { _ in fixes += 1 }
        #expect(fixes == 1 && decoder.statistics.sentences == 1 && decoder.statistics.otherLines == 0)
    }
}
