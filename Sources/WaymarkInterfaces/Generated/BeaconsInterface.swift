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
