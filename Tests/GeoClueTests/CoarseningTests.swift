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
        let place = try told(.exact)
        #expect(place.coordinate.latitudeDegrees == 47.37 && place.accuracyMeters == 4)
        #expect(place.altitudeMeters == 408 && place.speedMetersPerSecond == 3 && place.headingDegrees == 90)
        #expect(place.microsecondsSinceEpoch == 8_000_000 && place.description == "measured")
    }

    @Test(
        "is the center of a cell that holds it, with a radius that covers the cell and nothing else",
        arguments: [(.street, 1000.0), (.city, 15_000), (.country, 300_000)] as [(AccuracyLevel, Double)]
    )
    func coarse(level: AccuracyLevel, height: Double) throws {
        for (latitude, longitude) in [(47.37, 8.54), (-33.9, -70.7), (0, 0), (89.99, 179.9), (-90, 180)] {
            let place = try Self.located(at: latitude, longitude)
            let told = try told(level, at: place)
            let radius = try #require(told.accuracyMeters)
            #expect(told.coordinate.distanceMeters(to: place.coordinate) <= radius)
            #expect(radius > height / 2 && radius < height * 1.2, "\(level) at \(place.coordinate)")
            #expect(told.altitudeMeters == nil && told.speedMetersPerSecond == nil)
            #expect(told.headingDegrees == nil)
        }
    }

    @Test("has a radius that grows with the error of the location from Waymark")
    func inaccurate() throws {
        var place = try #require(Self.here)
        place.horizontalAccuracyMeters = 2004
        let radius = try #require(try told(.city).accuracyMeters)
        let larger = try #require(try told(.city, at: place).accuracyMeters)
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
            places.insert(coarsener.location(for: place, isArea: false, at: 0).coordinate)
        }
        #expect(places.count == 1)
    }

    @Test("is the last known one only before the first, which is told whatever the thresholds")
    func last() throws {
        let now = ContinuousClock.now
        var filter = UpdateFilter()
        (filter.distanceMeters, filter.interval) = (100, .seconds(10))
        let place = try told(.exact)
        let told = [
            filter.take(place, isArea: false, isLast: true, at: now),
            filter.take(place, isArea: false, isLast: true, at: now),
            filter.take(place, isArea: false, at: now),
            filter.take(place, isArea: false, isLast: true, at: now + .seconds(60)),
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
        (filter.distanceMeters, filter.interval) = (100, .seconds(10))
        func place(_ latitude: Double) throws -> ToldLocation {
            try told(.exact, at: Self.located(at: latitude))
        }
        #expect(try filter.take(place(47), isArea: false, at: start))
        #expect(try !filter.take(place(48), isArea: false, at: start + .seconds(5)))
        #expect(try !filter.take(place(47.0005), isArea: false, at: start + .seconds(10)))
        #expect(try filter.take(place(47.001), isArea: false, at: start + .seconds(9.5)))
        filter.reset()
        (filter.distanceMeters, filter.interval) = (0, .zero)
        #expect(try filter.take(place(47), isArea: true, at: start))
        #expect(try !filter.take(place(47), isArea: true, at: start))
        #expect(try filter.take(place(47), isArea: false, at: start))
    }
}
