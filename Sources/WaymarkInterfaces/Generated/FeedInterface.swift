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

extension FeedInterface {
    package static let text = #"""
# For programs that bring the positions of a receiver that the configuration names feed://NAME: a modem's, a phone's, or
# those of any device that a program can read; and for those that notice that the machine may have moved.
#
# Only root, the user that the service runs as, and the user that the configuration names for the feed, or with MovementUser=
# for ReportMovement, may call these methods. A program that brings positions holds one Open stream for as long as it can,
# and sends on a second connection, with the session from the stream's first event. It is told whether anybody wants a
# position, never who. It decides nothing: which of several receivers is followed, and where its positions are said to come
# from, is the service's.
interface io.waymark.Feed

# A position.
type Fix (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that contains the true position with 68 % probability; above 0 and at most 100,000.
  horizontalAccuracyMeters: float,
  # The time of the position, RFC 3339.
  time: string,
  # Metres above mean sea level.
  altitudeMeters: ?float,
  # Half the interval that contains the true altitude with 68 % probability; above 0.
  verticalAccuracyMeters: ?float,
  # Speed over ground; not negative.
  speedMetersPerSecond: ?float,
  # Course over ground, clockwise from true north; from 0 to below 360.
  courseDegrees: ?float
)

# Streams whether positions are wanted: first now, then each change. Send while they are; what is sent at other times is
# dropped. Without more it fails with ExpectedMore.
method Open(
  # The name of the feed in the configuration: cabin, for feed://cabin.
  feed: string
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event. The first is opened, the second wanted or unwanted. Another wanted replaces the one before.
  # keepAlive only shows that the service is alive; none comes while nothing is wanted.
  event: (opened, wanted, unwanted, keepAlive),
  # The number of older events dropped because this client was slow.
  dropped: ?int,
  # The session, with opened.
  session: ?string,
  # With wanted: how far apart positions may be. If absent, as often as the device likes, at best once a second.
  intervalSeconds: ?float,
  # With wanted: how accurate positions need to be, as a radius. If absent, as accurate as the device can.
  accuracyMeters: ?float
)

# Sends what a receiver says in NMEA 0183. It may be cut anywhere: lines are put together again.
method SendNMEA(
  # The session.
  session: string,
  # The text, at most 32,768 bytes.
  text: string
) -> ()

# Sends a position.
method SendFix(
  # The session.
  session: string,
  # The position.
  fix: Fix
) -> ()

# Tells what the device is doing while it has no position, or that it is none. The next position replaces it.
method SendState(
  # The session.
  session: string,
  # It searches, or there is none that could: no modem, no SIM, no phone.
  state: (searching, absent),
  # The reason, for a person: at most 200 bytes.
  reason: ?string
) -> ()

# Reports that the machine may have moved, as a motion sensor, another Wi-Fi or a lid shows.
#
# While receivers pause, they look at the place at once, and soon again; a report alone tells nobody anything. One report
# counts in five minutes. The reply does not say whether this one did.
method ReportMovement(
  # What shows it, in a word such as motion, wifi, lid or dock: at most 32 ASCII letters, digits, ".", "-" and "_".
  reason: ?string
) -> ()

# The configuration names no such feed.
#
# For a person: no receiver feed://{feed} is configured
error UnknownFeed (feed: string)

# Another program brings this feed.
#
# For a person: another program brings the feed '{feed}' already
error FeedTaken (feed: string)

# The position is none of now, and was not taken: it is over 60 s old, over 60 s ahead of this machine's clock, or older
# than the one before.
error FixNotTaken (
  # Which of these, for a person.
  reason: string
)

# No open stream of this caller has this session.
#
# For a person: the service no longer knows the session '{session}': its stream has ended
error UnknownSession (session: string)

"""#
}
