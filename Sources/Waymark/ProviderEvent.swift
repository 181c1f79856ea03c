/// What happens to a provider.
@nonexhaustive public enum ProviderEvent: Sendable {
    /// The service knows the provider; the first event, and again after each ``disconnected(_:retryIn:)``.
    case connected(ProviderSession)

    /// A timeline is wanted.
    case reload(TimelineRequest)

    /// The person changed what the app may know.
    ///
    /// Widgets that this concerns are reloaded by themselves.
    case authorizationChanged(Authorization)

    /// The service went away, and is looked for again after a time.
    ///
    /// Requests that it had are over; it asks again in the next session.
    case disconnected(ClientError, retryIn: Duration)
}
