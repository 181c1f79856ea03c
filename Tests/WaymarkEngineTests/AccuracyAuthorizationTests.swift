import LocationModel
import RouteSimulator
import Testing
import WaymarkEngine

@Suite("Reduced accuracy")
struct AccuracyAuthorizationTests {
    @Test("is the same for whoever asks between two computations, wherever the machine is")
    func sameForAll() throws {
        var scenario = try Scenario.known()
        try scenario.call(
            .authorize(.tides, SettingsChange(status: .authorizedWhenInUse, accuracy: .reduced))
        )
        for east in [0.0, 12_000, 24_000] {
            scenario.travel(eastMeters: east)
            let call = scenario.requestLocation(of: .tides)
            let (fix, age) = try #require(scenario.location(of: call))
            #expect(fix.coordinate == ReducedArea(of: .home).center)
            #expect(east == 0 || age > .seconds(120))
        }
    }

    @Test("that begins while a timeline is being made has it made again, from the area")
    func madeAgain() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let exact = try scenario.onlyRequest()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        scenario.forget()
        try scenario.answer(exact)
        let again = try scenario.onlyRequest()
        #expect(again.reason == .authorizationChanged)
        #expect(again.location.fix?.coordinate == ReducedArea(of: .home).center)
    }

    @Test("gives an area that holds the true place within the stated accuracy, everywhere on Earth")
    func holdsTruth() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let latitude = Double(random.next() % 179_999) / 1000 - 90
            let longitude = Double(random.next() % 359_999) / 1000 - 180
            let place = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
            let area = ReducedArea(of: place)
            #expect(area.center.distanceMeters(to: place) <= area.radiusMeters * 1.01)
            #expect(ReducedArea(of: area.center) == area)
            if abs(latitude) < 85 { #expect((3000...4300).contains(area.radiusMeters)) }
        }
    }
}
