package import LocationModel

/// An app as shown in the settings.
package struct AppSummary: Hashable, Sendable {
    package var app: AppKey
    package var authorization: Authorization

    /// Its registered kinds.
    package var kinds: [WidgetKind: KindDeclaration]

    /// The evidence for the app of the provider that connected last; `nil` when none is connected.
    package var verification: AppVerification?

    /// Whether one of its providers is connected.
    package var isConnected: Bool { verification != nil }

    /// Whether the app itself is in use.
    package var isInUse: Bool

    /// The waiting questions about it.
    package var prompts: [Prompt]

    /// The services that it monitors.
    package var monitors: [MonitoredService]

    /// The number of regions that it monitors.
    package var regionCount: Int
}
