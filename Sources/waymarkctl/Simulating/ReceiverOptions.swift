import LinuxSystem
import LocationModel
import RouteSimulator
import UserInput

/// The options that override a drive's receiver settings.
struct ReceiverOptions {
    private let line: ParsedCommandLine

    init(_ line: ParsedCommandLine) { self.line = line }

    /// Applies the options to a drive.
    func apply(to scenario: inout Scenario) throws(Failure) {
        if let rate = try line.value(of: "rate", ScenarioValue.rateForm, { ScenarioValue.rate($0) }) {
            scenario.receiver.rate = rate
        }
        if let seed = try line.value(of: "seed", ScenarioValue.seedForm, { ScenarioValue.seed($0) }) {
            scenario.seed = seed
        }
        if let systems = try line.value(
            of: "constellations",
            ScenarioValue.constellationsForm,
            { ScenarioValue.constellations($0) }
        ) {
            scenario.receiver.constellations = systems
        }
        if let kinds = try line.value(
            of: "sentences",
            ScenarioValue.sentencesForm,
            { ScenarioValue.sentences($0) }
        ) {
            scenario.receiver.sentences = kinds
        }
        let form = "a time such as 2026-05-12T06:30:00Z, or 'now'"
        if let start = try line.value(
            of: "start",
            form,
            {
                $0 == "now"
                    ? UTCInstant(nanosecondsSince1970: WallClock.nanosecondsSinceEpoch).wholeSecond
                    : UTCInstant($0)
            }
        ) {
            scenario.start = start
        }
    }
}

extension ParsedCommandLine {
    /// Returns the value that `read` parses from the argument of an option.
    func value<Value>(
        of name: String,
        _ form: String,
        _ read: (String) -> Value?
    ) throws(Failure) -> Value? {
        guard let text = value(of: name) else { return nil }
        guard let value = read(text) else {
            throw .usage("'\(text)' is not valid for --\(name); give \(form)")
        }
        return value
    }
}

extension UTCInstant {
    /// The time rounded down to a whole second, because receivers report at whole seconds.
    fileprivate var wholeSecond: UTCInstant {
        UTCInstant(nanosecondsSince1970: nanosecondsSince1970 - nanosecondsSince1970 % 1_000_000_000)
    }
}
