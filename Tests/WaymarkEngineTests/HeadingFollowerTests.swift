import LocationModel
import Testing
import WaymarkEngine

@Suite("A stream of headings")
struct HeadingFollowerTests {
    @Test("has the turns that its filter lets pass, also across north")
    func filter() throws {
        var scenario = try Scenario.known()
        let stream = scenario.followHeading(filterDegrees: 5)
        #expect(scenario.headings(to: stream).map(\.diagnostics) == [[.headingUnavailable]])
        for degrees in [358.0, 359, 2, 4, 8] { try scenario.turn(to: degrees) }
        #expect(scenario.headings(to: stream).compactMap(\.heading?.trueDegrees) == [358, 4])
        #expect(scenario.engine.receiverNeed?.want == .everyFix)
    }

    @Test("has both norths once the variation is known")
    func norths() throws {
        var scenario = try Scenario.known()
        let stream = scenario.followHeading()
        try scenario.turn(Heading(compassDegrees: 359, variationDegrees: 4))
        try scenario.turn(to: 10)
        let headings = scenario.headings(to: stream).compactMap(\.heading)
        #expect(headings.map(\.trueDegrees) == [3, 10])
        #expect(headings.map(\.magneticDegrees) == [359, 6])
    }

    @Test("follows one compass at a time, that of the followed receiver first")
    func choice() throws {
        var scenario = try Scenario.known(receiverNames: ["first", "second"])
        let stream = scenario.followHeading()
        try scenario.turn(to: 90, from: 1)
        try scenario.turn(to: 10)
        try scenario.turn(to: 95, from: 1)
        #expect(scenario.headings(to: stream).compactMap(\.heading?.trueDegrees) == [90, 10])
        scenario.advance(by: .seconds(5))
        try scenario.turn(to: 95, from: 1)
        #expect(scenario.headings(to: stream).last?.heading?.trueDegrees == 95)
    }

    @Test("tells five seconds after the last heading that no compass is heard any more, once")
    func silenceBegins() throws {
        var scenario = try Scenario.known()
        let stream = scenario.followHeading()
        try scenario.turn(to: 90)
        scenario.advance(by: .seconds(4))
        #expect(scenario.headings(to: stream).last?.diagnostics == [])
        scenario.advance(by: .seconds(60))
        let told = scenario.headings(to: stream).map(\.diagnostics)
        #expect(told == [[.headingUnavailable], [], [.headingUnavailable]])
    }

    @Test("has nothing under reduced accuracy, and says so")
    func reduced() throws {
        var scenario = try Scenario.known()
        try scenario.turn(to: 90)
        let stream = scenario.followHeading()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try scenario.turn(to: 100)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .full)))
        #expect(scenario.headings(to: stream).map(\.diagnostics) == [[], [.accuracyLimited], []])
        #expect(scenario.headings(to: stream).last?.heading?.trueDegrees == 100)
    }
}

extension Scenario {
    mutating func turn(to degrees: Double, from receiver: Int = 0) throws {
        try turn(Heading(trueDegrees: degrees), from: receiver)
    }

    mutating func turn(_ heading: Heading?, from receiver: Int = 0) throws {
        let report = ReceiverReport.heading(try #require(heading), observedAt: now.instant)
        send(.receiverReported(ReceiverIdentifier(receiver), report))
    }
}
