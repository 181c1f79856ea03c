package import LocationModel
package import WaymarkEngine

package enum ScenarioAction: Hashable, Sendable {
    package typealias App = Int

    package typealias Widget = Int

    /// The person asks the service for something.
    case ask(Command)

    /// An app asks the service to monitor something, also while it does not run.
    case monitor(App, Command)

    /// The service is told of a change of the machine.
    case tell(Event)

    /// The person answers the question that waits longest.
    case answer(PromptChoice, AccuracyAuthorization?)
    case open(App)
    case close(App)
    case request(App, AuthorizationRequest)

    case locate(App)
    case follow(App, Followed)

    /// An app ends all its streams of locations, headings and beacons.
    case unfollow(App)

    case add(Widget, App, WidgetKind)
    case remove([Widget])

    /// Widgets come into view, for a while or until they are hidden.
    case show([Widget], for: Duration?)

    /// Widgets come into view on a surface that is always in view, also while the screen is locked.
    case showAlways([Widget])

    /// The person clicks to share the location with a widget once.
    case click(Widget, exactly: Bool)
    case hide([Widget])

    /// The screen is locked, which hides all widgets, or unlocked again.
    case lock(Bool)
    case provider(App, ProviderBehaviour)
    case runProvider(App, Bool)

    /// A provider asks for a reload of its kinds, or of one widget.
    case reload(App, Widget?)

    /// Another program of an app asks for a reload of its widgets, or of those of one kind.
    case push(App, WidgetKind?)
    case program(App, ProgramBehaviour)

    /// The program of an app ends by itself, with requests unanswered or not.
    case endProgram(App)
    case bluetooth(isOn: Bool)

    case receiver(Int, ReceiverFault?)

    /// The compass of a receiver points in this direction from now on or, with `nil`, is silent.
    case compass(Int, degrees: Double?)
    case setClock(by: Duration)
    case suspend(for: Duration)
    case kill

    /// The daemon starts again; if it still runs it is killed first.
    case restart
    case move(Movement)

    /// A program of root says that the machine may have moved.
    case reportMovement(MovementReason?)
    case expect(Expectation)
    case end
}

package enum Movement: Hashable, Sendable {
    case travel(to: Coordinate, metersPerSecond: Double)

    /// To a place at once.
    case put(Coordinate)
    case halt
}

package enum ProviderBehaviour: Hashable, Sendable {
    package enum Next: Hashable, Sendable {
        case never
        case every(Duration)
        case atEnd(of: Duration)

        /// At a local time of day, given since midnight.
        case at(Duration)
    }

    case answers(after: Duration, next: Next)
    case fails(String)
    case hangs
}

package enum ProgramBehaviour: Hashable, Sendable {
    /// It runs, and connects after a delay.
    case starts(after: Duration)

    /// It cannot be started, with a message of the service manager.
    case fails(String)

    /// It runs, but does not connect.
    case hangs
}

package enum ReceiverFault: Hashable, Sendable {
    case lost
    case silent
    case displaced(eastMeters: Double, northMeters: Double)

    /// Its accuracy is another one, in metres for 68 %.
    case accuracy(meters: Double)
}
