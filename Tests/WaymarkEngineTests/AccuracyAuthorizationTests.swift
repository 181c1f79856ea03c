import LocationModel
import RouteSimulator
import Testing
import WaymarkEngine

@Suite("Reduced accuracy")
struct AccuracyAuthorizationTests {
    @Test("is what an app gets whose manifest asks for it, until the person says otherwise")
    func defaultAccuracy() throws {
        var app = AuthorizationScenario()
        #expect(app.scenario.engine.authorization(of: .tides).accuracy == .reduced)
        try app.scenario.call(.authorize(.tides, SettingsChange(accuracy: .full)))
        #expect(app.scenario.engine.authorization(of: .tides).accuracy == .full)
    }

    @Test("gives a thousand widgets at one place one value, whatever the noise")
    func oneValue() throws {
        var settings = EngineSettings()
        settings.dailyReloads = nil
        var (scenario, widget, provider) = try Scenario.viewed(settings: settings)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        var values: Set<Coordinate> = []
        for index in 0..<1000 {
            scenario.fix(eastMeters: Double(index % 41) - 20)
            scenario.forget()
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
            let request = try scenario.onlyRequest()
            guard case .location(let fix, _) = request.location else {
                Issue.record("a location, not \(request.location)")
                return
            }
            #expect(fix.speedMetersPerSecond == nil && fix.altitudeMeters == nil)
            values.insert(fix.coordinate)
            try scenario.answer(request)
            scenario.advance(by: .seconds(7))
        }
        #expect(values.count == 1)
    }

    @Test("is computed four times an hour at most")
    func cadence() throws {
        var settings = EngineSettings()
        settings.dailyReloads = nil
        var (scenario, widget, provider) = try Scenario.viewed(settings: settings)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        var values: [Coordinate] = []
        for second in 0..<3600 {
            scenario.fix(eastMeters: Double(second) * 30)
            scenario.advance(by: .seconds(1))
            if second % 60 == 10 { try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget)) }
            let requests = scenario.requests
            scenario.forget()
            for request in requests {
                if case .location(let fix, let age) = request.location {
                    #expect(age <= .seconds(901))
                    if values.last != fix.coordinate { values.append(fix.coordinate) }
                }
                try scenario.answer(request)
            }
        }
        // 108 km in an hour cross some twenty cells. The first was computed before.
        #expect((4...5).contains(values.count))
    }

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

    @Test("makes a move within its area no news, and one to another area news once")
    func significantChange() throws {
        var (scenario, _, _) = try Scenario.viewed()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        scenario.forget()
        var requests = 0
        for step in 1...10 {
            scenario.advance(by: .seconds(300))
            scenario.arrive(eastMeters: Double(step) * 100)
            requests += scenario.requests.count
            scenario.forget()
        }
        #expect(requests == 0)
        scenario.advance(by: .seconds(300))
        scenario.stay(eastMeters: 12_000, isAnswered: true)
        #expect(scenario.requests.count { $0.reason == .significantChange } == 1)
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
