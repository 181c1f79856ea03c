package import LocationModel

/// What a person decided about an app, for good.
package struct Grant: Hashable, Sendable {
    /// What the settings show.
    package var status: AuthorizationChoice

    /// Whether its widgets share that.
    package var widgets: WidgetGrant

    /// How exactly the app may know; `nil` until the person says, which leaves it to the app's manifest.
    package var accuracy: AccuracyAuthorization?

    /// Whether the app asked for always and was answered "while using".
    ///
    /// It is told that it may always know, the settings show when in use, and the person is asked again once
    /// something happens that needs always.
    package var isProvisional = false

    /// Whether the app had its one chance to ask for always.
    package var alwaysWasAsked = false

    /// When the person last said that the app may always know.
    package var alwaysConfirmedAt: UTCInstant?

    /// Creates a decision.
    package init(status: AuthorizationChoice = .notDetermined, widgets: WidgetGrant = .undecided) {
        self.status = status
        self.widgets = widgets
    }
}
