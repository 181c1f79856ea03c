package import LocationModel

/// A decision about starting or stopping an app's program.
package enum LaunchDecision: Hashable, Sendable {
    case launcherConnected(SessionIdentifier, AppProgram.Manager)
    case launcherDisconnected(SessionIdentifier)
    case launch(LaunchIdentifier, LaunchNeed, deadline: Duration)
    case launchHeld(LaunchNeed, LaunchObstacle)
    case programStarted(LaunchIdentifier, isOwn: Bool)
    case programConnected(LaunchIdentifier, SessionIdentifier, after: Duration)
    case programAdopted(LaunchIdentifier)
    case programFailed(LaunchIdentifier, LaunchFailures)
    case programIdle(LaunchIdentifier, idleFor: Duration)
    case programLeft(LaunchIdentifier)
    case programStopping(LaunchIdentifier)
    case programEnded(LaunchIdentifier)
}

/// What an app's program is needed for.
package enum LaunchNeed: Hashable, Codable, Sendable {
    case timelines(WidgetKind)
    case events
}

/// The reason why something goes without the app's program for now.
package enum LaunchObstacle: Hashable, Sendable {
    case starting(LaunchIdentifier, remaining: Duration)
    case notServed(LaunchIdentifier)
    case ending(LaunchIdentifier, remaining: Duration)
    case queued(starting: Int)
    case noLauncher(AppProgram.Manager)
    case notInstalled
    case failed(LaunchFailures)
}

/// The failures of a program since it last did its work.
package struct LaunchFailures: Hashable, Sendable {
    package let last: LaunchFailure
    package let count: Int

    /// The time until it may be started again.
    package internal(set) var retryIn: Duration

    /// Whether it has failed so often in a row that it is left alone for longer.
    package let isSuspended: Bool

    package init(_ last: LaunchFailure, count: Int, retryIn: Duration, isSuspended: Bool) {
        self.last = last
        self.count = count
        self.retryIn = retryIn
        self.isSuspended = isSuspended
    }

    fileprivate var text: String {
        "\(last.text); "
            + (isSuspended
                ? "after \(count) failures in a row it is left alone for \(retryIn.words)"
                : "it can be started again in \(retryIn.words)")
    }

    fileprivate var evidence: [String: EvidenceValue] {
        last.evidence.merging([
            "failures": .number(Double(count)), "suspended": .word(isSuspended ? "yes" : "no"),
        ]) { $1 }
    }
}

package enum LaunchFailure: Hashable, Codable, Sendable {
    case notStarted(LaunchFault, message: String)
    case notServed
    case ended(message: String)
    case notConnected
    case unresponsive
    case abandoned
}

/// What a launcher says about a program.
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

extension LaunchDecision {
    enum Name: String, CaseIterable {
        case launcherConnected, launcherDisconnected, launch, launchHeld, programStarted
        case programConnected, programAdopted, programFailed, programIdle, programLeft
        case programStopping, programEnded
    }

    var name: String { caseName(of: self) }

    var text: String {
        switch self {
        case .launcherConnected(let session, let manager):
            "launcher \(session) starts programs \(manager.words)"
        case .launcherDisconnected(let session): "launcher \(session) disconnected"
        case .launch(let launch, let need, let deadline):
            "launch \(launch) of its program, because \(need.text); it must connect in \(deadline.words)"
        case .launchHeld(let need, let obstacle):
            "its program is not started although \(need.text): \(obstacle.text)"
        case .programStarted(let launch, isOwn: true): "launch \(launch): the program is started"
        case .programStarted(let launch, isOwn: false): "launch \(launch): the program ran already"
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

    var evidence: [String: EvidenceValue] {
        switch self {
        case .launcherConnected(let session, let manager):
            ["session": .word(session.description), "manager": .word(manager.rawValue)]
        case .launcherDisconnected(let session): ["session": .word(session.description)]
        case .launch(let launch, let need, let deadline):
            need.evidence.merging([
                "launch": .word(launch.description), "deadlineSeconds": .number(deadline.inSeconds),
            ]) { $1 }
        case .launchHeld(let need, let obstacle): need.evidence.merging(obstacle.evidence) { $1 }
        case .programStarted(let launch, let isOwn):
            ["launch": .word(launch.description), "ranBefore": .word(isOwn ? "no" : "yes")]
        case .programConnected(let launch, let session, let elapsed):
            [
                "launch": .word(launch.description), "session": .word(session.description),
                "elapsedSeconds": .number(elapsed.inSeconds),
            ]
        case .programFailed(let launch, let failures):
            failures.evidence.merging([
                "launch": .word(launch.description), "retrySeconds": .number(failures.retryIn.inSeconds),
            ]) { $1 }
        case .programIdle(let launch, let idle):
            ["launch": .word(launch.description), "idleSeconds": .number(idle.inSeconds)]
        case .programAdopted(let launch), .programLeft(let launch), .programStopping(let launch),
            .programEnded(let launch):
            ["launch": .word(launch.description)]
        }
    }
}

extension LaunchNeed {
    fileprivate var text: String {
        switch self {
        case .timelines(let kind): "a widget of the kind '\(kind)' needs a timeline"
        case .events: "an event of what it monitors waits"
        }
    }

    fileprivate var evidence: [String: EvidenceValue] {
        switch self {
        case .timelines(let kind): ["need": .word("timelines"), "kind": .word(kind.rawValue)]
        case .events: ["need": .word("events")]
        }
    }
}

extension LaunchObstacle {
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
        case .failed(let failures): "its program failed: \(failures.text)"
        }
    }

    /// When a reload that waits for the obstacle follows, for a person.
    var waitText: String {
        switch self {
        case .starting(_, let remaining): "once its program has started, in \(remaining.words) at most"
        case .notServed: "once its program serves its kind"
        case .ending: "once its program has ended and is started again"
        case .queued(let starting):
            "when it is its program's turn to start: \(starting) others are being started"
        case .noLauncher(.user): "once waymark-session runs, or a provider of its kind connects"
        case .noLauncher(.system):
            "once waymark-session-system.service runs, or a provider of its kind connects"
        case .notInstalled: "once its manifest is installed, or a provider of its kind connects"
        case .failed(let failures): "in \(failures.retryIn.words), when its program is started again"
        }
    }

    /// The obstacle in one word for programs.
    var name: String { if case .failed = self { "programFailed" } else { caseName(of: self) } }

    /// The longest time until it is over, if that is known.
    var remaining: Duration? {
        switch self {
        case .starting(_, let remaining), .ending(_, let remaining): remaining
        case .failed(let failures): failures.retryIn
        case .notServed, .queued, .noLauncher, .notInstalled: nil
        }
    }

    var evidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] =
            switch self {
            case .starting(let launch, _), .notServed(let launch), .ending(let launch, _):
                ["launch": .word(launch.description)]
            case .queued(let starting): ["starting": .number(Double(starting))]
            case .noLauncher(let manager): ["manager": .word(manager.rawValue)]
            case .notInstalled: [:]
            case .failed(let failures): failures.evidence
            }
        evidence["obstacle"] = .word(name)
        if let remaining { evidence["remainingSeconds"] = .number(remaining.inSeconds) }
        return evidence
    }
}

extension LaunchFailure {
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

    fileprivate var evidence: [String: EvidenceValue] {
        switch self {
        case .notStarted(let fault, let message):
            ["failure": .word("notStarted"), "fault": .word(fault.rawValue), "message": .word(message)]
        case .ended(let message): ["failure": .word("ended"), "message": .word(message)]
        case .notConnected: ["failure": .word("notConnected")]
        case .notServed: ["failure": .word("notServed")]
        case .unresponsive: ["failure": .word("unresponsive")]
        case .abandoned: ["failure": .word("abandoned")]
        }
    }
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
