import LocationModel
import Testing
import WaymarkEngine

@Suite("What a provider gets when its timeline is asked for")
struct AccessTests {
    enum Use: CaseIterable {
        case inView
        case inWindow
        case notInUse
    }

    enum Outcome {
        case location
        case unauthorized
        case insufficientlyInUse
    }

    @Test(
        "is that no fix is known, where it may know the location and there is none for the time allowed",
        arguments: [true, false]
    )
    func noFix(_ isAlways: Bool) throws {
        var (scenario, widget, provider) = try Scenario.quiet()
        if isAlways { try scenario.authorize(.authorizedAlways) } else { try scenario.show(widget) }
        scenario.advance(by: .seconds(60))
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .seconds(10))
        let request = try scenario.onlyRequest()
        #expect(request.location == .absent(.locationUnknown))
        guard case .receiver("simulation", _, _, _) = request.unknownCause else {
            Issue.record("the cause names the receiver: \(String(describing: request.unknownCause))")
            return
        }
        #expect(request.isAuthorizedForWidgetUpdates)
    }

    @Test(
        "is a fix of at most ten seconds, with its age",
        arguments: [(0, true), (4, true), (10, true), (11, false)] as [(Int, Bool)]
    )
    func freshness(_ age: Int, _ isFresh: Bool) throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        scenario.fix()
        scenario.advance(by: .seconds(age))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        #expect(scenario.requests.isEmpty == !isFresh)
        if case .location(let fix, let given)? = scenario.requests.first?.location {
            #expect(given == .seconds(age))
            #expect(fix.coordinate == .home)
        }
    }

    @Test("is the fix of one receiver at a time, until that has been silent for five seconds")
    func oneReceiver() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.fix(eastMeters: 1, from: 0)
        scenario.advance(by: .seconds(2))
        scenario.fix(eastMeters: 30, from: 1)
        let near = Coordinate.home.offset(eastMeters: 1, northMeters: 0)
        let far = Coordinate.home.offset(eastMeters: 30, northMeters: 0)
        guard case .location(let first, _) = scenario.engine.location(for: widget) else {
            Issue.record("there is a fix")
            return
        }
        #expect(first.coordinate == near)
        for _ in 0..<3 {
            scenario.advance(by: .seconds(1))
            scenario.fix(eastMeters: 30, from: 1)
        }
        guard case .location(let second, _) = scenario.engine.location(for: widget) else {
            Issue.record("there is a fix")
            return
        }
        #expect(second.coordinate == far)
    }
}
