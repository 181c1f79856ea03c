package import LocationModel

/// A decision about starting or stopping an app's program.
package enum LaunchDecision: Hashable, Sendable, ComponentDecision {
    case launcherConnected(SessionIdentifier, manager: AppProgram.Manager)
    case launcherDisconnected(SessionIdentifier)
    case launch(LaunchIdentifier, need: LaunchNeed, deadline: Duration)
    case launchHeld(need: LaunchNeed, obstacle: LaunchObstacle)
    case programStarted(LaunchIdentifier, ranBefore: Bool)
    case programConnected(LaunchIdentifier, SessionIdentifier, elapsed: Duration)
    case programAdopted(LaunchIdentifier)
    case programFailed(LaunchIdentifier, LaunchFailures)
    case programIdle(LaunchIdentifier, idle: Duration)
    case programLeft(LaunchIdentifier)
    case programStopping(LaunchIdentifier)
    case programEnded(LaunchIdentifier)

    static let names = [
        "launcherConnected", "launcherDisconnected", "launch", "launchHeld", "programStarted",
        "programConnected", "programAdopted", "programFailed", "programIdle", "programLeft",
        "programStopping", "programEnded",
    ]

    var text: String {
        switch self {
        case .launcherConnected(let session, let manager):
            "launcher \(session) starts programs \(manager.words)"
        case .launcherDisconnected(let session): "launcher \(session) disconnected"
        case .launch(let launch, let need, let deadline):
            "launch \(launch) of its program, because \(need.text); it must connect in \(deadline.words)"
        case .launchHeld(let need, let obstacle):
            "its program is not started although \(need.text): \(obstacle.text)"
        case .programStarted(let launch, ranBefore: false): "launch \(launch): the program is started"
        case .programStarted(let launch, ranBefore: true): "launch \(launch): the program ran already"
        case .programConnected(let launch, let session, let elapsed):
            "launch \(launch): the program connected as \(session) after \(elapsed.words)"
        case .programAdopted(let launch): "launch \(launch): the program still runs"
        case .programFailed(let launch, let failures): "launch \(launch) failed: \(failures.text)"
        case .programIdle(let launch, let idle):
            "launch \(launch): the program is told to end, because nothing has needed it for \(idle.words)"
        case .programLeft(let launch): "launch \(launch): the program has disconnected by itself"
        case .programStopping(let launch): "launch \(launch): the program is stopped"
        case .programEnded(let launch): "launch \(launch): the program has ended"
        }
    }
}

package enum LaunchNeed: Hashable, Sendable, Evidential {
    case timelines(kind: WidgetKind)
    case events

    fileprivate var text: String {
        switch self {
        case .timelines(let kind): "a widget of the kind '\(kind)' needs a timeline"
        case .events: "an event of what it monitors waits"
        }
    }
}

/// The reason why a need goes without the app's program for now.
package enum LaunchObstacle: Hashable, Sendable, Evidential {
    case starting(LaunchIdentifier, remaining: Duration)
    case notServed(LaunchIdentifier)
    case ending(LaunchIdentifier, remaining: Duration)
    case queued(starting: Int)
    case noLauncher(manager: AppProgram.Manager)
    case notInstalled
    case programFailed(LaunchFailures)

    package var text: String {
        switch self {
        case .starting(let launch, let remaining):
            "its program is being started (\(launch)), and has \(remaining.words) to connect"
        case .notServed: "its program runs, but has not connected for this"
        case .ending: "its program is ending, and is started again afterwards"
        case .queued(let starting):
            "its program waits for its turn to start: \(starting) others of its user are being started"
        case .noLauncher(.user):
            "nothing can start its program: waymark-session is not running for its user"
        case .noLauncher(.system):
            "nothing can start its program: waymark-session-system.service is not running"
        case .notInstalled:
            "its manifest names a unit of the system, which only an installed manifest may"
        case .programFailed(let failures): "its program failed: \(failures.text)"
        }
    }

    /// The obstacle in one word for programs.
    var name: String { caseName(of: self) }

    /// The longest time until it is over, if that is known.
    var remaining: Duration? {
        switch self {
        case .starting(_, let remaining), .ending(_, let remaining): remaining
        case .programFailed(let failures): failures.retry
        case .notServed, .queued, .noLauncher, .notInstalled: nil
        }
    }
}

/// The failures of a program since it last did its work.
package struct LaunchFailures: Hashable, Sendable, Evidential {
    /// The last of them.
    package let failure: LaunchFailure

    package let failures: Int

    /// The time until it may be started again.
    package internal(set) var retry: Duration

    /// Whether it has failed so often in a row that it is left alone for longer.
    package let isSuspended: Bool

    fileprivate var text: String {
        "\(failure.text); "
            + (isSuspended
                ? "after \(failures) failures in a row it is left alone for \(retry.words)"
                : "it can be started again in \(retry.words)")
    }
}

package enum LaunchFailure: Hashable, Sendable, Evidential {
    case notStarted(fault: LaunchFault, message: String)
    case notServed
    case ended(message: String)
    case notConnected
    case unresponsive
    case abandoned

    package var text: String {
        switch self {
        case .notStarted(let fault, let message):
            message.isEmpty ? "it could not be started: \(fault.text)" : "it could not be started: \(message)"
        case .ended(let message):
            message.isEmpty ? "it ended before it connected" : "it ended before it connected: \(message)"
        case .notConnected: "it did not connect in time"
        case .notServed: "it connected, but not for what it was started for"
        case .unresponsive: "it did not answer in time"
        case .abandoned: "it went away with requests unanswered"
        }
    }
}

package enum LaunchReport: Hashable, Codable, Sendable {
    /// The program runs; it is the launcher's own unless it ran before.
    case started(isOwn: Bool)
    case failed(LaunchFault, message: String)
    case ended(message: String)
}

package struct LaunchedProgram: Hashable, Codable, Sendable {
    package var app: AppKey
    package var launch: LaunchIdentifier

    package init(app: AppKey, launch: LaunchIdentifier) {
        self.app = app
        self.launch = launch
    }
}

package enum LauncherEvent: Hashable, Sendable {
    case session

    /// Start an app's program; it has `deadline` to connect.
    case start(LaunchedProgram, deadline: Duration)
    case stop(LaunchedProgram)
}

extension LaunchFault {
    fileprivate var text: String {
        switch self {
        case .noManifest: "no manifest names it"
        case .notPermitted: "the launcher may not start it"
        case .notFound: "there is no such program"
        case .otherUser: "its unit runs as another user"
        case .failed: "the service manager failed"
        }
    }
}

extension AppProgram.Manager {
    fileprivate var words: String {
        switch self {
        case .user: "in the session of its user"
        case .system: "of the system"
        }
    }
}
