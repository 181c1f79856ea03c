// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import Varlink

package enum SimulationInterface: NamedInterface {
    package static let name = "io.waymark.Simulation"
    package struct SimulatedLocation: JSONStructure {
        package var latitudeDegrees: Double
        package var longitudeDegrees: Double
        package var horizontalAccuracyMeters: Double?
        package var altitudeMeters: Double?
        package var speedMetersPerSecond: Double?
        package var courseDegrees: Double?
        package init(
            latitudeDegrees: Double, longitudeDegrees: Double, horizontalAccuracyMeters: Double? = nil,
            altitudeMeters: Double? = nil, speedMetersPerSecond: Double? = nil, courseDegrees: Double? = nil
        ) {
            self.latitudeDegrees = latitudeDegrees; self.longitudeDegrees = longitudeDegrees;
            self.horizontalAccuracyMeters = horizontalAccuracyMeters; self.altitudeMeters = altitudeMeters;
            self.speedMetersPerSecond = speedMetersPerSecond; self.courseDegrees = courseDegrees
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            latitudeDegrees = try json["latitudeDegrees"]; longitudeDegrees = try json["longitudeDegrees"];
            horizontalAccuracyMeters = try json["horizontalAccuracyMeters"]; altitudeMeters = try json["altitudeMeters"];
            speedMetersPerSecond = try json["speedMetersPerSecond"]; courseDegrees = try json["courseDegrees"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("altitudeMeters", altitudeMeters); json.member("courseDegrees", courseDegrees);
            json.member("horizontalAccuracyMeters", horizontalAccuracyMeters);
            json.member("latitudeDegrees", latitudeDegrees); json.member("longitudeDegrees", longitudeDegrees);
            json.member("speedMetersPerSecond", speedMetersPerSecond)
        }
    }
    package struct Simulate: MethodParameters {
        package static let method = "io.waymark.Simulation.Simulate"
        package struct Reply: JSONStructure {
            package var revision: Int
            package init(revision: Int) { self.revision = revision }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { revision = try json["revision"] }
            package func write(_ json: inout JSONWriter) { json.member("revision", revision) }
        }
        package var location: SimulatedLocation?
        package var elapsedSeconds: Double?
        package var after: Int?
        package init(
            location: SimulatedLocation? = nil, elapsedSeconds: Double? = nil, after: Int? = nil
        ) {
            self.location = location; self.elapsedSeconds = elapsedSeconds; self.after = after
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            location = try json["location"]; elapsedSeconds = try json["elapsedSeconds"]; after = try json["after"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("after", after); json.member("elapsedSeconds", elapsedSeconds);
            json.member("location", location)
        }
    }
    package struct GetSimulation: MethodParameters, EmptyStructure {
        package static let method = "io.waymark.Simulation.GetSimulation"
        package struct Reply: JSONStructure {
            package var location: SimulatedLocation?
            package var ageSeconds: Double?
            package var revision: Int
            package init(
                location: SimulatedLocation? = nil, ageSeconds: Double? = nil, revision: Int
            ) {
                self.location = location; self.ageSeconds = ageSeconds; self.revision = revision
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                location = try json["location"]; ageSeconds = try json["ageSeconds"]; revision = try json["revision"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("ageSeconds", ageSeconds); json.member("location", location);
                json.member("revision", revision)
            }
        }
        package init() {}
    }
}

extension SimulationInterface {
    package static let text = #"""
# A simulated location, for tests and demonstrations, of a service that was started with --simulated.
#
# Such a service has no receivers, and all that it tells has the source simulated. Any other service answers
# NotSimulated. The location concerns all users of the service, so only the user who runs it and root may call these.
interface io.waymark.Simulation

# A location to simulate.
type SimulatedLocation (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that contains the position with 68 % probability; above 0 and at most 100,000; 5 if absent.
  horizontalAccuracyMeters: ?float,
  # Metres above mean sea level.
  altitudeMeters: ?float,
  # Speed over ground; not negative.
  speedMetersPerSecond: ?float,
  # Course over ground, clockwise from true north; from 0 to below 360.
  courseDegrees: ?float
)

# Sets the location that the service has from now on.
method Simulate(
  # The location; if absent, the service has none, as in a tunnel.
  location: ?SimulatedLocation,
  # The time since the location before, of a route that is played faster than in real time; above 0 and at most 3600.
  # The real time if absent.
  elapsedSeconds: ?float,
  # The revision that this location follows; with another one in force, the call fails with Superseded. So what plays a
  # route learns that somebody else has set a location.
  after: ?int
) -> (
  # The revision of this location, from 1.
  revision: int
)

# Returns the simulated location.
method GetSimulation() -> (
  # The location, if there is one.
  location: ?SimulatedLocation,
  # The time since it was set.
  ageSeconds: ?float,
  # Its revision; 0 if nothing was set since the service started.
  revision: int
)

# The service was not started with --simulated.
#
# For a person: this service has real receivers; start one of your own with 'waymarkd --simulated --socket PATH
# --state DIR'
error NotSimulated ()

# Another location was set meanwhile.
#
# For a person: the walk ended, because another location was set or simulating was stopped
error Superseded (
  # The revision that is in force.
  revision: int
)

"""#
}
