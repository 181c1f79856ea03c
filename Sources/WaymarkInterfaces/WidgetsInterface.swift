package import LocationModel

/// The types of `io.waymark.Widgets`, whose description says what each means.
package enum WidgetsInterface {
    /// A kind of widget, as its provider declares it.
    package struct KindDeclaration: Codable, Hashable, Sendable {
        /// Its name, unique within the app: ASCII letters, digits, ".", "-" and "_".
        package var kind: String

        /// Whether its timelines depend on the location.
        package var wantsLocation: Bool

        /// Creates a value of its members.
        package init(kind: String, wantsLocation: Bool) {
            self.kind = kind
            self.wantsLocation = wantsLocation
        }
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

    /// The app's authorization, complete.
    package struct Authorization: Codable, Hashable, Sendable {
        /// About the app.
        package var status: AuthorizationStatus

        /// About its widgets.
        package var widgets: WidgetGrant

        /// Whether its widgets may know the location: always, or when in use and granted to widgets.
        package var isAuthorizedForWidgetUpdates: Bool

        /// Creates a value of its members.
        package init(
            status: AuthorizationStatus,
            widgets: WidgetGrant,
            isAuthorizedForWidgetUpdates: Bool
        ) {
            self.status = status
            self.widgets = widgets
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
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

    /// One dated state of a widget.
    package struct Entry: Codable, Hashable, Sendable {
        /// From when on it is to be shown, RFC 3339.
        package var date: String

        /// What to show.
        ///
        /// The service hands it to hosts unread; by convention text, detail, alt, class, percentage.
        package var content: JSONValue

        /// Creates a value of its members.
        package init(date: String, content: JSONValue) {
            self.date = date
            self.content = content
        }
    }

    /// When to ask for the next timeline.
    package enum ReloadPolicy: String, Codable, Hashable, Sendable, CaseIterable {
        /// Once the last entry is due.
        case atEnd

        /// At the date given beside it.
        case after

        /// Not by the clock.
        ///
        /// A significant change of location reloads all the same.
        case never
    }

    /// Registers kinds and streams what the service asks.
    ///
    /// The first reply carries session and authorization. Without more the answer is ExpectedMore.
    package struct Serve: MethodParameters {
        package static let method = "io.waymark.Widgets.Serve"

        /// The app that the kinds belong to: ASCII letters, digits, ".", "-" and "_".
        package var app: String

        /// The kinds that this provider serves, at least one.
        package var kinds: [KindDeclaration]

        /// Creates a value of its members.
        package init(app: String, kinds: [KindDeclaration]) {
            self.app = app
            self.kinds = kinds
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case kinds
        }

        /// What a reply to Serve carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// What the event is; keepAlive says nothing but that the service lives.
            package enum Event: String, Codable, Hashable, Sendable, CaseIterable {
                case session
                case reload
                case authorization
                case keepAlive
            }

            /// Counts the events of this stream, from 1.
            package var sequence: Int

            /// What the event is; keepAlive says nothing but that the service lives.
            package var event: Event

            /// How many older events about the same subjects were dropped, because this client was slow.
            package var dropped: Int?

            /// The session, in the first reply.
            package var session: String?

            /// The authorization: in the first reply, and whenever it changed.
            package var authorization: Authorization?

            /// The request, in a reload.
            package var reload: Reload?

            /// Creates a value of its members.
            package init(
                sequence: Int,
                event: Event,
                dropped: Int? = nil,
                session: String? = nil,
                authorization: Authorization? = nil,
                reload: Reload? = nil
            ) {
                self.sequence = sequence
                self.event = event
                self.dropped = dropped
                self.session = session
                self.authorization = authorization
                self.reload = reload
            }
        }
    }

    /// Answers a request with a timeline, which is safe once this returns.
    package struct DeliverTimeline: MethodParameters {
        package static let method = "io.waymark.Widgets.DeliverTimeline"

        /// The session.
        package var session: String

        /// The request.
        package var request: String

        /// 1 to 256 entries, 64 KiB encoded.
        package var entries: [Entry]

        /// When to ask again.
        package var policy: ReloadPolicy

        /// The date for the policy after, RFC 3339.
        package var after: String?

        /// Creates a value of its members.
        package init(
            session: String,
            request: String,
            entries: [Entry],
            policy: ReloadPolicy,
            after: String? = nil
        ) {
            self.session = session
            self.request = request
            self.entries = entries
            self.policy = policy
            self.after = after
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case request
            case entries
            case policy
            case after
        }

        /// The reply carries nothing.
        package typealias Reply = Nothing
    }

    /// Answers a request with a failure.
    ///
    /// The last good timeline stays; the request is repeated later.
    package struct FailTimeline: MethodParameters {
        package static let method = "io.waymark.Widgets.FailTimeline"

        /// The session.
        package var session: String

        /// The request.
        package var request: String

        /// What went wrong, for a person.
        package var message: String

        /// Creates a value of its members.
        package init(session: String, request: String, message: String) {
            self.session = session
            self.request = request
            self.message = message
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case request
            case message
        }

        /// What a reply to FailTimeline carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// When it will be repeated.
            package var retryAfterSeconds: Double

            /// Creates a value of its members.
            package init(retryAfterSeconds: Double) {
                self.retryAfterSeconds = retryAfterSeconds
            }
        }
    }

    /// Asks for new timelines: of one widget, of one kind, or of all kinds of the session.
    package struct ReloadTimelines: MethodParameters {
        package static let method = "io.waymark.Widgets.ReloadTimelines"

        /// The session.
        package var session: String

        /// Only this kind.
        package var kind: String?

        /// Only this widget.
        package var widget: String?

        /// Creates a value of its members.
        package init(session: String, kind: String? = nil, widget: String? = nil) {
            self.session = session
            self.kind = kind
            self.widget = widget
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case kind
            case widget
        }

        /// What a reply to ReloadTimelines carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The widgets whose reload was accepted.
            package var widgets: [String]

            /// Creates a value of its members.
            package init(widgets: [String]) {
                self.widgets = widgets
            }
        }
    }

    /// No open stream of this caller has this session.
    package struct UnknownSession: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownSession"

        /// The session.
        package var session: String

        /// Creates a value of its members.
        package init(session: String) {
            self.session = session
        }
    }

    /// The request is not waiting for an answer.
    package struct RequestOver: InterfaceError {
        package static let name = "io.waymark.Widgets.RequestOver"

        /// It was answered, its deadline passed, its widget was removed, or this session never had it.
        package enum Why: String, Codable, Hashable, Sendable, CaseIterable {
            case answered
            case late
            case removed
            case unknown
        }

        /// The request.
        package var request: String

        /// It was answered, its deadline passed, its widget was removed, or this session never had it.
        package var why: Why

        /// Creates a value of its members.
        package init(request: String, why: Why) {
            self.request = request
            self.why = why
        }
    }

    /// The session serves no such kind.
    package struct UnknownKind: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownKind"

        /// The kind.
        package var kind: String

        /// Creates a value of its members.
        package init(kind: String) {
            self.kind = kind
        }
    }

    /// The session serves no such widget.
    package struct UnknownWidget: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownWidget"

        /// The widget.
        package var widget: String

        /// Creates a value of its members.
        package init(widget: String) {
            self.widget = widget
        }
    }

    /// What was decided is in force, but could not be saved, and a restart would lose it.
    package struct StateNotSaved: InterfaceError {
        package static let name = "io.waymark.Widgets.StateNotSaved"

        /// What prevents it, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(reason: String) {
            self.reason = reason
        }
    }
}
