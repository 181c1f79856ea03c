import LinuxSystem
import LocationModel
import RouteSimulator
import UserInput

/// The options that go before what a drive says about its receiver.
struct ReceiverOptions {
    private let line: ParsedCommandLine

    init(_ line: ParsedCommandLine) { self.line = line }

    /// Changes a drive to what the options say.
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
    /// The value of an option, which `read` makes of its argument.
    func value<Value>(
        of name: String,
        _ form: String,
        _ read: (String) -> Value?
    ) throws(Failure) -> Value? {
        guard let text = value(of: name) else { return nil }
        guard let value = read(text) else { throw .usage("'\(text)' does not suit --\(name): give \(form)") }
        return value
    }
}

extension UTCInstant {
    /// The last whole second: receivers report at whole seconds.
    fileprivate var wholeSecond: UTCInstant {
        UTCInstant(nanosecondsSince1970: nanosecondsSince1970 - nanosecondsSince1970 % 1_000_000_000)
    }
}
