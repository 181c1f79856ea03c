// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import Varlink

/// For programs that bring the positions of a receiver that the configuration names feed://NAME: a modem's, a phone's, or
/// those of any device that a program can read; and for those that notice that the machine may have moved.
///
/// Only root, the user that the service runs as, and the user that the configuration names for the feed, or with MovementUser=
/// for ReportMovement, may call these methods. A program that brings positions holds one Open stream for as long as it can,
/// and sends on a second connection, with the session from the stream's first event. It is told whether anybody wants a
/// position, never who. It decides nothing: which of several receivers is followed, and where its positions are said to come
/// from, is the service's.
public enum FeedInterface: NamedInterface {
    package static let name = "io.waymark.Feed"
    package struct Fix: JSONStructure {
        package var latitudeDegrees: Double
        package var longitudeDegrees: Double
        package var horizontalAccuracyMeters: Double
        package var time: String
        package var altitudeMeters: Double?
        package var verticalAccuracyMeters: Double?
        package var speedMetersPerSecond: Double?
        package var courseDegrees: Double?
        package init(
            latitudeDegrees: Double, longitudeDegrees: Double, horizontalAccuracyMeters: Double, time: String,
            altitudeMeters: Double? = nil, verticalAccuracyMeters: Double? = nil, speedMetersPerSecond: Double? = nil,
            courseDegrees: Double? = nil
        ) {
            self.latitudeDegrees = latitudeDegrees; self.longitudeDegrees = longitudeDegrees;
            self.horizontalAccuracyMeters = horizontalAccuracyMeters; self.time = time;
            self.altitudeMeters = altitudeMeters; self.verticalAccuracyMeters = verticalAccuracyMeters;
            self.speedMetersPerSecond = speedMetersPerSecond; self.courseDegrees = courseDegrees
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            latitudeDegrees = try json.required("latitudeDegrees");
            longitudeDegrees = try json.required("longitudeDegrees");
            horizontalAccuracyMeters = try json.required("horizontalAccuracyMeters"); time = try json.required("time");
            altitudeMeters = try json.optional("altitudeMeters");
            verticalAccuracyMeters = try json.optional("verticalAccuracyMeters");
            speedMetersPerSecond = try json.optional("speedMetersPerSecond");
            courseDegrees = try json.optional("courseDegrees")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("altitudeMeters", altitudeMeters); json.member("courseDegrees", courseDegrees);
            json.member("horizontalAccuracyMeters", horizontalAccuracyMeters);
            json.member("latitudeDegrees", latitudeDegrees); json.member("longitudeDegrees", longitudeDegrees);
            json.member("speedMetersPerSecond", speedMetersPerSecond); json.member("time", time);
            json.member("verticalAccuracyMeters", verticalAccuracyMeters)
        }
    }
    package struct Open: MethodParameters {
        package static let method = "io.waymark.Feed.Open"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case opened, wanted, unwanted, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var intervalSeconds: Double?
            package var accuracyMeters: Double?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, session: String? = nil,
                intervalSeconds: Double? = nil, accuracyMeters: Double? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.intervalSeconds = intervalSeconds; self.accuracyMeters = accuracyMeters
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json.required("sequence"); event = try json.required("event");
                dropped = try json.optional("dropped"); session = try json.optional("session");
                intervalSeconds = try json.optional("intervalSeconds");
                accuracyMeters = try json.optional("accuracyMeters")
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("accuracyMeters", accuracyMeters); json.member("event", event);
                json.member("intervalSeconds", intervalSeconds); json.member("session", session)
            }
        }
        package var feed: String
        package init(feed: String) { self.feed = feed }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { feed = try json.required("feed") }
        package func write(_ json: inout JSONWriter) { json.member("feed", feed) }
    }
    package struct SendNMEA: MethodParameters {
        package static let method = "io.waymark.Feed.SendNMEA"
        package typealias Reply = EmptyReply
        package var session: String
        package var text: String
        package init(session: String, text: String) { self.session = session; self.text = text }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); text = try json.required("text")
        }
        package func write(_ json: inout JSONWriter) { json.member("session", session); json.member("text", text) }
    }
    package struct SendFix: MethodParameters {
        package static let method = "io.waymark.Feed.SendFix"
        package typealias Reply = EmptyReply
        package var session: String
        package var fix: Fix
        package init(session: String, fix: Fix) { self.session = session; self.fix = fix }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); fix = try json.required("fix")
        }
        package func write(_ json: inout JSONWriter) { json.member("fix", fix); json.member("session", session) }
    }
    package struct SendState: MethodParameters {
        package static let method = "io.waymark.Feed.SendState"
        package enum State: String, JSONWord { case searching, absent }
        package typealias Reply = EmptyReply
        package var session: String
        package var state: State
        package var reason: String?
        package init(
            session: String, state: State, reason: String? = nil
        ) {
            self.session = session; self.state = state; self.reason = reason
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); state = try json.required("state");
            reason = try json.optional("reason")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("reason", reason); json.member("session", session); json.member("state", state)
        }
    }
    package struct ReportMovement: MethodParameters {
        package static let method = "io.waymark.Feed.ReportMovement"
        package typealias Reply = EmptyReply
        package var reason: String?
        package init(reason: String? = nil) { self.reason = reason }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { reason = try json.optional("reason") }
        package func write(_ json: inout JSONWriter) { json.member("reason", reason) }
    }
}
