package import LocationModel
package import WaymarkEngine

/// An expectation that did not hold, or a line that could not be carried out.
package struct ScenarioFailure {
    package let line: Int

    /// The line without its time.
    package let text: String

    package let moment: Moment
    package let found: String
    package let journal: [JournalEntry]
}

package struct ScenarioOutcome {
    /// In the order of time.
    package internal(set) var failures: [ScenarioFailure] = []

    package internal(set) var expectations = 0

    package internal(set) var decisions = 0

    /// Remarks for a person although the scenario ran, such as that a recording is truncated.
    package internal(set) var remarks: [String] = []

    /// The virtual time that passed.
    package internal(set) var duration: Duration = .zero
}

/// Something to draw or print while a scenario runs.
package enum ScenarioObservation {
    /// A decision, with the place of a significant change or the location that came with a reload.
    case decision(JournalEntry, Fix?)
    case fix(Fix, Moment)
}
