import LocationModel
import Testing
import WaymarkInterfaces

@testable import GeoClue

@Suite("A location for a program written for GeoClue")
struct CoarseningTests {
    private static let here = Coordinate(latitudeDegrees: 47.37, longitudeDegrees: 8.54).map {
        LocationInterface.Location(
            coordinate: $0,
            age: .seconds(2),
            timeInstant: nil,
            horizontalAccuracyMeters: 4,
            altitudeMeters: 408,
            speedMetersPerSecond: 3,
            courseDegrees: 90,
            source: .receiver
        )
    }

    private static func located(at latitude: Double, _ longitude: Double = 8.54) throws
        -> LocationInterface.Location
    {
        var place = try #require(here)
        place.coordinate = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
        return place
    }

    private func told(_ level: AccuracyLevel, at place: LocationInterface.Location? = here) throws
        -> ToldLocation
    {
        var coarsener = LocationCoarsener(level)
        return coarsener.location(for: try #require(place), isArea: false, at: 10_000_000)
    }

    @Test("is exact for a program that wants that, with the time at which it was received")
    func exact() throws {
        let told = try told(.exact)
        let place = told.location
        #expect(place.coordinate.latitudeDegrees == 47.37 && place.horizontalAccuracyMeters == 4)
        #expect(place.altitudeMeters == 408 && place.speedMetersPerSecond == 3 && place.courseDegrees == 90)
        #expect(told.microsecondsSinceEpoch == 8_000_000 && told.description == "measured")
    }

    @Test(
        "is the center of a cell that holds it, with a radius that covers the cell and nothing else",
        arguments: [(.street, 1000.0), (.city, 15_000), (.country, 300_000)] as [(AccuracyLevel, Double)]
    )
    func coarse(level: AccuracyLevel, height: Double) throws {
        for (latitude, longitude) in [(47.37, 8.54), (-33.9, -70.7), (0, 0), (89.99, 179.9), (-90, 180)] {
            let place = try Self.located(at: latitude, longitude)
            let told = try told(level, at: place).location
            let radius = try #require(told.horizontalAccuracyMeters)
            #expect(told.coordinate.distanceMeters(to: place.coordinate) <= radius)
            #expect(radius > height / 2 && radius < height * 1.2, "\(level) at \(place.coordinate)")
            #expect(told.altitudeMeters == nil && told.speedMetersPerSecond == nil)
            #expect(told.courseDegrees == nil)
        }
    }

    @Test("has a radius that grows with the error of the location from Waymark")
    func inaccurate() throws {
        var place = try #require(Self.here)
        place.horizontalAccuracyMeters = 2004
        let radius = try #require(try told(.city).location.horizontalAccuracyMeters)
        let larger = try #require(try told(.city, at: place).location.horizontalAccuracyMeters)
        #expect(abs(larger - radius - 2000) < 1e-6)
    }

    @Test("stays the same cell while noise moves it over the edge")
    func edge() throws {
        var coarsener = LocationCoarsener(.street)
        var places: Set<Coordinate> = []
        // An edge of the rows is at each 1/111 of a degree.
        let edge = (47.37 * 111).rounded() / 111
        for step in 0..<1000 {
            let place = try Self.located(at: edge + Double(step % 7 - 3) * 0.0001)
            places.insert(coarsener.location(for: place, isArea: false, at: 0).location.coordinate)
        }
        #expect(places.count == 1)
    }

    @Test("is the last known one only before the first, which is told whatever the thresholds")
    func last() throws {
        let now = ContinuousClock.now
        var filter = UpdateFilter()
        let settings = KeptClients.Settings(distanceThreshold: 100, timeThreshold: 10)
        let place = try told(.exact).location.coordinate
        func take(isLast: Bool, after seconds: Int = 0) -> Bool {
            let date = now + .seconds(seconds)
            return filter.take(place, isArea: false, isLast: isLast, beyond: settings, at: date)
        }
        let told = [
            take(isLast: true), take(isLast: true), take(isLast: false), take(isLast: true, after: 60),
        ]
        #expect(told == [true, false, true, false])
    }

    @Test("asks Waymark for an area where that is enough")
    func authorization() {
        #expect(AccuracyLevel.allCases.filter { $0.authorization == .full } == [.street, .exact])
        #expect(AccuracyLevel.none.coarser(.exact) == .none && AccuracyLevel.none.coarser(.city) == .city)
        #expect(AccuracyLevel.street.coarser(.none) == .none && AccuracyLevel.exact.coarser(.exact) == .exact)
    }

    @Test("is told when both thresholds are reached, and an area once")
    func thresholds() throws {
        let start = ContinuousClock.now
        var filter = UpdateFilter()
        var settings = KeptClients.Settings(distanceThreshold: 100, timeThreshold: 10)
        func isTold(_ latitude: Double, isArea: Bool = false, after seconds: Double = 0) throws -> Bool {
            let place = try told(.exact, at: Self.located(at: latitude)).location.coordinate
            return filter.take(place, isArea: isArea, beyond: settings, at: start + .seconds(seconds))
        }
        #expect(try isTold(47))
        #expect(try !isTold(48, after: 5))
        #expect(try !isTold(47.0005, after: 10))
        #expect(try isTold(47.001, after: 9.5))
        (filter, settings) = (UpdateFilter(), KeptClients.Settings())
        #expect(try isTold(47, isArea: true))
        #expect(try !isTold(47, isArea: true))
        #expect(try isTold(47))
    }
}
