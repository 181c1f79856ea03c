package import LocationModel

/// An event on a provider's stream.
package enum ProviderEvent: Hashable, Sendable {
    /// The stream is open, with the app's current authorization.
    case session(Authorization)

    /// A timeline is requested.
    case reload(ReloadRequest)

    /// A snapshot is requested.
    case snapshot(SnapshotRequest)

    /// The app's authorization has changed.
    case authorization(Authorization)

    /// Nothing needs the provider any more, which the service has had started: it should end.
    case stop
}

/// An event on an app's stream.
package enum AppEvent: Hashable, Sendable {
    /// The stream is open, with the app's current authorization.
    case session(Authorization)

    /// The app's authorization has changed.
    case authorization(Authorization)

    /// A question that the app caused has ended.
    case requestEnded(PromptIdentifier, PromptQuestion)
}

/// An event on a stream of an app's locations, headings or beacons, or on that of a service session.
///
/// It is the same for all its recipients.
package enum FollowerEvent: Hashable, Sendable {
    /// A location, or what explains its absence.
    case location(LocationUpdate)

    /// A heading, or what explains its absence.
    case heading(HeadingUpdate)

    /// The beacons in range, or what explains that none can be told.
    case beacons(BeaconUpdate)

    /// What a service session lacks.
    case serviceSession([LiveDiagnostic])
}

/// An event on an agent's stream.
package enum AgentEvent: Hashable, Sendable {
    /// The stream is open, with the waiting questions.
    case session([Prompt])

    /// A question to ask the person.
    case prompt(Prompt)

    /// A question has ended.
    case promptEnded(PromptIdentifier, PromptEnd)
}

/// An event on a host's stream.
package enum HostEvent: Hashable, Sendable {
    /// The stream is open, with the first of the current widgets; `hasMore` says whether more follow.
    case session([WidgetView], hasMore: Bool)

    /// The next of the current widgets, asked for with ``Event/hostIsReady(_:)``.
    case widgets([WidgetView], hasMore: Bool)

    /// A widget that the host has been told of changed.
    case widget(WidgetView)

    /// The content of a widget must be removed, because its app may no longer know the location it was made with.
    case withdrawn(WidgetView)

    /// A widget was removed.
    case removed(WidgetIdentifier)
}
