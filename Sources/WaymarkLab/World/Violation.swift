/// A fault of the service that a run of the world has found.
package struct Violation: Error, Hashable, Sendable {
    /// A rule that the service must keep.
    package enum Oracle: String, CaseIterable, Sendable {
        /// Nobody learns a location without a ground.
        case ground

        /// What was acknowledged is there, also after a kill or a power cut.
        case durability

        /// Each stream numbers its events from 1 without a gap, and tells of a thing once.
        case order

        /// Every call is answered, every stream shows that it lives, and what is due happens.
        case liveness

        /// What `explain` says is what then happens.
        case explanation

        /// No turn, queue or file grows without end.
        case bounds

        /// What the service says has the form that its interfaces state.
        case wire

        /// The service starts with the state that it left.
        case start
    }

    package let oracle: Oracle
    package let text: String

    /// Since the beginning of the run.
    package let at: Duration
}
