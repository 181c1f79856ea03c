package import LocationModel
package import WaymarkEngine

/// An expectation that did not hold, or a line that could not be carried out.
package struct ScenarioFailure {
    /// The number of the line.
    package let line: Int

    /// The line without its time.
    package let text: String

    /// When it failed.
    package let moment: Moment

    /// What was found instead.
    package let found: String

    /// The decisions around it.
    package let journal: [JournalEntry]
}

/// What came of a scenario.
package struct ScenarioOutcome {
    /// What failed, in the order of time.
    package internal(set) var failures: [ScenarioFailure] = []

    /// The number of expectations.
    package internal(set) var expectations = 0

    /// The number of decisions.
    package internal(set) var decisions = 0

    /// What a person should know although the scenario ran, such as that a recording is truncated.
    package internal(set) var remarks: [String] = []

    /// The virtual time that passed.
    package internal(set) var duration: Duration = .zero
}

/// Something to draw or print while a scenario runs.
package enum ScenarioObservation {
    /// A decision, with the place of a significant change or the location that came with a reload.
    case decision(JournalEntry, Fix?)

    /// A fix that the engine was given.
    case fix(Fix, Moment)
}
