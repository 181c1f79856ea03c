package import LocationModel

/// A person's permanent decision about an app.
package struct Grant: Hashable, Codable, Sendable {
    /// The choice shown in the settings.
    package var status: AuthorizationChoice

    /// Whether its widgets share the authorization.
    package var widgets: WidgetGrant

    /// The authorized accuracy; `nil` until the person chooses, which leaves it to the app's manifest.
    package var accuracy: AccuracyAuthorization?

    /// Whether the app asked for always and was answered "while using".
    ///
    /// The app is told that it may always know, and the settings show when in use. The person is asked again once
    /// something happens that needs always.
    package var isProvisional = false

    /// Whether the app has used its one chance to ask for always.
    package var alwaysWasAsked = false

    /// The time when the person last confirmed always.
    package var alwaysConfirmedAt: UTCInstant?

    /// Creates a decision.
    package init(status: AuthorizationChoice = .notDetermined, widgets: WidgetGrant = .undecided) {
        self.status = status
        self.widgets = widgets
    }
}
