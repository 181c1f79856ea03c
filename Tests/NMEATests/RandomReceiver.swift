import LocationModel
import NMEA
import RouteSimulator
import TestSupport

/// The reproducible output of a receiver that sends a cycle of sentences for each epoch, and makes mistakes now and then.
struct RandomReceiver: DrawsAtRandom {
    var random: SeededGenerator
    private var cycle: [String] = []
    private var milliseconds: Int
    private var stepMilliseconds = 1000
    private var date = (day: 28, month: 2, year: 24)
    private var hasFix = true
    private var waiting: [String] = []

    private static let types = [
        "GGA", "RMC", "GLL", "GNS", "VTG", "GSA", "GSV", "GST", "ZDA", "GBS", "DTM", "HDT", "HDG", "HDM",
        "THS",
        "PGRME", "PSRFEPE", "PUBX", "PASHR",
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        milliseconds = 86_390_000
        changeCycle()
    }

    /// Returns the next sentence, with its checksum and line end.
    mutating func next() -> String {
        if waiting.isEmpty { waiting = nextCycle().reversed() }
        return waiting.popLast() ?? ""
    }

    private mutating func changeCycle() {
        let fixed = pick([
            ["GGA", "RMC"], ["RMC"], ["GGA"], ["GNS", "RMC"], ["RMC", "GGA"], ["GLL"], ["PUBX"],
        ])
        let others = Self.types.filter { _ in chance(30) }
        cycle = chance(50) ? fixed + others : (others + fixed).shuffled(using: &random)
        stepMilliseconds = pick([1000, 1000, 1000, 200, 40, 5000])
    }

    private mutating func nextCycle() -> [String] {
        if chance(2) { changeCycle() }
        if chance(6) { hasFix.toggle() }
        milliseconds += chance(3) ? pick([-1000, -200, 0, 61_000, 7_200_000]) : stepMilliseconds
        if milliseconds >= 86_400_000 {
            milliseconds -= 86_400_000
            date = pick([(29, 2, 24), (1, 1, 94), (31, 12, 99), (5, 4, 6), (19, 1, 38), (0, 0, 0)])
        }
        milliseconds = max(0, milliseconds)
        var sentences: [String] = []
        for type in cycle {
            let body = body(type)
            sentences.append(finished(body))
            if chance(2) { sentences.append(finished(body)) }
        }
        if chance(8) { sentences.remove(at: Int(random.next() % UInt64(sentences.count))) }
        if chance(4) { sentences.swapAt(0, Int(random.next() % UInt64(max(1, sentences.count)))) }
        if chance(2) {
            sentences.append(pick(["# a remark\r\n", "\r\n", "$\r\n", "!AIVDM,1,1,,A,1,0*00\r\n"]))
        }
        return sentences.isEmpty ? [finished(body("RMC"))] : sentences
    }

    /// Returns the sentence, sometimes with one field changed, a wrong checksum or a TAG block.
    private mutating func finished(_ body: String) -> String {
        var fields = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if chance(5), fields.count > 1 {
            let index = 1 + Int(random.next() % UInt64(fields.count - 1))
            fields[index] = pick(["", "", "0", "-1", "x", "999", "1e3", "00.0000001", "6", "91.5", "A", "V"])
        }
        if chance(1) { fields.removeLast() }
        if chance(1) { fields.append("1") }
        var text = sentence(fields.joined(separator: ","))
        if chance(1) { text = text.replacing("*", with: "*1") }
        if chance(1) { text = text.replacing("*", with: "") }
        if chance(2) {
            let seconds = 1_709_164_800 + milliseconds / 1000
            let block = pick(["s:gps1,c:\(seconds)", "c:\(seconds)000,g:1-2-3", "c:x", "n:7"])
            text = "\\\(sentence(block).dropFirst().dropLast())\\" + text
        }
        return text
    }

    private mutating func body(_ type: String) -> String {
        let talker = pick(["GP", "GP", "GN", "GN", "GL"])
        let position = hasFix ? "\(latitude()),\(longitude())" : ",,,"
        let status = hasFix ? "A" : "V"
        switch type {
        case "GGA":
            let quality = hasFix ? pick(["1", "1", "2", "4", "5", "6", "7", "8", "3"]) : "0"
            let satellites = pick(["07", "12", "00", "", "4"])
            return
                "\(talker)GGA,\(time()),\(position),\(quality),\(satellites),\(dilution()),\(altitude()),M,\(pick(["47.5", "-30.0", "", "0.0"])),M,,"
        case "RMC":
            let mode = hasFix ? pick(["A", "D", "E", "R", "F", "M", "S"]) : "N"
            return
                "\(talker)RMC,\(time()),\(status),\(position),\(knots()),\(course()),\(dateText()),\(pick(["", "11.2,W", ","])),\(mode)"
        case "GLL": return "\(talker)GLL,\(position),\(time()),\(status),\(hasFix ? pick(["A", "D"]) : "N")"
        case "GNS":
            let mode = hasFix ? pick(["A", "AA", "ADNN", "RR", "F", "NN"]) : pick(["N", "NN"])
            return
                "GNGNS,\(time()),\(position),\(mode),\(pick(["13", "", "05"])),\(dilution()),\(altitude()),\(pick(["-16.5", ""])),,"
        case "VTG": return "\(talker)VTG,\(course()),T,,M,\(knots()),N,\(knots()),K,\(hasFix ? "A" : "N")"
        case "GSA":
            let used = pick(["17,02,06,28,,,,,,,,", "17,02,06,28,12,13,15,24,19,,,", ",,,,,,,,,,,"])
            let dimensions = hasFix ? pick(["3", "3", "2"]) : "1"
            return
                "\(talker)GSA,A,\(dimensions),\(used),\(dilution()),\(dilution()),\(dilution())\(pick(["", ",1", ",3"]))"
        case "GSV":
            return
                "\(pick(["GP", "GL", "GA"]))GSV,\(pick(["1,1", "2,1", "2,2"])),\(pick(["03", "08", "00"])),03,22,310,45,06,10,140,,17,67,092,49\(pick(["", ",1"]))"
        case "GST":
            let (a, b) = (meters(), meters())
            return
                "\(talker)GST,\(time()),0.50,\(pick([a, ""])),\(b),\(pick(["45.0", "2"])),\(a),\(b),\(meters())"
        case "ZDA":
            return
                "\(talker)ZDA,\(time()),\(two(date.day)),\(two(date.month)),20\(two(date.year)),\(pick(["", "00"])),"
        case "GBS": return "\(talker)GBS,\(time()),\(meters()),\(meters()),\(meters()),,,,"
        case "DTM": return "\(talker)DTM,\(pick(["W84", "999", "P90", ""])),,0.08,N,0.07,E,-47.7,W84"
        case "HDT": return "\(pick(["HE", "II"]))HDT,\(course()),T"
        case "HDG":
            return "HCHDG,\(course()),\(pick(["2.0,E", "1.5,W", ","])),\(pick(["12.6,W", "3.0,E", ","]))"
        case "HDM": return "HCHDM,\(course()),M"
        case "THS": return "GNTHS,\(course()),\(pick(["A", "E", "M", "S", "V"]))"
        case "PGRME": return "PGRME,\(meters()),M,\(meters()),M,\(meters()),M"
        case "PSRFEPE": return "PSRFEPE,\(time()),\(status),\(dilution()),\(meters()),\(meters()),1.2,180.0"
        case "PASHR": return "PASHR,\(time()),\(course()),T,0.1,-0.2,0.0,0.5,0.5,\(meters()),1,1"
        default:
            let solution = hasFix ? pick(["G3", "D3", "G2", "DR", "RK"]) : pick(["NF", "TT"])
            return
                "PUBX,00,\(time()),\(position),\(altitude()),\(solution),\(meters()),\(meters()),\(knots()),\(course()),0.0,,\(dilution()),1.1,0.7,9,0,0"
        }
    }

    // MARK: Fields

    private mutating func time() -> String {
        let seconds = milliseconds / 1000
        let text = two(seconds / 3600) + two(seconds / 60 % 60) + two(seconds % 60)
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return chance(1) ? pick(["", "240000", "235960.00", "1234"]) : "\(text).\(fraction)"
    }

    private func dateText() -> String { two(date.day) + two(date.month) + two(date.year) }

    private mutating func latitude() -> String {
        "\(two(number(90)))\(two(number(60))).\(pick(["", "0", "12345", "1234567"])),\(pick(["N", "S"]))"
    }

    private mutating func longitude() -> String {
        let degrees = String(1000 + number(180)).dropFirst()
        return "\(degrees)\(two(number(60))).\(pick(["5", "98765", "9999999"])),\(pick(["E", "W"]))"
    }

    private mutating func dilution() -> String { pick(["0.8", "1.27", "4.5", "21", "99.99", "", "50.0"]) }

    private mutating func altitude() -> String { pick(["4.4", "-12.0", "01482.5", ""]) }

    private mutating func meters() -> String { pick(["0.5", "3.0", "12.97", "0.0", "", "-2.1", "5600000"]) }

    private mutating func knots() -> String { pick(["0.0", "33.9", "0.03", "", "512"]) }

    private mutating func course() -> String { pick(["157.8", "0.0", "359.95", "360.0", ""]) }

    private mutating func number(_ count: UInt64) -> Int { Int(random.next() % count) }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
