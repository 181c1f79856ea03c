import LocationModel
import NMEA
import Testing

private let gps = [
    "GPRMC,#.00,A,4759.4000,N,00749.8000,E,0.00,,120526,,,A",
    "GPGGA,#.00,4759.4000,N,00749.8000,E,1,08,0.8,100.0,M,47.0,M,,",
]

private let ofAllSystems = "GN" + gps[0].dropFirst(2)

/// The sentences of one second of streams of several devices; `#` stands for the time, `-` for that before.
private let mixtures: [(name: String, sentences: [String])] = [
    ("one receiver", gps),
    ("a plotter in the same second without a fix", gps + ["IIRMC,#.00,V,,,,,,,120526,,,N"]),
    ("a plotter without a fix, first", ["IIRMC,#.00,V,,,,,,,120526,,,N"] + gps),
    ("a plotter without a fix 0.3 s later", gps + ["IIRMC,#.30,V,,,,,,,120526,,,N"]),
    ("AIS without a fix", gps + ["AIGLL,,,,,#.00,V,N"]),
    ("a second system without a fix", [gps[1], "GLGGA,#.00,,,,,0,00,99.9,,M,,M,,", ofAllSystems]),
    ("a second system without a fix, first", ["GLGGA,#.00,,,,,0,00,99.9,,M,,M,,", gps[1], ofAllSystems]),
    ("a plotter 300 m off", gps + ["IIRMC,#.00,A,4759.5617,N,00749.8000,E,0.00,,120526,,,A"]),
    (
        "two receivers of satellites 300 m apart",
        gps + ["GNRMC,#.00,A,4759.5617,N,00749.8000,E,0.00,,120526,,,A"]
    ),
    (
        "a plotter 0.3 s later, between",
        [
            gps[0], "IIRMC,#.30,A,4759.4060,N,00749.8000,E,0.00,,120526,,,A", gps[1],
            "IIGGA,#.30,4759.4060,N,00749.8000,E,1,08,1.2,100.0,M,47.0,M,,",
        ]
    ),
    (
        "a repeater of the second before",
        [
            gps[0], "IIRMC,-.00,A,4759.4060,N,00749.8000,E,0.00,,120526,,,A", gps[1],
            "IIGGA,-.00,4759.4060,N,00749.8000,E,1,08,1.2,100.0,M,47.0,M,,",
        ]
    ),
]

private func stream(of mixture: [String]) -> String {
    (10..<40).flatMap { second in
        mixture.map { body in
            let now = body.replacing("#", with: "0800\(second)")
            return sentence(now.replacing(",-.", with: ",0800\(second == 10 ? "09" : "\(second - 1)")."))
        }
    }.joined()
}

@Suite("Of several devices on one stream")
struct DeviceTests {
    private let latitude = 47 + 59.4 / 60

    @Test("the receiver is followed with its own values", arguments: mixtures, [false, true])
    func mixture(_ mixture: (name: String, sentences: [String]), isLive: Bool) {
        let found = epochs(of: stream(of: mixture.sentences), closesPromptly: isLive)
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
        let latitudes = epochs(of: stream(of: [gps[0]] + other)).fixes.map(\.coordinate.latitudeDegrees)
        let settled = latitudes.dropFirst(6 * (1 + fixesOfOther))
        #expect((21...24).contains(settled.count))
        #expect(settled.allSatisfy { abs($0 - latitude) < 1e-9 })
    }

    @Test("that the sources of TAG blocks name, one is followed")
    func sources() {
        let text = (10..<20).map { second in
            [("gps1", "4759.4000"), ("gps2", "4700.0000")].map { name, latitude in
                tagBlock("s:\(name)")
                    + sentence("GPRMC,0800\(second).00,A,\(latitude),N,00749.8000,E,0.00,,120526,,,A")
            }.joined()
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
        }.joined()
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
