/// A resource that is limited for each user.
@nonexhaustive public enum Quota: String, Hashable, Codable, Sendable, CaseIterable {
    case widgets
    case timelineBytes
    case kinds

    /// Apps that the person decided about or that registered kinds.
    case apps

    /// Manifests that the user's apps registered.
    case manifests

    /// Open streams of providers, hosts, apps and agents.
    case sessions

    /// Calls that wait for a location, and questions that apps have asked.
    case requests

    /// Services that apps monitor, also while they do not run.
    case monitors

    /// Regions that apps monitor.
    case regions
    case regionVertices
}
