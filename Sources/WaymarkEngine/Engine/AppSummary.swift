package import LocationModel

package struct AppSummary: Hashable, Sendable {
    package var app: AppKey
    package var authorization: Authorization
    package var kinds: [WidgetKind: KindDeclaration]

    /// The evidence for the app of the provider that connected last; `nil` when none is connected.
    package var verification: AppVerification?

    package var isConnected: Bool { verification != nil }

    package var isInUse: Bool
    package var prompts: [Prompt]
    package var monitors: [MonitoredService]
    package var regionCount: Int
}
