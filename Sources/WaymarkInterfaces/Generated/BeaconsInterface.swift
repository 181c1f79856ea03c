// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import Varlink

package enum BeaconsInterface: NamedInterface {
    package static let name = "io.waymark.Beacons"
    package struct Sighting: JSONStructure {
        package var uuid: String
        package var major: Int
        package var minor: Int
        package var rssi: Double
        package var powerAtOneMeter: Int
        package init(
            uuid: String, major: Int, minor: Int, rssi: Double, powerAtOneMeter: Int
        ) {
            self.uuid = uuid; self.major = major; self.minor = minor; self.rssi = rssi;
            self.powerAtOneMeter = powerAtOneMeter
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            uuid = try json["uuid"]; major = try json["major"]; minor = try json["minor"]; rssi = try json["rssi"];
            powerAtOneMeter = try json["powerAtOneMeter"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("major", major); json.member("minor", minor); json.member("powerAtOneMeter", powerAtOneMeter);
            json.member("rssi", rssi); json.member("uuid", uuid)
        }
    }
    package struct Feed: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Beacons.Feed"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case wanted, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var wanted: Bool?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, session: String? = nil, wanted: Bool? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.wanted = wanted
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                session = try json["session"]; wanted = try json["wanted"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("event", event); json.member("session", session); json.member("wanted", wanted)
            }
        }
        package init() {}
    }
    package struct Report: MethodParameters {
        package static let method = "io.waymark.Beacons.Report"
        package var session: String
        package var listening: Bool
        package var problem: String?
        package var sightings: [Sighting]
        package init(
            session: String, listening: Bool, problem: String? = nil, sightings: [Sighting]
        ) {
            self.session = session; self.listening = listening; self.problem = problem; self.sightings = sightings
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; listening = try json["listening"]; problem = try json["problem"];
            sightings = try json["sightings"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("listening", listening); json.member("problem", problem); json.member("session", session);
            json.member("sightings", sightings)
        }
    }
}

extension BeaconsInterface {
    package static let text = #"""
# For the program that listens for Bluetooth beacons: waymark-beacons.
#
# Only programs of the user that the configuration names for it may call these methods. The program decides nothing: it
# tells which beacons the radio hears while an app wants to know. It does not learn which app, or which beacons.
interface io.waymark.Beacons

# A beacon that was heard.
type Sighting (
  # The UUID, such as 74278BDA-B644-4520-8F0C-720EAF059935.
  uuid: string,
  # The group of the beacon, from 0 to 65535.
  major: int,
  # The beacon in its group, from 0 to 65535.
  minor: int,
  # The strength of the received signal in dBm, the mean of those since the last report.
  rssi: float,
  # The strength that the beacon states for a distance of one metre, in dBm.
  powerAtOneMeter: int
)

# Streams whether an app wants to know of beacons: first now, then each change. Listen as long as one does.
#
# Without more it fails with ExpectedMore.
method Feed() -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (wanted, keepAlive),
  # The number of older events dropped because this client was slow.
  dropped: ?int,
  # The session, with each event of the kind wanted.
  session: ?string,
  # Whether to listen.
  wanted: ?bool
)

# Reports what the radio hears. Once a second is often enough; nothing needs to be reported if nothing changes.
method Report(
  # The session.
  session: string,
  # Whether the radio listens.
  listening: bool,
  # Why it does not although it should, for a person: at most 200 bytes.
  problem: ?string,
  # The beacons that were heard since the last report, at most 128.
  sightings: []Sighting
) -> ()

# No open stream of this caller has this session.
#
# For a person: the service no longer knows the session '{session}': its stream has ended
error UnknownSession (session: string)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
#
# For a person: the decision is in force but not yet saved: {reason}; the service keeps trying
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

# The call would exceed a quota of the user. Nothing was changed.
#
# For a person: too many {quota}
error QuotaExceeded (
  # The exhausted quota: placed widgets, bytes of their timelines, registered kinds, apps with decisions or kinds,
  # registered manifests, open streams, open requests and questions, services that apps monitor, regions, or their
  # vertices.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

"""#
}
