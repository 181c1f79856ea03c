package import LocationModel

/// One location that was given to an app.
package struct AccessRecord: Hashable, Sendable {
    /// The app.
    package var app: AppKey

    /// The consumer that it was given to, where that is known.
    package var consumer: Consumer?

    /// When, on the wall clock.
    package var date: UTCInstant

    /// What entitled it.
    package var ground: Ground

    /// Whether it was allowed once only.
    package var wasTemporary: Bool

    /// How exactly it was allowed to know.
    package var accuracy: AccuracyAuthorization

    /// The 68 % radius in metres of what was given, where one was known.
    package var horizontal68Meters: Double?

    /// Creates a record.
    package init(
        app: AppKey,
        consumer: Consumer?,
        date: UTCInstant,
        ground: Ground,
        wasTemporary: Bool,
        accuracy: AccuracyAuthorization,
        horizontal68Meters: Double?
    ) {
        self.app = app
        self.consumer = consumer
        self.date = date
        self.ground = ground
        self.wasTemporary = wasTemporary
        self.accuracy = accuracy
        self.horizontal68Meters = horizontal68Meters
    }
}
