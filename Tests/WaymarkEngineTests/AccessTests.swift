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

    static let matrix: [(AuthorizationChoice, WidgetGrant, Use, Outcome)] = [
        (.notDetermined, .undecided, .inView, .unauthorized),
        (.notDetermined, .granted, .inView, .unauthorized),
        (.notDetermined, .granted, .inWindow, .unauthorized),
        (.notDetermined, .granted, .notInUse, .unauthorized),
        (.denied, .undecided, .inView, .unauthorized),
        (.denied, .granted, .inView, .unauthorized),
        (.denied, .granted, .inWindow, .unauthorized),
        (.denied, .granted, .notInUse, .unauthorized),
        (.authorizedWhenInUse, .undecided, .inView, .unauthorized),
        (.authorizedWhenInUse, .undecided, .notInUse, .unauthorized),
        (.authorizedWhenInUse, .refused, .inView, .unauthorized),
        (.authorizedWhenInUse, .refused, .inWindow, .unauthorized),
        (.authorizedWhenInUse, .refused, .notInUse, .unauthorized),
        (.authorizedWhenInUse, .granted, .inView, .location),
        (.authorizedWhenInUse, .granted, .inWindow, .location),
        (.authorizedWhenInUse, .granted, .notInUse, .insufficientlyInUse),
        (.authorizedAlways, .undecided, .notInUse, .location),
        (.authorizedAlways, .refused, .notInUse, .location),
        (.authorizedAlways, .granted, .notInUse, .location),
        (.authorizedAlways, .undecided, .inView, .location),
        (.authorizedAlways, .refused, .inWindow, .location),
    ]

    @Test("follows from the decision of the person and the use of the widget", arguments: matrix)
    func matrixRow(_ row: (AuthorizationChoice, WidgetGrant, Use, Outcome)) throws {
        let (status, grant, use, outcome) = row
        var (scenario, widget, provider) = try Scenario.quiet()
        try scenario.authorize(status, widgets: grant)
        if let request = scenario.requests.last { try scenario.answer(request) }
        if use != .notInUse { try scenario.show(widget) }
        if use == .inWindow { try scenario.hide(widget) }
        scenario.arrive()
        if let request = scenario.requests.last { _ = try? scenario.answer(request) }
        scenario.forget()

        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        let request = try scenario.onlyRequest()
        #expect(request.isAuthorizedForWidgetUpdates == (outcome != .unauthorized))
        switch outcome {
        case .location: #expect(request.location.isLocation)
        case .unauthorized: #expect(request.location == .absent(.unauthorized))
        case .insufficientlyInUse: #expect(request.location == .absent(.insufficientlyInUse))
        }
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

    @Test("is no location where its kind does not want one, whatever is granted and in view")
    func notWanted() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        try scenario.authorize(.authorizedAlways, widgets: .granted)
        scenario.arrive()
        let widget = try scenario.place(.calendar)
        try scenario.show(widget)
        #expect(try scenario.onlyRequest().location == .absent(.notWanted))
        #expect(!scenario.engine.receiversAreOn)
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
