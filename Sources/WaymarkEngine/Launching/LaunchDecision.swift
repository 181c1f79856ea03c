package import LocationModel

/// A decision about starting or stopping an app's program.
package enum LaunchDecision: Hashable, Sendable {
    /// A launcher offers to start programs.
    case launcherConnected(SessionIdentifier, AppProgram.Manager)

    /// A launcher has gone.
    case launcherDisconnected(SessionIdentifier)

    /// A launcher is asked to start the program, which must connect within `deadline`.
    case asked(LaunchIdentifier, LaunchNeed, deadline: Duration)

    /// The program is not started although something needs it.
    case notAsked(LaunchNeed, LaunchObstacle)

    /// The launcher says that the program runs; if it is not its own, it ran before.
    case started(LaunchIdentifier, isOwn: Bool)

    /// The program has connected.
    case connected(LaunchIdentifier, SessionIdentifier, after: Duration)

    /// A launcher that was away still runs the program.
    case adopted(LaunchIdentifier)

    /// The program failed; it may be started again in `retryIn`.
    ///
    /// With `isSuspended`, it has failed so often in a row that it is left alone for longer.
    case failed(LaunchIdentifier, LaunchFailure, failures: Int, retryIn: Duration, isSuspended: Bool)

    /// The program is told to end, because nothing has needed it for `idleFor`.
    case idle(LaunchIdentifier, idleFor: Duration)

    /// The program has closed its streams by itself.
    case left(LaunchIdentifier)

    /// The launcher is asked to stop the program.
    case stopping(LaunchIdentifier)

    /// The program has ended.
    case ended(LaunchIdentifier)
}

/// What an app's program is needed for.
package enum LaunchNeed: Hashable, Codable, Sendable {
    /// The timelines of a kind of widgets.
    case timelines(WidgetKind)

    /// Events of what the app monitors.
    case events
}

/// The reason why something goes without the app's program for now.
package enum LaunchObstacle: Hashable, Sendable {
    /// The program is being started, and has `remaining` to connect.
    case starting(LaunchIdentifier, remaining: Duration)

    /// The program runs, but does not serve the kind or follow the events.
    case notServed(LaunchIdentifier)

    /// The program is ending; it may be started again afterwards, in `remaining` at the latest.
    case ending(LaunchIdentifier, remaining: Duration)

    /// As many other programs of the user are being started as may be at a time.
    case queued(starting: Int)

    /// No launcher of this manager is connected.
    case noLauncher(AppProgram.Manager)

    /// Only an installed manifest may name a unit of the system.
    case notInstalled

    /// The program failed, and may be started again in `retryIn`.
    case failed(LaunchFailure, failures: Int, retryIn: Duration, isSuspended: Bool)
}

extension LaunchObstacle {
    /// An obstacle without its evidence, which varies with time.
    package enum Kind: Hashable, Codable, Sendable {
        case starting
        case notServed
        case ending
        case queued
        case noLauncher
        case notInstalled
        case failed(failures: Int)
    }

    var kind: Kind {
        switch self {
        case .starting: .starting
        case .notServed: .notServed
        case .ending: .ending
        case .queued: .queued
        case .noLauncher: .noLauncher
        case .notInstalled: .notInstalled
        case .failed(_, let failures, _, _): .failed(failures: failures)
        }
    }
}

/// The failure of a program that was to be started.
package enum LaunchFailure: Hashable, Codable, Sendable {
    /// The launcher could not start it.
    case notStarted(LaunchFault, message: String)

    /// It connected, but not for what it was started for.
    case notServed

    /// It ended before it connected.
    case ended(message: String)

    /// It did not connect in time.
    case notConnected

    /// It left a request unanswered until the deadline, and answered no other meanwhile.
    case unresponsive

    /// It disconnected with requests unanswered.
    case abandoned
}

/// What a launcher says about a program.
package enum LaunchReport: Hashable, Codable, Sendable {
    /// The program runs; it is the launcher's own unless it ran before.
    case started(isOwn: Bool)

    /// The program was not started.
    case failed(LaunchFault, message: String)

    /// The program has ended.
    case ended(message: String)
}

/// A program that a launcher has started.
package struct LaunchedProgram: Hashable, Codable, Sendable {
    /// The app.
    package var app: AppKey

    /// The identifier of its start.
    package var launch: LaunchIdentifier

    package init(app: AppKey, launch: LaunchIdentifier) {
        self.app = app
        self.launch = launch
    }
}

/// An event on a launcher's stream.
package enum LauncherEvent: Hashable, Sendable {
    /// The stream is open.
    case session

    /// Start an app's program; it has `deadline` to connect.
    case start(LaunchedProgram, deadline: Duration)

    /// Stop an app's program.
    case stop(LaunchedProgram)
}
