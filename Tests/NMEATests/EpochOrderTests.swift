import LocationModel
import NMEA
import RouteSimulator
import Testing

/// The sentences of some seconds; each token of a cycle is a sentence of that second.
private struct Stream {
    var name: String
    var cycles: [String]

    /// The number of epochs, if it is not the number of cycles.
    var epochs: Int?

    /// The sentence of each token; `#` stands for the second.
    private static let sentences: [Character: String] = [
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

    var text: [String] {
        cycles.enumerated().flatMap { second, cycle in
            cycle.compactMap { Self.sentences[$0] }.map { body in
                sentence(body.replacing("12000#", with: "1200" + (second < 10 ? "0" : "") + "\(second)"))
            }
        }
    }

    static let all = [
        Stream(name: "steady", cycles: Array(repeating: "GSvRVL", count: 12)),
        Stream(name: "two talkers at one time (SiRFstarV)", cycles: Array(repeating: "GgSSvvR", count: 12)),
        Stream(name: "GNS among them (Furuno)", cycles: Array(repeating: "GnSSLlRVZ", count: 12)),
        Stream(
            name: "order that changes each time",
            cycles: ["RGL", "GRL", "LGR", "GLR", "LRG", "RLG", "RGL", "GRL"]
        ),
        Stream(name: "ender lost once", cycles: ["RGL", "RGL", "RGL", "RGL", "RGL", "RG", "RGL", "RGL"]),
        Stream(
            name: "ender lost for good",
            cycles: ["RGL", "RGL", "RGL", "RGL", "RGL", "RG", "RG", "RG", "RG", "RG"]
        ),
        Stream(name: "first lost", cycles: ["RGL", "RGL", "RGL", "RGL", "GL", "RGL", "L", "RGL"]),
        Stream(name: "all but one lost", cycles: ["RGL", "RGL", "RGL", "RGL", "R", "G", "L", "RGL"]),
        Stream(
            name: "ZDA and GST now and then",
            cycles: ["RG", "RGZ", "RG", "RGT", "RG", "RGZT", "RG", "RGZ", "RG", "RG"]
        ),
        Stream(
            name: "more satellites now and then",
            cycles: ["RGS", "RGSvv", "RGS", "RGS", "RGSvvv", "RGS", "RGS"]
        ),
        Stream(name: "a compass ten times as fast", cycles: Array(repeating: "HHRHHHGHHLHHH", count: 10)),
        Stream(
            name: "cold start without time, then with",
            cycles: ["xyS", "xyS", "xyS", "wS", "wS", "RGS", "RGS", "RGS"]
        ),
        Stream(name: "cold start without time, first lost once", cycles: ["xy", "xy", "y", "xy"]),
        Stream(name: "cold start of RMC alone", cycles: ["x", "x", "x", "w", "w", "R", "R", "R"]),
        Stream(name: "estimates at the end (Garmin)", cycles: Array(repeating: "RGSvE", count: 10)),
        Stream(name: "estimates in the middle (Garmin)", cycles: Array(repeating: "RGSvEL", count: 10)),
        Stream(
            name: "nothing but a date between",
            cycles: ["RG", "RG", "RG", "Z", "RG", "Z", "RG"],
            epochs: 5
        ),
        Stream(name: "untimed ones first (phones)", cycles: Array(repeating: "vSVGR", count: 10)),
    ]
}

extension Stream: CustomTestStringConvertible {
    var testDescription: String { name }
}

@Suite("Whatever the order of sentences")
struct EpochOrderTests {
    @Test("each epoch is emitted once, live and from a recording", arguments: Stream.all)
    fileprivate func once(_ stream: Stream) {
        let count = stream.epochs ?? stream.cycles.count
        for closesPromptly in [false, true] {
            let found = epochs(of: stream.text.joined(), closesPromptly: closesPromptly)
            #expect(found.count == count)
            let times = found.fixes.compactMap(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("each epoch is emitted once if the line is quiet after each cycle", arguments: Stream.all)
    fileprivate func quiet(_ stream: Stream) {
        var decoder = NMEADecoder(closesPromptly: true)
        var count = 0
        for (second, cycle) in stream.cycles.enumerated() {
            let padding = Array(repeating: "", count: second)
            let text = Stream(name: "", cycles: padding + [cycle]).text.joined()
            decoder.decode([UInt8](text.utf8).span) { _ in count += 1 }
            decoder.flush { _, _ in count += 1 }
        }
        #expect(count == stream.epochs ?? stream.cycles.count)
    }

    @Test(
        "each epoch is emitted once, even if some of its sentences are lost",
        arguments: 1...60 as ClosedRange<UInt64>
    )
    func anyOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let cycles = (0..<30).map { _ in
            // One sentence with a position must remain, or there is no epoch.
            let kept = Array("RGgnLlZTSSVvH").shuffled(using: &generator).filter { _ in
                Int.random(in: 0...3, using: &generator) > 0
            }
            return String(kept.contains { "RGgnLl".contains($0) } ? kept : kept + ["R"])
        }
        let text = Stream(name: "", cycles: cycles).text.joined()
        for closesPromptly in [false, true] {
            let times = epochs(of: text, closesPromptly: closesPromptly).map(\.fix?.time)
            #expect(times.count == cycles.count)
            let stated = times.compactMap { $0 }
            #expect(zip(stated, stated.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}
