import LocationModel

/// A program of an app that was started, is being started or is being stopped.
struct Launch: Hashable, Sendable {
    enum Stage: Hashable {
        /// The program has yet to connect.
        case starting(until: MonotonicInstant)

        /// The program is connected; it is looked at again at `idleCheck`.
        case connected(idleCheck: MonotonicInstant)

        /// The program was told to end, or has closed its streams, and may end by itself.
        case leaving(until: MonotonicInstant)
        case stopping(until: MonotonicInstant)

        var deadline: MonotonicInstant {
            switch self {
            case .starting(let end), .connected(let end), .leaving(let end), .stopping(let end): end
            }
        }
    }

    let identifier: LaunchIdentifier
    let manager: AppProgram.Manager

    /// What the program was started for; `nil` if it was adopted, and then any stream will do.
    let need: LaunchNeed?
    let begin: MonotonicInstant
    var stage: Stage

    /// Whether the program was started by the launcher, which therefore stops it; presumed until the launcher reports.
    var isOwn = true
    var hasEnded = false
    var sessions: Set<SessionIdentifier> = []

    /// The time of the latest request, answer or event.
    var lastUse: MonotonicInstant

    /// The time of the latest answer, if any.
    var lastAnswer: MonotonicInstant?

    var isStarting: Bool { if case .starting = stage { true } else { false } }

    /// Whether the program is about to end, or has ended without a report.
    var isEnding: Bool {
        switch stage {
        case .leaving, .stopping: true
        case .starting, .connected: false
        }
    }
}
