package import LocationModel

/// What a provider is told.
package enum ProviderEvent: Hashable, Sendable {
    /// The stream is open; what the app may know is as given.
    case session(Authorization)

    /// A timeline is wanted.
    case reload(ReloadRequest)

    /// What the app may know has changed.
    case authorization(Authorization)
}

/// What an app is told.
package enum AppEvent: Hashable, Sendable {
    /// The stream is open; what the app may know is as given.
    case session(Authorization)

    /// What the app may know has changed.
    case authorization(Authorization)

    /// A question that the app brought about waits for no answer any more.
    case requestEnded(PromptIdentifier, PromptQuestion)
}

/// What an agent is told.
package enum AgentEvent: Hashable, Sendable {
    /// The stream is open, and these questions wait.
    case session([Prompt])

    /// A question to put before the person.
    case prompt(Prompt)

    /// A question that waits for no answer any more.
    case promptEnded(PromptIdentifier, PromptEnd)
}

/// What a host is told.
package enum HostEvent: Hashable, Sendable {
    /// The stream is open, and these are the widgets.
    case session([WidgetView])

    /// A widget changed.
    case widget(WidgetView)

    /// A widget was removed.
    case removed(WidgetIdentifier)
}
