import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@testable import waymarkctl

@Suite("Kept visits")
struct KeptVisitsTests {
    private typealias Visit = MonitorInterface.Visit

    private func at(_ hour: Int, day: Int = 22) throws -> UTCInstant {
        try #require(UTCInstant("2026-11-\(day)T\(hour < 10 ? "0" : "")\(hour):00:00Z"))
    }

    private func visit(_ latitude: Double, from arrival: Int?, to departure: Int?) throws -> Visit {
        Visit(
            coordinate: try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: 13)),
            horizontalAccuracyMeters: 8,
            arrivalInstant: try arrival.map { try at($0) },
            departureInstant: try departure.map { try at($0) }
        )
    }

    @Test("have the end of a visit in place of its beginning, also if the clock was set right meanwhile")
    func ends() throws {
        var kept = KeptVisits()
        kept.record(try visit(52, from: 8, to: nil), at: try at(8))
        kept.record(try visit(52, from: 8, to: nil), at: try at(8))
        kept.record(try visit(52, from: 7, to: 9), at: try at(9))
        kept.record(try visit(52, from: 7, to: 9), at: try at(9))
        kept.record(try visit(53, from: 10, to: nil), at: try at(10))
        #expect(kept.visits == [try visit(52, from: 7, to: 9), try visit(53, from: 10, to: nil)])
        // The end of this one was never told.
        kept.record(try visit(53, from: 12, to: nil), at: try at(12))
        #expect(kept.visits.count == 3)
    }

    @Test("are read again as they were written, without lines that are none")
    func file() throws {
        var kept = KeptVisits()
        kept.record(try visit(52, from: nil, to: 9), at: try at(9))
        kept.record(try visit(53, from: 10, to: nil), at: try at(10))
        #expect(KeptVisits(kept.bytes) == kept)
        #expect(KeptVisits(Array("{}\n[\n".utf8) + kept.bytes + Array("\u{0}\n{\"latitude".utf8)) == kept)
    }

    @Test("are a bounded number, for 90 days")
    func bounds() throws {
        var kept = KeptVisits()
        kept.record(try visit(52, from: 8, to: 9), at: try at(9))
        let later = try at(11).advanced(by: .seconds(90 * 86_400 - 3600))
        kept.record(try visit(53, from: 10, to: 11), at: later)
        #expect(kept.visits.count == 1)
        for number in 0...KeptVisits.limit {
            kept.record(try visit(Double(number % 80), from: 11, to: 12), at: try at(12))
        }
        #expect(kept.visits.count == KeptVisits.limit)
        #expect(kept.bytes.count < 1 << 20, "what is written can be read")
    }

    @Test("are those of which a part lies in the time that is asked for")
    func day() throws {
        var kept = KeptVisits()
        let all = [
            try visit(50, from: nil, to: 4), try visit(51, from: 6, to: 7), try visit(52, from: 8, to: nil),
            try visit(53, from: 10, to: nil),
        ]
        for visit in all { kept.record(visit, at: try at(10)) }
        func found(_ start: Int, _ end: Int) throws -> [Double] {
            kept.visits(from: try at(start), until: try at(end)).map(\.coordinate.latitudeDegrees)
        }
        #expect(try found(0, 23) == [50, 51, 52, 53])
        #expect(try found(5, 9) == [51, 52])
        #expect(try found(11, 12) == [53])
    }
}
