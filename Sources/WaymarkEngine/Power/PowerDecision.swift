/// A decision about whether receivers run.
package enum PowerDecision: Hashable, Sendable, ComponentDecision {
    case receiversOn(EntitledConsumer)
    case receiversOff(unused: Duration)
    case receiversPaused(ReceiverPause)
    case receiversResumed(pause: Duration, EntitledConsumer)
    case movementReported(MovementReport, outcome: MovementReport.Outcome)

    static let names = [
        "receiversOn", "receiversOff", "receiversPaused", "receiversResumed", "movementReported",
    ]

    var tellsOfMovement: Bool {
        switch self {
        case .receiversPaused, .movementReported: true
        case .receiversOn, .receiversOff, .receiversResumed: false
        }
    }

    var text: String {
        switch self {
        case .receiversOn(let need): "receivers on: \(need.text)"
        case .receiversOff(let unused): "receivers off: nobody has wanted a fix for \(unused.words)"
        case .receiversPaused(let pause): "receivers off for \(pause.duration.words): \(pause.reason.text)"
        case .receiversResumed(let pause, let need):
            "receivers on again after \(pause.words): \(need.text)"
        case .movementReported(let report, let outcome): report.text(outcome)
        }
    }
}
