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
            guard case .location(let fix, let age) = scenario.outcome(of: call) else {
                Issue.record("no location")
                return
            }
            #expect(fix.coordinate == ReducedArea(of: .home).center)
            #expect(east == 0 || age > .seconds(120))
        }
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

    @Test("is lifted for a purpose of the manifest while the app is in use, if the person allows it")
    func temporaryFull() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowWhileUsing)
        #expect(try app.request(.precise) == .nothing(.alreadyFullAccuracy))
        try app.scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        app.scenario.forget()
        try app.request(.precise)
        #expect(app.questions == [.temporaryFullAccuracy(purpose: .radar)])
        try app.answer(.allow)
        #expect(app.authorization.accuracy == .full)
        #expect(app.authorization.grant.accuracy == .reduced)
        app.endUse()
        #expect(app.authorization.accuracy == .reduced)
    }

    @Test("stays when the person refuses, or the app may not know at all")
    func temporaryFullRefused() throws {
        var app = AuthorizationScenario()
        #expect(try app.request(.precise) == .nothing(.notAuthorized))
        try app.settle(.whenInUse, .allowWhileUsing)
        try app.scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try app.request(.precise)
        app.scenario.forget()
        try app.answer(.deny)
        #expect(app.authorization.accuracy == .reduced)
        #expect(app.told.isEmpty)
    }
}
