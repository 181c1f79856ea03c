import LocationModel
import Testing
import WaymarkEngine

/// Days in the life of a person with a weather app, its widgets, and a machine that goes to work and back.
///
/// The provider answers every request at once and wants the next one six hours later, in view or not. Fixes come only while
/// the receivers are on.
struct WidgetDays {
    /// What one day brought.
    struct Day: Hashable {
        /// How many timelines of each widget were made with a location, by its place in the order of placing.
        var locatedByWidget: [Int: Int] = [:]

        /// How many timelines were made with a location.
        var located: Int { locatedByWidget.values.reduce(0, +) }

        /// Why others were made without one.
        var absences: [LocationAbsence: Int] = [:]

        /// Whether the provider was told that widgets are authorized, each time without a location.
        var toldAuthorized: Set<Bool> = []

        /// What the person was asked.
        var questions: [PromptQuestion] = []

        /// How each widget stood at the end of the day, in the order in which they were placed.
        var statuses: [WidgetCondition] = []
    }

    /// Something that the person does at an hour of the day.
    struct Happening: Sendable {
        let hour: Double
        let happen: @Sendable (inout WidgetDays) throws -> Void

        static func at(_ hour: Double, _ happen: @escaping @Sendable (inout WidgetDays) throws -> Void)
            -> Self
        {
            Self(hour: hour, happen: happen)
        }
    }

    private static let workMeters = 5000.0

    private(set) var scenario = Scenario()
    private let provider: SessionIdentifier
    private let agent: SessionIdentifier
    private(set) var widgets: [WidgetIdentifier] = []
    private var today = Day()
    private var eastMeters = 0.0
    private var midnight: UTCInstant

    /// A machine at home at midnight.
    init() {
        scenario.send(.manifestsInstalled(.complete, broken: []))
        provider = scenario.connectProvider()
        agent = scenario.connectAgent()
        midnight = scenario.now.utc
        scenario.forget()
    }

    var authorization: Authorization { scenario.engine.authorization(of: .weather) }

    /// Lets a day pass in which things happen at hours, and returns what it brought.
    mutating func day(_ happenings: [Happening]) throws -> Day {
        let commute: [Happening] = [
            .at(9) { $0.eastMeters = Self.workMeters }, .at(17) { $0.eastMeters = 0 },
        ]
        for happening in (happenings + commute).sorted(by: { $0.hour < $1.hour }) {
            try pass(until: midnight.advanced(by: .seconds(Int(happening.hour * 3600))))
            try happening.happen(&self)
            try settle()
        }
        midnight = midnight.advanced(by: .seconds(86_400))
        try pass(until: midnight)
        today.statuses = widgets.compactMap { scenario.engine.view(of: $0)?.status }
        defer { today = Day() }
        return today
    }

    // MARK: What the person does

    /// Opens the app, which asks for the location, and answers; uses it for five minutes with `body` in between.
    mutating func useApp(
        answering choice: PromptChoice? = nil,
        _ body: (inout WidgetDays) throws -> Void = { _ in }
    ) throws {
        let app = scenario.connectApp()
        try settle()
        if let choice {
            try scenario.call(.requestAuthorization(app, .whenInUse))
            try answer(choice)
        }
        try pass(.seconds(60))
        try body(&self)
        try pass(.seconds(240))
        scenario.disconnect(app)
        try settle()
    }

    /// Adds a widget, and answers whether widgets share the authorization, where that is asked.
    mutating func addWidget(answering choice: PromptChoice? = nil) throws {
        // Placing asks for the first timeline, so that it has to be known by then.
        widgets.append(WidgetIdentifier(scenario.engine.savedState.nextWidgetNumber))
        _ = try scenario.place()
        try settle()
        if let choice { try answer(choice) }
    }

    /// Looks at a widget for half a minute.
    mutating func look(at index: Int = 0) throws {
        try scenario.show(widgets[index])
        try pass(.seconds(30))
        try scenario.hide(widgets[index])
        try settle()
    }

    /// Changes the settings.
    mutating func choose(_ status: AuthorizationChoice? = nil, widgets: WidgetGrant? = nil) throws {
        try scenario.call(.authorize(.weather, SettingsChange(status: status, widgets: widgets)))
        try settle()
    }

    private mutating func answer(_ choice: PromptChoice) throws {
        let prompt = try #require(scenario.engine.prompts(for: .owner).last)
        try scenario.call(.answerPrompt(agent, prompt.identifier, choice, accuracy: nil))
        try settle()
    }

    // MARK: What goes by itself

    private mutating func pass(_ duration: Duration) throws {
        try pass(until: scenario.now.utc.advanced(by: duration))
    }

    private mutating func pass(until end: UTCInstant) throws {
        while scenario.now.utc < end {
            scenario.step(towards: end, fixEvery: .seconds(1), eastMeters: eastMeters)
            try settle()
        }
    }

    /// Answers what the provider was asked, and writes down what came of it.
    private mutating func settle() throws {
        while !scenario.requests.isEmpty {
            let requests = scenario.requests
            note()
            for request in requests {
                switch request.location {
                case .location:
                    let index = try #require(widgets.firstIndex(of: request.widget))
                    today.locatedByWidget[index, default: 0] += 1
                case .absent(let why):
                    today.absences[why, default: 0] += 1
                    today.toldAuthorized.insert(request.isAuthorizedForWidgetUpdates)
                }
                let now = scenario.now.utc
                try scenario.answer(
                    request,
                    with: .entries(at: [now], policy: .after(now.advanced(by: .seconds(6 * 3600)))),
                    on: provider
                )
            }
        }
        note()
    }

    private mutating func note() {
        today.questions += scenario.prompts(to: agent)
        scenario.forget()
    }
}
