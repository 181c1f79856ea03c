package import LocationModel

/// A location given to an app.
package struct AccessRecord: Hashable, Codable, Sendable {
    /// The app.
    package var app: AppKey

    /// The consumer that received it, if known.
    package var consumer: Consumer?

    /// The wall-clock time of the access.
    package var date: UTCInstant

    /// The ground of the app's entitlement.
    package var ground: Ground

    /// Whether the app was allowed once only.
    package var wasTemporary: Bool

    /// The accuracy that the app was authorized for.
    package var accuracy: AccuracyAuthorization

    /// The 68 % radius of the location given, in metres, if known.
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
