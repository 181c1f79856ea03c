package import LocationModel

/// The word of a trusted program that the machine may have moved.
package struct MovementReport: Hashable, Sendable, Evidential {
    package enum Outcome: Hashable, Sendable, Evidential {
        /// Receivers paused, and look at the place now.
        case pauseEnds

        /// Receivers are on; their next pause is a short one.
        case receiversAreOn

        /// An earlier report still counts; for `remaining`, neither this one nor any other does.
        case tooSoon(remaining: Duration)

        fileprivate var text: String {
            switch self {
            case .pauseEnds: "the receivers' pause ends"
            case .receiversAreOn: "receivers are on, and look again soon"
            case .tooSoon(let remaining):
                "another report counted lately, so this one does not, and none does for another \(remaining.words)"
            }
        }
    }

    package let reason: MovementReason?

    package let user: UserIdentifier

    func text(_ outcome: Outcome) -> String {
        "the machine may have moved, says a program of the user \(user)\(reason.map { " (\($0))" } ?? ""): "
            + outcome.text
    }
}
