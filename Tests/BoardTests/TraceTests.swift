import LocationModel
import Testing
import WaymarkInterfaces

@testable import Board

@Suite("The trace")
struct TraceTests {
    private func point(_ number: Int) -> Trace.Point {
        Trace.Point(latitude: Double(number) / 1000, longitude: 8, time: number)
    }

    private func trace(_ count: Int) -> Trace {
        var trace = Trace()
        for number in 0..<count { trace.append(point(number)) }
        return trace
    }

    @Test("is bounded: old points become rarer, the newest stay, and the beginning too")
    func bounded() {
        let trace = trace(10_000)
        #expect(trace.points.count <= Trace.limit)
        #expect(trace.points.first == point(0))
        #expect(Array(trace.points.suffix(100)) == (9_900..<10_000).map(point))
        #expect(trace.points.map(\.time) == trace.points.map(\.time).sorted())
    }

    @Test("forgets what is older than twelve hours")
    func age() {
        var trace = Trace()
        for hour in 0...20 {
            trace.append(Trace.Point(latitude: Double(hour), longitude: 0, time: hour * 3600))
        }
        #expect(trace.points.allSatisfy { $0.time >= 8 * 3600 })
        #expect(trace.points.count >= 11)
        // Also while nothing new comes.
        let signOfLife = Trace.Update(sequence: 1, event: .keepAlive)
        #expect(trace.apply(signOfLife, at: 20 * 3600) == false)
        #expect(trace.apply(signOfLife, at: 40 * 3600) == true)
        #expect(trace.points.isEmpty)
    }

    @Test("has the places of the board's own app, and none once it may not know them")
    func feed() {
        func update(_ latitude: Double?, _ diagnostic: LiveDiagnostic? = nil) -> Trace.Update {
            var update = Trace.Update(sequence: 1, event: .update)
            let place = latitude.flatMap { Coordinate(latitudeDegrees: $0, longitudeDegrees: 8) }
            update.location = place.map {
                .init(coordinate: $0, age: .seconds(1), timeInstant: nil, source: .receiver)
            }
            update.diagnostics = diagnostic.map { [$0] }
            return update
        }
        var feed = Trace()
        feed.turn(on: true)
        #expect(feed.apply(update(48), at: 100) == true)
        _ = feed.apply(update(48), at: 101)
        _ = feed.apply(update(49), at: 102)
        #expect(feed.points.count == 2)
        #expect(feed.apply(Trace.Update(sequence: 2, event: .keepAlive), at: 103) == false)
        _ = feed.apply(update(nil, .locationUnavailable), at: 104)
        #expect(feed.points.count == 2)
        // The centre of an area is no place on the way, and the way would tell more than the area.
        _ = feed.apply(update(50, .accuracyLimited), at: 105)
        #expect(feed.points.count == 0)
        _ = feed.apply(update(49), at: 105)
        #expect(feed.points.count == 1)
        _ = feed.apply(update(nil, .authorizationDenied), at: 106)
        #expect(feed.points.count == 0)
        _ = feed.apply(update(51), at: 107)
        feed.turn(on: false)
        #expect(feed.points.count == 0)
    }
}
