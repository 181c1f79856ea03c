import LocationModel
import NMEA
import Testing

private func gll(_ time: String) -> String { sentence("GPGLL,5230.0000,N,01300.0000,E,\(time),A,A") }

private func vtg(_ knots: String) -> String { sentence("GPVTG,90.0,T,,M,\(knots),N,,K,A") }

private func gsa(_ mode: Int) -> String { sentence("GPGSA,A,\(mode),01,02,03,04,,,,,,,,,2.0,1.0,1.7") }

private let gsv = sentence("GPGSV,1,1,01,02,25,181,42")

@Suite("One epoch")
struct EpochTests {
    @Test("has the fix after which a receiver has its time again, whatever it said without a time before")
    func reacquisition() {
        let untimed = sentence("GPGGA,,,,,,0,00,99.99,,,,,,")
        let lost = sentence("GPRMC,,V,,,,,,,,,,N")
        let timed = sentence("GPRMC,120000,V,,,,,,,150624,,,N")
        let fixes = epochs(of: untimed + lost + untimed + rmc("120000") + gga("120000") + rmc("120001")).fixes
        #expect(fixes.map(\.time?.description) == ["2024-06-15T12:00:00Z", "2024-06-15T12:00:01Z"])
        #expect(epochs(of: untimed + rmc("120000")).fixes.count == 1)
        #expect(epochs(of: untimed + timed).fixes.isEmpty)
        #expect(epochs(of: untimed + timed + gga("120000")).fixes.isEmpty)
        #expect(epochs(of: rmc("120000") + untimed).fixes.isEmpty)
    }

    @Test("is not changed by a sentence that comes after it is closed, and neither is the next one")
    func late() throws {
        let late = rmc("120000", "150624", "31.0000")
        let fixes = epochs(of: gga("120000") + gga("120001") + late + rmc("120001") + late + gga("120002"))
            .fixes
        #expect(fixes.map(\.coordinate.latitudeDegrees) == [52.5, 52.5, 52.5])
        #expect(fixes.map { $0.speedMetersPerSecond != nil } == [false, true, false])
        // Nor does one make an epoch of its own when no other is open.
        let statistics = decoded([UInt8]((gga("120000") + gga("120001") + late).utf8)).statistics
        #expect(statistics.epochs == 2 && statistics.fixes == 2 && statistics.lateSentences == 1)
    }

    @Test("is each of a receiver that reports 25 times a second", arguments: [false, true])
    func fast(closesPromptly: Bool) {
        let text = (0..<100).map { index in
            let hundredths = index % 25 * 4
            let time = "12000\(index / 25).\(hundredths < 10 ? "0" : "")\(hundredths)"
            return gga(time) + rmc(time)
        }.joined()
        let fixes = epochs(of: text, closesPromptly: closesPromptly).fixes
        #expect(fixes.count == 100)
        #expect(fixes.allSatisfy { $0.speedMetersPerSecond != nil && $0.altitudeMeters != nil })
    }

    @Test("has a position with any number of decimals", arguments: [12, 13, 14, 30])
    func decimals(count: Int) throws {
        let zeros = String(repeating: "0", count: count - 1)
        let text = sentence("GPGGA,120000,5230.3\(zeros),N,01300.6\(zeros),E,1,08,1.0,10.0,M,40.0,M,,")
        let fix = try #require(epochs(of: text).fixes.first)
        #expect(abs(fix.coordinate.latitudeDegrees - 52.505) < 1e-12)
        #expect(abs(fix.coordinate.longitudeDegrees - 13.01) < 1e-12)
    }

    @Test("makes one fix of all sentences with its time")
    func oneFix() throws {
        let fixes = epochs(of: gga("120000") + gsa(3) + rmc("120000") + gll("120000")).fixes
        #expect(fixes.map(\.time?.description) == ["2024-06-15T12:00:00Z"])
        let fix = try #require(fixes.first)
        let tenKnots: Double = 10 * (1852.0 / 3600)
        #expect(fix.speedMetersPerSecond == tenKnots && fix.altitudeMeters == 10)
        #expect(fix.mode == .threeDimensional && fix.quality == .autonomous && fix.satellitesUsed == 8)
    }

    @Test("uses the position with more digits, whichever comes first")
    func digits() {
        let coarse = sentence("GPRMC,120000,A,5230.12,N,01300.00,E,10.0,90.0,150624,,,A")
        let fine = sentence("GPGGA,120000,5230.1234567,N,01300.0000001,E,1,08,1.0,1,M,40.0,M,,")
        let latitude: Double = 52 + 30.1234567 / 60
        for stream in [coarse + fine, fine + coarse] {
            #expect(epochs(of: stream).fixes.map(\.coordinate.latitudeDegrees) == [latitude])
        }
    }

    @Test("has no fix if any of its sentences reports none")
    func voided() {
        let void = sentence("GPRMC,120000,V,5230.0000,N,01300.0000,E,10.0,90.0,150624,,,N")
        let none = sentence("GPGGA,120000,5230.0000,N,01300.0000,E,0,00,,,M,,M,,")
        #expect(epochs(of: void).map(\.fix) == [nil])
        #expect(epochs(of: none + rmc("120000")).map(\.fix) == [nil])
        #expect(epochs(of: gga("120000") + void).map(\.fix) == [nil])
    }

    @Test("without a time ends with a repeated sentence (splosch)")
    func voidWithoutTime() {
        let cycle = gsa(1) + vtg("") + sentence("GPRMC,,V,,,,,,,,,,N") + sentence("GPGGA,,,,,,0,,,,,,,,")
        #expect(epochs(of: cycle + cycle + cycle) == Array(repeating: Epoch.noFix(time: nil), count: 3))
    }

    @Test("is not made by sentences that never report a solution")
    func noSolution() {
        let zda = sentence("GPZDA,120000,15,06,2024,,")
        #expect(epochs(of: zda + vtg("5.0") + gsa(3) + sentence("GPGST,120001,1,1,1,1,1,1,1")) == [])
    }

    @Test("is one epoch even if its times are rounded differently")
    func rounding() {
        #expect(epochs(of: gga("120000.999") + rmc("120001.000")).count == 1)
        #expect(epochs(of: gga("120000.90") + rmc("120001.00")).count == 2)
    }

    @Test("has the mode of GSA, which is not lost by a GSA without one")
    func mode() {
        let empty = sentence("GNGSA,A,,,,,,,,,,,,,,,,")
        #expect(epochs(of: rmc("120000") + gsa(3) + empty).fixes.map(\.mode) == [.threeDimensional])
        #expect(epochs(of: rmc("120000") + gsa(2)).fixes.map(\.mode) == [.twoDimensional])
    }

    @Test("has satellites and quality of the common solution from sentences of single systems (GN, GP, GL)")
    func singleSystems() throws {
        let stream =
            sentence("GNGNS,120000,4332.6926,S,17235.4855,E,RR,13,0.9,25.63,11.24,,")
            + sentence("GPGNS,120000,,,,,,8,,,,1.0,23") + sentence("GLGNS,120000,,,,,,5,,,,1.0,23")
        let fix = try #require(epochs(of: stream).fixes.first)
        #expect(fix.quality == .rtkFixed && fix.satellitesUsed == 13 && fix.altitudeMeters == 25.63)
    }
}

@Suite("Sentences without a time")
struct UntimedSentenceTests {
    @Test("belong to the epoch before them by default")
    func trailing() {
        let stream =
            gga("120000") + vtg("1.0") + gsv + gga("120001") + vtg("2.0") + gsv + gga("120002") + vtg("3.0")
        #expect(knots(stream) == [1, 2, 3])
    }

    @Test("belong to the epoch after them if the log begins with them (phones, Qualcomm)")
    func leading() {
        let stream =
            gsv + vtg("1.0") + gga("120000") + gsv + vtg("2.0") + gga("120001") + gsv + vtg("3.0")
            + gga("120002")
        #expect(knots(stream) == [1, 2, 3])
    }

    @Test("belong to the epoch after them if the line was quiet before them")
    func leadingAfterQuiet() {
        var decoder = NMEADecoder(closesPromptly: true)
        var found: [Epoch] = []
        for second in 0..<6 {
            let burst = [UInt8]((vtg("\(second).0") + gga("12000\(second)")).utf8)
            decoder.decode(burst.span) { epoch, _ in found.append(epoch) }
            decoder.flush { epoch, _ in found.append(epoch) }
        }
        #expect(knots(found) == [0, 1, 2, 3, 4, 5])
    }

    @Test("never override the motion of RMC")
    func motionOfRMC() {
        #expect(knots(rmc("120000") + vtg("99.0") + rmc("120001") + vtg("98.0")) == [10, 10])
    }

    private func knots(_ stream: String) -> [Double] { knots(epochs(of: stream)) }

    private func knots(_ epochs: [Epoch]) -> [Double] {
        epochs.fixes.map { (($0.speedMetersPerSecond ?? -1) * 3600 / 1852 * 1000).rounded() / 1000 }
    }
}

@Suite("An epoch of a live receiver")
struct PromptnessTests {
    /// Returns the second of each epoch, with the index of the sentence that emitted it.
    private func arrivals(_ sentences: [String]) -> [(second: Int, at: Int)] {
        var decoder = NMEADecoder(closesPromptly: true)
        var arrivals: [(second: Int, at: Int)] = []
        for (index, text) in sentences.enumerated() {
            let bytes = [UInt8](text.utf8)
            func append(_ epoch: Epoch, _ timeOfDay: TimeOfDay?) {
                arrivals.append((Int((timeOfDay?.nanoseconds ?? 0) / 1_000_000_000) % 60, index))
            }
            decoder.decode(bytes.span, headings: { _ in }, append)
        }
        return arrivals
    }

    @Test("is emitted with the last sentence of its cycle after three cycles with the same end")
    func promptly() {
        let sentences = (0..<8).flatMap { [rmc("12000\($0)"), gga("12000\($0)"), gll("12000\($0)")] }
        let found = arrivals(sentences)
        #expect(found.map(\.second) == Array(0..<8))
        #expect(found.map(\.at) == [3, 6, 9, 11, 14, 17, 20, 23])
    }
}
