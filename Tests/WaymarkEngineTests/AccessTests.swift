import LocationModel
import Testing
import WaymarkEngine

@Suite("What a provider gets when its timeline is asked for")
struct AccessTests {
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
}
