import UserInput

/// One kind of line of a scenario: how it is written, and what it adds to the draft.
///
/// To extend the language, add a statement to one of the lists, its row to `docs/scenarios.md`, and what it does to
/// ``ScenarioRun``.
package struct Statement: Sendable {
    enum Place: Hashable, Sendable {
        /// Before the first line with a time.
        case beginning

        /// In a line with a time, or in one that follows it at the same time.
        case timed
    }

    /// The form, whose first word names the statement.
    package let form: String
    let place: Place

    /// Reads the words after the first, and changes the draft or returns what happens.
    let read: @Sendable (inout ScenarioLine, inout ScriptDraft) throws(LineMistake) -> ScenarioAction?

    var name: String { String(form.prefix { $0 != " " }) }

    /// Describes a statement about how everything is at the beginning.
    static func beginning(
        _ form: String,
        _ read: @escaping @Sendable (inout ScenarioLine, inout ScriptDraft) throws(LineMistake) -> Void
    ) -> Statement {
        Statement(form: form, place: .beginning) { (line, draft) throws(LineMistake) in
            try read(&line, &draft)
            return nil
        }
    }

    /// Describes a statement about something that happens.
    static func timed(
        _ form: String,
        _ read:
            @escaping @Sendable (inout ScenarioLine, inout ScriptDraft) throws(LineMistake) -> ScenarioAction
    ) -> Statement {
        Statement(form: form, place: .timed) { (line, draft) throws(LineMistake) in try read(&line, &draft) }
    }

    /// All statements but those of the simulated drive, in the order of the documentation.
    package static let all = machine + people + apps + providers + faults + expectations
}
