package import LocationModel

/// One location that was given to an app.
package struct AccessRecord: Hashable, Sendable {
    /// The app.
    package var app: AppKey

    /// The widget that it was given for.
    package var widget: WidgetIdentifier?

    /// When, on the wall clock.
    package var date: UTCInstant

    /// What entitled it.
    package var ground: ReceiverNeed.Ground

    /// Whether it was allowed once only.
    package var wasTemporary: Bool

    /// How exactly it was allowed to know.
    package var accuracy: AccuracyAuthorization

    /// The 68 % radius in metres of what was given, where one was known.
    package var horizontal68Meters: Double?

    /// Creates a record.
    package init(
        app: AppKey,
        widget: WidgetIdentifier?,
        date: UTCInstant,
        ground: ReceiverNeed.Ground,
        wasTemporary: Bool,
        accuracy: AccuracyAuthorization,
        horizontal68Meters: Double?
    ) {
        self.app = app
        self.widget = widget
        self.date = date
        self.ground = ground
        self.wasTemporary = wasTemporary
        self.accuracy = accuracy
        self.horizontal68Meters = horizontal68Meters
    }
}
