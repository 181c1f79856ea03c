import LocationModel
package import UserInput

/// One key of a simulated drive, in a line of a scenario.
package typealias DriveSetting = INISetting<DriveDraft>

extension DriveSetting {
    /// Every key, in the order of the documentation.
    package static let all: [DriveSetting] = general + receiver + noise + route

    private static let general: [DriveSetting] = [
        toggle("Scenario", "LeapSecond", \.hasLeapSecond),
        value("Scenario", "Seed", \.seed, accepts: ScenarioValue.seedForm, read: ScenarioValue.seed),
        value("Scenario", "GeoidSeparation", \.geoidSeparationMeters, accepts: "metres such as 47.8m or -12m")
        {
            Quantity.signedMeters($0)
        },
    ]

    private static let receiver: [DriveSetting] = [
        value("Receiver", "Rate", \.receiver.rate, accepts: ScenarioValue.rateForm, read: ScenarioValue.rate),
        value(
            "Receiver",
            "Constellations",
            \.receiver.constellations,
            accepts: ScenarioValue.constellationsForm,
            read: ScenarioValue.constellations
        ),
        value("Receiver", "Sentences", \.receiver.sentences, accepts: ScenarioValue.sentencesForm) {
            ScenarioValue.sentences($0)
        },
        value("Receiver", "Quality", \.receiver.quality, accepts: qualityForm) { qualities[$0] },
        span("PositionAfter", \.receiver.coldStart.untilPosition),
        span("TimeAfter", \.receiver.coldStart.untilTime),
        span("DateAfter", \.receiver.coldStart.untilDate),
        angle("Variation", \.receiver.variationDegrees),
        angle("Deviation", \.receiver.deviationDegrees),
    ]

    private static let noise: [DriveSetting] = [
        DriveSetting("Noise", "Wander", accepts: wanderForm, isList: true) { text, draft in
            let words = text.split(separator: " ").map(String.init)
            guard words.count == 2, let deviation = Quantity.meters(words[0]), deviation <= 1000,
                let correlation = ScenarioValue.span(words[1])
            else { return .notUnderstood }
            let component = NoiseModel.Component(deviationMeters: deviation, correlation: correlation)
            draft.wander = (draft.wander ?? []) + [component]
            return .accepted
        },
        value("Noise", "VerticalFactor", \.receiver.noise.verticalFactor, accepts: "a number from 0 to 100") {
            number($0, in: 0...100)
        },
        value("Noise", "Speed", \.receiver.noise.speedDeviation, accepts: "metres a second from 0 to 100") {
            number($0, in: 0...100)
        },
        value("Noise", "Heading", \.receiver.noise.headingDeviation, accepts: "degrees from 0 to 90") {
            number($0, in: 0...90)
        },
    ]

    private static func span(_ key: String, _ property: Property<Duration?>) -> DriveSetting {
        value("Receiver", key, property, accepts: ScenarioValue.spanForm) { text in
            ScenarioValue.span(text).map { .some($0) }
        }
    }

    private static func angle(_ key: String, _ property: Property<Double?>) -> DriveSetting {
        value("Receiver", key, property, accepts: "degrees from -180 to 180, east positive") { text in
            number(text, in: -180...180).map { .some($0) }
        }
    }

    private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
        Quantity.decimal(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static let qualities: [String: FixQuality] = [
        "autonomous": .autonomous, "differential": .differential, "precise": .precise, "rtk-float": .rtkFloat,
        "rtk-fixed": .rtkFixed, "simulated": .simulated,
    ]

    private static let qualityForm = "one of " + qualities.keys.sorted().joined(separator: ", ")

    private static let wanderForm =
        "a standard deviation up to 1km and how long an error lasts, such as '2.2m 120s'; 0s for a new one every time"
}
