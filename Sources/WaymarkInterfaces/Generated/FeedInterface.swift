// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import Varlink

package enum FeedInterface: NamedInterface {
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
            latitudeDegrees = try json["latitudeDegrees"]; longitudeDegrees = try json["longitudeDegrees"];
            horizontalAccuracyMeters = try json["horizontalAccuracyMeters"]; time = try json["time"];
            altitudeMeters = try json["altitudeMeters"]; verticalAccuracyMeters = try json["verticalAccuracyMeters"];
            speedMetersPerSecond = try json["speedMetersPerSecond"]; courseDegrees = try json["courseDegrees"]
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
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                session = try json["session"]; intervalSeconds = try json["intervalSeconds"];
                accuracyMeters = try json["accuracyMeters"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("accuracyMeters", accuracyMeters); json.member("event", event);
                json.member("intervalSeconds", intervalSeconds); json.member("session", session)
            }
        }
        package var feed: String
        package init(feed: String) { self.feed = feed }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { feed = try json["feed"] }
        package func write(_ json: inout JSONWriter) { json.member("feed", feed) }
    }
    package struct SendNMEA: MethodParameters {
        package static let method = "io.waymark.Feed.SendNMEA"
        package var session: String
        package var text: String
        package init(session: String, text: String) { self.session = session; self.text = text }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; text = try json["text"]
        }
        package func write(_ json: inout JSONWriter) { json.member("session", session); json.member("text", text) }
    }
    package struct SendFix: MethodParameters {
        package static let method = "io.waymark.Feed.SendFix"
        package var session: String
        package var fix: Fix
        package init(session: String, fix: Fix) { self.session = session; self.fix = fix }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; fix = try json["fix"]
        }
        package func write(_ json: inout JSONWriter) { json.member("fix", fix); json.member("session", session) }
    }
    package struct SendState: MethodParameters {
        package static let method = "io.waymark.Feed.SendState"
        package enum State: String, JSONWord { case searching, absent }
        package var session: String
        package var state: State
        package var reason: String?
        package init(
            session: String, state: State, reason: String? = nil
        ) {
            self.session = session; self.state = state; self.reason = reason
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; state = try json["state"]; reason = try json["reason"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("reason", reason); json.member("session", session); json.member("state", state)
        }
    }
    package struct ReportMovement: MethodParameters {
        package static let method = "io.waymark.Feed.ReportMovement"
        package var reason: String?
        package init(reason: String? = nil) { self.reason = reason }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { reason = try json["reason"] }
        package func write(_ json: inout JSONWriter) { json.member("reason", reason) }
    }
}
