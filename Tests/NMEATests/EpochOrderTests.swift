import Lab
import LocationModel
import NMEA
import Testing

/// The sentence of each token of a cycle; `#` stands for the second.
private let sentences: [Character: String] = [
    "R": "GPRMC,12000#,A,5230.0000,N,01300.0000,E,10.0,90.0,150624,,,A",
    "G": "GPGGA,12000#,5230.0000,N,01300.0000,E,1,08,1.0,10,M,40.0,M,,",
    "g": "GLGGA,12000#,5230.0000,N,01300.0000,E,1,06,1.4,10,M,40.0,M,,",
    "n": "GNGNS,12000#,5230.0000,N,01300.0000,E,AA,14,0.7,10,40.0,,",
    "L": "GPGLL,5230.0000,N,01300.0000,E,12000#,A,A",
    "l": "GLGLL,5230.0000,N,01300.0000,E,12000#,A,A",
    "Z": "GPZDA,12000#,15,06,2024,,",
    "T": "GPGST,12000#,1,1,1,1,1,1,1",
    "S": "GPGSA,A,3,01,02,03,04,,,,,,,,,2.0,1.0,1.7",
    "V": "GPVTG,90.0,T,,M,10.0,N,,K,A",
    "v": "GPGSV,1,1,01,02,25,181,42",
    "H": "HEHDT,4.1,T",
    "E": "PGRME,9.2,M,15.0,M,12.6,M",
    "x": "GPRMC,,V,,,,,,,,,,N",
    "y": "GPGGA,,,,,,0,,,,,,,,",
    "w": "GPRMC,12000#,V,,,,,,,150624,,,N",
]

private func text(of cycle: String, at second: Int) -> String {
    let time = "1200" + (second < 10 ? "0" : "") + "\(second)"
    return cycle.compactMap { sentences[$0] }.map { sentence($0.replacing("12000#", with: time)) }.joined()
}

/// The cycles of some seconds of each stream; all but those of a date alone make an epoch.
private let streams: [(name: String, cycles: [String])] = [
    ("steady", Array(repeating: "GSvRVL", count: 12)),
    ("two talkers at one time (SiRFstarV)", Array(repeating: "GgSSvvR", count: 12)),
    ("GNS among them (Furuno)", Array(repeating: "GnSSLlRVZ", count: 12)),
    ("order that changes each time", ["RGL", "GRL", "LGR", "GLR", "LRG", "RLG", "RGL", "GRL"]),
    ("ender lost once", ["RGL", "RGL", "RGL", "RGL", "RGL", "RG", "RGL", "RGL"]),
    ("ender lost for good", ["RGL", "RGL", "RGL", "RGL", "RGL", "RG", "RG", "RG", "RG", "RG"]),
    ("first lost", ["RGL", "RGL", "RGL", "RGL", "GL", "RGL", "L", "RGL"]),
    ("all but one lost", ["RGL", "RGL", "RGL", "RGL", "R", "G", "L", "RGL"]),
    ("ZDA and GST now and then", ["RG", "RGZ", "RG", "RGT", "RG", "RGZT", "RG", "RGZ", "RG", "RG"]),
    ("more satellites now and then", ["RGS", "RGSvv", "RGS", "RGS", "RGSvvv", "RGS", "RGS"]),
    ("a compass ten times as fast", Array(repeating: "HHRHHHGHHLHHH", count: 10)),
    ("cold start without time, then with", ["xyS", "xyS", "xyS", "wS", "wS", "RGS", "RGS", "RGS"]),
    ("cold start without time, first lost once", ["xy", "xy", "y", "xy"]),
    ("cold start of RMC alone", ["x", "x", "x", "w", "w", "R", "R", "R"]),
    ("estimates at the end (Garmin)", Array(repeating: "RGSvE", count: 10)),
    ("estimates in the middle (Garmin)", Array(repeating: "RGSvEL", count: 10)),
    ("nothing but a date between", ["RG", "RG", "RG", "Z", "RG", "Z", "RG"]),
    ("untimed ones first (phones)", Array(repeating: "vSVGR", count: 10)),
]

@Suite("Whatever the order of sentences")
struct EpochOrderTests {
    @Test("each epoch is emitted once, live with and without quiet, and from a recording", arguments: streams)
    func once(_ stream: (name: String, cycles: [String])) {
        let texts = stream.cycles.enumerated().map { text(of: $1, at: $0) }
        let expected = stream.cycles.count { $0 != "Z" }
        for closesPromptly in [false, true] {
            let found = epochs(of: texts.joined(), closesPromptly: closesPromptly)
            #expect(found.count == expected)
            let times = found.fixes.compactMap(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        }
        var decoder = NMEADecoder(closesPromptly: true)
        var count = 0
        for text in texts {
            decoder.decode([UInt8](text.utf8).span) { _, _ in count += 1 }
            decoder.flush { _, _ in count += 1 }
        }
        #expect(count == expected)
    }

    @Test("each epoch is emitted once, even if some of its sentences are lost", arguments: UInt64(1)...60)
    func anyOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let cycles = (0..<30).map { _ in
            // One sentence with a position must remain, or there is no epoch.
            let kept = Array("RGgnLlZTSSVvH").shuffled(using: &generator).filter { _ in
                Int.random(in: 0...3, using: &generator) > 0
            }
            return String(kept.contains { "RGgnLl".contains($0) } ? kept : kept + ["R"])
        }
        let all = cycles.enumerated().map { text(of: $1, at: $0) }.joined()
        for closesPromptly in [false, true] {
            let times = epochs(of: all, closesPromptly: closesPromptly).map(\.fix?.time)
            #expect(times.count == cycles.count)
            let stated = times.compactMap { $0 }
            #expect(zip(stated, stated.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}
