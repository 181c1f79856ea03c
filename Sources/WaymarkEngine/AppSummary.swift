package import LocationModel

/// An app as the person sees it in the settings.
package struct AppSummary: Hashable, Sendable {
    /// The app.
    package var app: AppKey

    /// What it may know.
    package var authorization: Authorization

    /// The kinds it registered.
    package var kinds: [WidgetKind: KindDeclaration]

    /// What tells that the provider that connected last is this app; `nil` where none is connected.
    package var verification: AppVerification?

    /// Whether one of its providers is connected.
    package var isConnected: Bool { verification != nil }

    /// Whether the app itself is in use.
    package var isInUse: Bool

    /// What the person is being asked about it.
    package var prompts: [Prompt]
}
