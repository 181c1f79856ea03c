import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("A change of area under reduced accuracy")
struct AreaChangeTests {
    /// A widget in view that has been told the area of home, on a machine for which only 50 km are a significant change.
    private static func told() throws -> Scenario {
        try Scenario.reduced(settings: .with { $0.significantChange.distanceMeters = 50_000 })
    }

    /// Returns whether a location is the area of a place so many metres east of home.
    private static func isArea(_ location: LocationAnswer, eastMeters: Double) -> Bool {
        guard let fix = location.fix else { return false }
        let place = Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0)
        return ReducedArea(of: fix.coordinate).holds(place, marginMeters: 0)
    }

    @Test("is told when the area is computed next, to widgets and streams, though no significant change")
    func noSignificantChange() throws {
        var scenario = try Self.told()
        let stream = scenario.follow()
        scenario.arrive()
        scenario.forget()
        scenario.travel(eastMeters: 12_000)
        #expect(scenario.requests.isEmpty && scenario.updates(to: stream).isEmpty)
        scenario.stay(eastMeters: 12_000, isAnswered: true)
        let told = scenario.requests.filter { $0.reason == .significantChange }
        #expect(told.map { Self.isArea($0.location, eastMeters: 12_000) } == [true])
        #expect(scenario.updates(to: stream).count == 1)
    }

    @Test("is told by the clock alone, where no further fix comes")
    func due() throws {
        var scenario = try Self.told()
        let stream = scenario.follow()
        scenario.arrive()
        scenario.travel(eastMeters: 12_000)
        for _ in 0..<600 {
            scenario.fix(eastMeters: 12_000)
            scenario.advance(by: .seconds(1))
        }
        scenario.forget()
        let deadline = try #require(scenario.engine.nextDeadline)
        #expect(deadline <= scenario.now.instant + .seconds(300))
        scenario.advance(by: .seconds(300))
        #expect(scenario.updates(to: stream).contains { $0.fix != nil })
        #expect(scenario.decisionNames.contains("awaitingFix"))
    }

    @Test(
        "is owed to a widget that is not in use then, with a younger significant change or without, and given once",
        arguments: [true, false]
    )
    func unseen(_ isSignificant: Bool) throws {
        let settings = EngineSettings.with {
            $0.inUseWindow = .seconds(5)
            if !isSignificant { $0.significantChange.distanceMeters = 50_000 }
        }
        var (scenario, widget, provider) = try Scenario.viewed(settings: settings)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        if isSignificant { scenario.travel(eastMeters: 12_000) }
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for request in scenario.requests { try scenario.answer(request) }
        try scenario.hide(widget)
        if isSignificant { scenario.advance(by: .seconds(5)) } else { scenario.travel(eastMeters: 12_000) }
        #expect(scenario.pending(widget) == nil)
        scenario.stay(eastMeters: 12_000)
        #expect(scenario.pending(widget) == .significantChange)
        scenario.forget()
        try scenario.show(widget)
        let request = try scenario.onlyRequest()
        #expect(Self.isArea(request.location, eastMeters: 12_000))
        try scenario.answer(request)
        #expect(scenario.requests.count == 1 && scenario.pending(widget) == nil)
    }
}

@Suite("The clock of the area under reduced accuracy")
struct AreaClockTests {
    private static let start = Moment.start.instant

    private static func place(_ eastMeters: Double, at seconds: Double) -> FixSelection.Received {
        FixSelection.Received(
            fix: Fix(coordinate: Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0)),
            receivedAt: start + .seconds(seconds)
        )
    }

    @Test("has a phase that only the secret tells, anywhere in the quarter of an hour")
    func phase() {
        var first: [Int] = []
        for seed in 1...64 as ClosedRange<UInt64> {
            var location = ReducedLocation(NumberingSecret(seed, 7), at: Self.start)
            _ = location.record(Self.place(0, at: 0), change: 0)
            let seconds = (1...900).first {
                let place = Self.place(12_000, at: Double($0))
                return location.computeIfDue(from: place, change: 0, at: Self.start + .seconds($0))
            }
            first.append(seconds ?? 0)
        }
        #expect(Set(first).count > 50)
        #expect(first.min() ?? 0 < 100 && first.max() ?? 0 > 800)
    }

    @Test("takes a fix of up to 5 min ago, as while receivers pause, and waits for the next one after longer")
    func withoutFix() {
        for (age, isTaken) in [(300, true), (301, false)] {
            var location = ReducedLocation(nil, at: Self.start)
            _ = location.record(Self.place(0, at: 1), change: 0)
            let last = Self.place(12_000, at: Double(900 - age))
            let isAnother = location.computeIfDue(from: last, change: 0, at: Self.start + .seconds(900))
            #expect(isAnother == isTaken)
            let isAnotherWithFix = location.record(Self.place(24_000, at: 901), change: 0)
            #expect(isAnotherWithFix != isTaken)
            #expect(location.record(Self.place(36_000, at: 902), change: 0) == false)
        }
    }
}
