// What a provider is asked for.
extension WidgetsInterface {
    /// One request for a timeline.
    package struct Reload: Codable, Hashable, Sendable {
        /// Names the request in the answer.
        package var request: String

        /// The widget to make it for.
        package var widget: String

        /// Its kind.
        package var kind: String

        /// Why now.
        package var reason: ReloadReason

        /// When the answer is too late, RFC 3339 in UTC.
        package var deadline: String

        /// Whether the app's widgets may know the location at all.
        package var isAuthorizedForWidgetUpdates: Bool

        /// The location, where it may be known now.
        package var location: Location?

        /// Why there is none, where there is none.
        package var locationAbsence: LocationAbsence?

        /// Creates a value of its members.
        package init(
            request: String,
            widget: String,
            kind: String,
            reason: ReloadReason,
            deadline: String,
            isAuthorizedForWidgetUpdates: Bool,
            location: Location? = nil,
            locationAbsence: LocationAbsence? = nil
        ) {
            self.request = request
            self.widget = widget
            self.kind = kind
            self.reason = reason
            self.deadline = deadline
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
            self.location = location
            self.locationAbsence = locationAbsence
        }
    }

    /// Why a timeline is asked for.
    package enum ReloadReason: String, Codable, Hashable, Sendable, CaseIterable {
        /// The widget has just been placed, or never had a timeline.
        case placed

        /// The machine has moved significantly.
        case significantChange

        /// A location became available to a widget that had been told there is none.
        case locationAvailable

        /// The person changed what the app may know.
        case authorizationChanged

        /// The last entry is due and the policy is atEnd.
        case timelineEnded

        /// The date of the policy after has come.
        case dateReached

        /// The provider asked for it.
        case requestedByProvider

        /// An earlier request failed or was not answered in time.
        case retry
    }

    /// A position.
    ///
    /// Members that are absent are unknown.
    package struct Location: Codable, Hashable, Sendable {
        /// Degrees north, WGS-84.
        package var latitudeDegrees: Double

        /// Degrees east, WGS-84.
        package var longitudeDegrees: Double

        /// Seconds since the service received it.
        package var ageSeconds: Double

        /// When it was true, RFC 3339 in UTC, as the receiver says.
        package var time: String?

        /// Radius of the circle that holds the truth with 68 % probability.
        package var horizontalAccuracyMeters: Double?

        /// Radius of the circle that holds the truth with 95 % probability.
        package var horizontalAccuracy95Meters: Double?

        /// Metres above mean sea level.
        package var altitudeMeters: Double?

        /// Half the interval that holds the true altitude with 68 % probability.
        package var verticalAccuracyMeters: Double?

        /// Speed over ground.
        package var speedMetersPerSecond: Double?

        /// Course over ground, clockwise from true north.
        package var courseDegrees: Double?

        /// Creates a value of its members.
        package init(
            latitudeDegrees: Double,
            longitudeDegrees: Double,
            ageSeconds: Double,
            time: String? = nil,
            horizontalAccuracyMeters: Double? = nil,
            horizontalAccuracy95Meters: Double? = nil,
            altitudeMeters: Double? = nil,
            verticalAccuracyMeters: Double? = nil,
            speedMetersPerSecond: Double? = nil,
            courseDegrees: Double? = nil
        ) {
            self.latitudeDegrees = latitudeDegrees
            self.longitudeDegrees = longitudeDegrees
            self.ageSeconds = ageSeconds
            self.time = time
            self.horizontalAccuracyMeters = horizontalAccuracyMeters
            self.horizontalAccuracy95Meters = horizontalAccuracy95Meters
            self.altitudeMeters = altitudeMeters
            self.verticalAccuracyMeters = verticalAccuracyMeters
            self.speedMetersPerSecond = speedMetersPerSecond
            self.courseDegrees = courseDegrees
        }
    }

    /// Why a reload comes without a location.
    package enum LocationAbsence: String, Codable, Hashable, Sendable, CaseIterable {
        /// The kind does not want one.
        case notWanted

        /// The widgets of this app may not know it: isAuthorizedForWidgetUpdates is false.
        case unauthorized

        /// They may, but this one was not in view lately.
        case insufficientlyInUse

        /// They may, but the receivers have no fix.
        case locationUnknown
    }
}
