import LocationModel
import Testing
import WaymarkEngine

@Suite("A timeline that fails")
struct FailureTests {
    private static let delays = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map { Duration.seconds($0) }

    @Test("is asked for again after 30 seconds, then twice as long each time, an hour at most")
    func backOff() throws {
        var (scenario, provider) = try calendar()
        var request = try scenario.onlyRequest()
        for delay in Self.delays {
            scenario.forget()
            #expect(try scenario.fail(request, on: provider) == delay)
            scenario.advance(by: delay - .nanoseconds(1))
            #expect(scenario.requests.isEmpty)
            scenario.advance(by: .nanoseconds(1))
            request = try scenario.onlyRequest()
            #expect(request.reason == .retry)
        }
    }

    @Test("is forgotten after a success")
    func success() throws {
        var (scenario, provider) = try calendar()
        for _ in 0..<3 {
            let delay = try scenario.fail(try #require(scenario.requests.last), on: provider)
            scenario.advance(by: delay)
        }
        try scenario.answer(try #require(scenario.requests.last), on: provider)
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(try scenario.fail(try #require(scenario.requests.last), on: provider) == .seconds(30))
    }

    @Test("is not asked for sooner because the provider asks")
    func requestedWhileBackingOff() throws {
        var (scenario, provider) = try calendar()
        try scenario.fail(scenario.onlyRequest(), on: provider)
        scenario.forget()
        scenario.advance(by: .seconds(10))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.requests.isEmpty)
        #expect(scenario.decisions.contains(.pending(.retry, .backingOff(remaining: .seconds(20)))))
        scenario.advance(by: .seconds(20))
        #expect(try scenario.onlyRequest().reason == .retry)
    }

    @Test("is asked for at once when the machine has moved")
    func changeOverridesBackOff() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for _ in 0..<4 {
            let delay = try scenario.fail(scenario.onlyRequest())
            scenario.forget()
            scenario.advance(by: delay)
            scenario.fix()
        }
        try scenario.fail(scenario.onlyRequest())
        scenario.forget()
        scenario.travel(eastMeters: 3000)
        #expect(try scenario.onlyRequest().reason == .significantChange)
    }

    private func calendar() throws -> (Scenario, SessionIdentifier) {
        var scenario = Scenario()
        let provider = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        _ = try scenario.place(.calendar)
        return (scenario, provider)
    }
}
