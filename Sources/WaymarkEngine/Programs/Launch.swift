import LocationModel

/// A program of an app that was started, is being started or is being stopped.
struct Launch: Equatable, Sendable {
    enum Stage {
        /// The program has yet to connect.
        case starting

        /// The program is connected; at the end of the stage it is looked at whether it is idle.
        case connected

        /// The program was told to end, or has closed its streams, and may end by itself.
        case leaving
        case stopping
    }

    let identifier: LaunchIdentifier
    let manager: AppProgram.Manager

    /// The need that the program was started for; `nil` if it was adopted, and then any stream will do.
    let need: LaunchNeed?
    let begin: MonotonicInstant
    var stage: Stage
    var stageEnd: MonotonicInstant

    /// Whether the program was started by the launcher, which therefore stops it; presumed until the launcher reports.
    var isOwn = true
    var hasEnded = false
    var sessions: Set<SessionIdentifier> = []

    /// The time of the latest request, answer or event.
    var lastUse: MonotonicInstant

    var lastAnswer: MonotonicInstant?

    /// Whether the program is about to end, or has ended without a report.
    var isEnding: Bool { stage == .leaving || stage == .stopping }

    mutating func enter(_ stage: Stage, until end: MonotonicInstant) { (self.stage, stageEnd) = (stage, end) }
}
