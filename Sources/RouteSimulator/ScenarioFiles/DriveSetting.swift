import LocationModel
package import UserInput

/// One key of a simulated drive, in a line of a scenario.
package typealias DriveSetting = INISetting<DriveDraft>

extension DriveSetting {
    /// Every key, in the order of the documentation.
    package static let all: [DriveSetting] = general + receiver + noise + route

    private static let general: [DriveSetting] = [
        value("Scenario", "LeapSecond", accepts: "yes or no", truth) { $0.hasLeapSecond = $1 },
        value("Scenario", "Seed", accepts: ScenarioValue.seedForm, ScenarioValue.seed) { $0.seed = $1 },
        value("Scenario", "GeoidSeparation", accepts: "metres such as 47.8m or -12m", Quantity.signedMeters) {
            $0.geoidSeparationMeters = $1
        },
    ]

    private static let receiver: [DriveSetting] = [
        value("Receiver", "Rate", accepts: ScenarioValue.rateForm, ScenarioValue.rate) {
            $0.receiver.rate = $1
        },
        value(
            "Receiver",
            "Constellations",
            accepts: ScenarioValue.constellationsForm,
            ScenarioValue.constellations
        ) { $0.receiver.constellations = $1 },
        value("Receiver", "Sentences", accepts: ScenarioValue.sentencesForm, ScenarioValue.sentences) {
            $0.receiver.sentences = $1
        },
        value(
            "Receiver",
            "Quality",
            accepts: qualityForm,
            { qualities[$0] },
            set: { $0.receiver.quality = $1 }
        ),
        value("Receiver", "PositionAfter", accepts: ScenarioValue.spanForm, ScenarioValue.span) {
            $0.position = $1
        },
        value("Receiver", "TimeAfter", accepts: ScenarioValue.spanForm, ScenarioValue.span) {
            $0.timeKnown = $1
        },
        value("Receiver", "DateAfter", accepts: ScenarioValue.spanForm, ScenarioValue.span) {
            $0.dateKnown = $1
        },
        value("Receiver", "Variation", accepts: angleForm, angle) { $0.receiver.variationDegrees = $1 },
        value("Receiver", "Deviation", accepts: angleForm, angle) { $0.receiver.deviationDegrees = $1 },
    ]

    private static let noise: [DriveSetting] = [
        value("Noise", "Wander", accepts: wanderForm, isList: true, wander) {
            $0.wander = ($0.wander ?? []) + [$1]
        },
        value("Noise", "VerticalFactor", accepts: "a number from 0 to 100", number(0...100)) {
            $0.receiver.noise.verticalFactor = $1
        },
        value("Noise", "Speed", accepts: "metres a second from 0 to 100", number(0...100)) {
            $0.receiver.noise.speedDeviation = $1
        },
        value("Noise", "Heading", accepts: "degrees from 0 to 90", number(0...90)) {
            $0.receiver.noise.headingDeviation = $1
        },
    ]

    /// Describes a key whose value does not depend on other keys.
    private static func value<Value>(
        _ section: String,
        _ key: String,
        accepts: String,
        isList: Bool = false,
        _ read: @escaping @Sendable (String) -> Value?,
        set: @escaping @Sendable (inout DriveDraft, Value) -> Void
    ) -> DriveSetting {
        DriveSetting(section, key, accepts: accepts, isList: isList) { text, draft in
            guard let value = read(text) else { return .notUnderstood }
            set(&draft, value)
            return .accepted
        }
    }

    private static let qualities: [String: FixQuality] = [
        "autonomous": .autonomous, "differential": .differential, "precise": .precise, "rtk-float": .rtkFloat,
        "rtk-fixed": .rtkFixed, "simulated": .simulated,
    ]

    private static let qualityForm = "one of " + qualities.keys.sorted().joined(separator: ", ")

    private static let angleForm = "degrees from -180 to 180, east positive"

    @Sendable private static func angle(_ text: String) -> Double? { number(-180...180)(text) }

    private static func number(_ range: ClosedRange<Double>) -> @Sendable (String) -> Double? {
        { text in Quantity.decimal(text).flatMap { range.contains($0) ? $0 : nil } }
    }

    @Sendable private static func truth(_ text: String) -> Bool? {
        switch text {
        case "yes": true
        case "no": false
        default: nil
        }
    }

    private static let wanderForm =
        "a standard deviation up to 1km and how long an error lasts, such as '2.2m 120s'; 0s for a new one every time"

    @Sendable private static func wander(_ text: String) -> NoiseModel.Component? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, let deviation = Quantity.meters(words[0]), deviation <= 1000,
            let correlation = ScenarioValue.span(words[1])
        else { return nil }
        return NoiseModel.Component(deviationMeters: deviation, correlation: correlation)
    }
}
