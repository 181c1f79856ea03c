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
