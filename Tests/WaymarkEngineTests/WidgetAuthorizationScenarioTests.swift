import LocationModel
import Testing
import WaymarkEngine

@Suite("Over several days, a location widget")
struct WidgetAuthorizationScenarioTests {
    /// A look in the morning at home, at noon at work, and in the evening at home.
    private static let looks: [WidgetDays.Happening] = [
        .at(8) { try $0.look() }, .at(12) { try $0.look() }, .at(20) { try $0.look() },
    ]

    /// A first day on which the person uses the app at 7, allows it while using, adds a widget and answers.
    private func firstDay(
        _ answer: PromptChoice,
        widgets: Int = 1
    ) throws -> (days: WidgetDays, first: WidgetDays.Day) {
        var days = WidgetDays()
        let first = try days.day(
            [
                .at(7) { days in
                    try days.useApp(answering: .allowWhileUsing) { days in
                        try days.addWidget(answering: answer)
                        for _ in 1..<widgets { try days.addWidget() }
                    }
                }
            ] + Self.looks
        )
        return (days, first)
    }

    @Test("that the authorization is extended to knows at every look, and is not available in between")
    func extended() throws {
        var (days, first) = try firstDay(.allow)
        #expect(first.questions == [.whenInUse, .widgets])
        #expect(first.absences[.unauthorized] == nil)
        #expect(first.located >= 3)
        for _ in 2...4 {
            let day = try days.day(Self.looks)
            #expect(day.questions.isEmpty)
            // At noon and in the evening the machine is elsewhere; the morning's may be due by the clock.
            #expect((2...3).contains(day.located))
            #expect(Set(day.absences.keys).isSubset(of: [.insufficientlyInUse]))
            #expect(day.toldAuthorized.isSubset(of: [true]))
            #expect((day.absences[.insufficientlyInUse] ?? 0) > 0)
            #expect(day.statuses == [.fix])
        }
    }

    @Test("that it is not extended to knows only while the app itself is in use, and is denied otherwise")
    func notExtended() throws {
        var (days, first) = try firstDay(.deny)
        #expect(first.questions == [.whenInUse, .widgets])
        #expect(first.statuses == [.denied])
        let second = try days.day(Self.looks)
        #expect(second.located == 0)
        #expect(Set(second.absences.keys) == [.unauthorized])
        #expect(second.toldAuthorized == [false])
        #expect(second.statuses == [.denied])
        // Unauthorized is not impossible: the app in use brings the location.
        let third = try days.day([.at(12) { try $0.useApp { try $0.look() } }])
        #expect(third.located > 0)
        #expect(third.toldAuthorized.isSubset(of: [false]))
        // Another widget of the app asks nothing again.
        let fourth = try days.day([.at(10) { try $0.addWidget() }] + Self.looks)
        #expect(fourth.questions.isEmpty)
        #expect(fourth.located == 0)
        #expect(fourth.statuses == [.denied, .denied])
    }

    @Test(
        "follows what the person changes about the app in the settings, at once and without another question"
    )
    func appChangedLater() throws {
        var (days, _) = try firstDay(.allow)
        let never = try days.day([.at(0) { try $0.choose(.denied) }] + Self.looks)
        #expect(never.located == 0)
        #expect(Set(never.absences.keys) == [.unauthorized])
        #expect(never.toldAuthorized == [false])
        #expect(never.statuses == [.denied])
        let again = try days.day([.at(0) { try $0.choose(.authorizedWhenInUse) }] + Self.looks)
        #expect(again.located >= 2)
        #expect(again.absences[.unauthorized] == nil)
        let always = try days.day([.at(0) { try $0.choose(.authorizedAlways) }])
        #expect(always.located >= 2)
        #expect(always.absences.isEmpty)
        #expect(always.statuses == [.fix])
        let asked = try days.day([.at(0) { try $0.choose(.notDetermined) }] + Self.looks)
        #expect(asked.located == 0)
        #expect(asked.statuses == [.denied])
        for day in [never, again, always, asked] { #expect(day.questions.isEmpty) }
        #expect(days.authorization.grant.widgets == .granted)
    }

    @Test("follows what the person changes about its widgets in the settings")
    func widgetsChangedLater() throws {
        var (days, _) = try firstDay(.allow)
        let refused = try days.day([.at(0) { try $0.choose(widgets: .refused) }] + Self.looks)
        #expect(refused.located == 0)
        #expect(Set(refused.absences.keys) == [.unauthorized])
        #expect(refused.statuses == [.denied])
        #expect(days.authorization.status == .authorizedWhenInUse)
        let granted = try days.day([.at(0) { try $0.choose(widgets: .granted) }] + Self.looks)
        #expect(granted.located >= 2)
        #expect(Set(granted.absences.keys).isSubset(of: [.insufficientlyInUse]))
        #expect(granted.statuses == [.fix])
        // Always includes the widgets, whatever was decided about them.
        let always = try days.day(
            [.at(0) { try $0.choose(.authorizedAlways, widgets: .refused) }]
        )
        #expect(always.located >= 2)
        #expect(always.toldAuthorized.isSubset(of: [true]))
        for day in [refused, granted, always] { #expect(day.questions.isEmpty) }
    }

    @Test("on a surface that is often viewed knows each time; on one that is rarely viewed at the next view")
    func surfaces() throws {
        var (days, first) = try firstDay(.allow, widgets: 2)
        #expect(first.questions == [.whenInUse, .widgets])
        let often = 0
        let rarely = 1
        func looks(_ hours: [Double], at widget: Int) -> [WidgetDays.Happening] {
            hours.map { hour in .at(hour) { try $0.look(at: widget) } }
        }
        let busy = looks([7, 8, 10, 12, 14, 18, 22], at: often)
        for _ in 2...3 {
            let day = try days.day(busy)
            // One for each way to work and back, however often it is looked at in between.
            #expect((day.locatedByWidget[often] ?? 0) >= 2)
            #expect(day.locatedByWidget[rarely] == nil)
            #expect(Set(day.absences.keys) == [.insufficientlyInUse])
            #expect(day.toldAuthorized == [true])
            // Nobody looks at the second, which keeps what it shows and is owed the change.
            #expect(days.scenario.pending(days.widgets[rarely]) == .significantChange)
        }
        let seen = try days.day([.at(19) { try $0.look(at: rarely) }])
        #expect(seen.locatedByWidget == [rarely: 1])
        #expect(days.scenario.pending(days.widgets[rarely]) == nil)
        #expect(seen.questions.isEmpty)
    }
}
