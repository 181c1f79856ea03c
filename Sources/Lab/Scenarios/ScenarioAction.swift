package import LocationModel
package import WaymarkEngine

/// Something that happens in a scenario, or is expected to.
package enum ScenarioAction: Hashable, Sendable {
    /// The index of an app.
    package typealias App = Int

    /// The index of a widget.
    package typealias Widget = Int

    /// The person decides about an app in the settings.
    case authorize(App, SettingsChange)

    /// The person forgets the decisions about an app.
    case reset(App)

    /// The person switches location services.
    case services(isOn: Bool)

    /// The person answers the question that waits longest.
    case answer(PromptChoice, AccuracyAuthorization?)

    /// An app starts and is in use.
    case open(App)

    /// An app ends.
    case close(App)

    /// An app asks the person.
    case ask(App, AuthorizationRequest)

    /// An app asks for its location once.
    case locate(App)

    /// An app that runs follows its location.
    case follow(App, FollowRequest)

    /// An app that runs follows the heading, told after turns of so many degrees.
    case followHeading(App, filterDegrees: Double)

    /// An app that runs follows the beacons in range.
    case followBeacons(App, BeaconCondition)

    /// An app ends all its streams of locations, headings and beacons.
    case unfollow(App)

    /// An app monitors a service, also while it does not run, or stops.
    case monitor(App, MonitoredService, Bool)

    /// An app monitors a region, or with `nil` stops monitoring it.
    case region(App, RegionIdentifier, RegionCondition?)

    /// The person adds a widget.
    case add(Widget, App, WidgetKind)

    /// The person removes widgets.
    case remove([Widget])

    /// Widgets come into view, for a while or until they are hidden.
    case show([Widget], for: Duration?)

    /// Widgets come into view on a surface that is always in view, also while the screen is locked.
    case showAlways([Widget])

    /// Widgets go out of view.
    case hide([Widget])

    /// The screen is locked, which hides all widgets, or unlocked again.
    case lock(Bool)

    /// A provider behaves differently from now on.
    case provider(App, ProviderBehaviour)

    /// A provider is started or stopped.
    case runProvider(App, Bool)

    /// A provider asks for a reload of its kinds, or of one widget.
    case reload(App, Widget?)

    /// Another program of an app asks for a reload of its widgets, or of those of one kind.
    case push(App, WidgetKind?)

    /// The program of an app behaves differently when it is started.
    case program(App, ProgramBehaviour)

    /// The program of an app ends by itself, with requests unanswered or not.
    case endProgram(App)

    /// The radio that hears beacons is switched.
    case bluetooth(isOn: Bool)

    /// A receiver fails, or works again.
    case receiver(Int, ReceiverFault?)

    /// The settings change.
    case change(EngineSettings)

    /// The compass of a receiver points to so many degrees from now on, or with `nil` is silent.
    case compass(Int, degrees: Double?)

    /// The wall clock is set.
    case setClock(by: Duration)

    /// The time zone of the machine is changed.
    case changeZone

    /// The machine is suspended.
    case suspend(for: Duration)

    /// The daemon is killed.
    case kill

    /// The daemon starts again; if it still runs it is killed first.
    case restart

    /// The machine begins to move, or to rest.
    case move(Movement)

    /// Something is expected.
    case expect(Expectation)

    /// The scenario ends.
    case end
}

/// A movement of the machine.
package enum Movement: Hashable, Sendable {
    /// Straight to a place.
    case travel(to: Coordinate, metersPerSecond: Double)

    /// To a place at once.
    case put(Coordinate)

    /// No further.
    case halt
}

/// How a provider answers requests for timelines.
package enum ProviderBehaviour: Hashable, Sendable {
    /// When the provider wants the next request.
    package enum Next: Hashable, Sendable {
        case never
        case every(Duration)
        case atEnd(of: Duration)

        /// At a local time of day, given since midnight.
        case at(Duration)
    }

    /// It answers after a delay.
    case answers(after: Duration, next: Next)

    /// It fails with a message.
    case fails(String)

    /// It does not answer.
    case hangs
}

/// What the program of an app does when the service has it started.
package enum ProgramBehaviour: Hashable, Sendable {
    /// It runs, and connects after a delay.
    case starts(after: Duration)

    /// It cannot be started, with a message of the service manager.
    case fails(String)

    /// It runs, but does not connect.
    case hangs
}

/// What is wrong with a receiver.
package enum ReceiverFault: Hashable, Sendable {
    /// It reports that it has no position.
    case lost

    /// It reports nothing.
    case silent

    /// Its positions are displaced.
    case displaced(eastMeters: Double, northMeters: Double)

    /// Its accuracy is another one, in metres for 68 %.
    case accuracy(meters: Double)
}
