import LocationModel
import Testing
import WaymarkEngine

@Suite("The explanation of an app")
struct AppExplanationTests {
    private func summary(_ scenario: Scenario) -> String {
        scenario.engine.explanation(of: .weather).summary
    }

    private func waits(_ scenario: Scenario) -> [WaitingEvent.Wait] {
        scenario.engine.explanation(of: .weather).waiting.map(\.wait)
    }

    @Test("says whether it would get the location")
    func location() throws {
        var scenario = Scenario()
        let undecided = scenario.engine.explanation(of: .weather)
        #expect(undecided.summary == "No: the person has not decided about the app yet.")
        let hidesReceivers = undecided.absence?.cause == nil
        #expect(hidesReceivers, "how the receivers are is nothing to an app that may not know")
        try scenario.authorize(.authorizedWhenInUse)
        scenario.arrive()
        #expect(summary(scenario) == "Yes: the app would get the location.")
        scenario.advance(by: .seconds(60))
        let once = "once the receivers, which go on for it, have a fix."
        #expect(summary(scenario) == "Yes: the app would get the location \(once)")
        _ = scenario.follow()
        scenario.report(.acquiring(.noPosition))
        #expect(summary(scenario) == "Not now: simulation: acquiring for 0 s: it has no position yet.")
    }

    @Test("keeps what happens for an app that needs a service session and holds none, and says so")
    func session() throws {
        var manifests = [AppManifest].complete
        manifests[0].requiresServiceSession = true
        var scenario = Scenario()
        scenario.send(.manifestsInstalled(manifests, broken: []))
        try scenario.authorize(.authorizedAlways)
        try scenario.monitor(.significantChanges)
        let stream = scenario.followEvents()
        scenario.arrive()
        #expect(scenario.states(on: stream).map(\.diagnostics) == [[.serviceSessionRequired]])
        #expect(scenario.states(on: stream).first?.place == nil && scenario.occurrences(on: stream).isEmpty)
        #expect(waits(scenario) == [.permission([.serviceSessionRequired])])
        let session = scenario.hold(.init(level: .none))
        #expect(scenario.occurrences(on: stream).count == 1)
        #expect(scenario.states(on: stream).last?.diagnostics == [])
        scenario.disconnect(session)
        scenario.advance(by: .seconds(300))
        scenario.travel(eastMeters: 2000)
        #expect(scenario.occurrences(on: stream).count == 1 && scenario.waiting().count == 1)
    }
}
