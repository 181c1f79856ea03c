// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import Varlink

/// A simulated location, for tests and demonstrations, of a service that was started with --simulated.
///
/// Such a service has no receivers, and all that it tells has the source simulated. Any other service answers
/// NotSimulated. The location concerns all users of the service, so only the user who runs it and root may call these.
public enum SimulationInterface: NamedInterface {
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
            latitudeDegrees = try json.required("latitudeDegrees");
            longitudeDegrees = try json.required("longitudeDegrees");
            horizontalAccuracyMeters = try json.optional("horizontalAccuracyMeters");
            altitudeMeters = try json.optional("altitudeMeters");
            speedMetersPerSecond = try json.optional("speedMetersPerSecond");
            courseDegrees = try json.optional("courseDegrees")
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
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                revision = try json.required("revision")
            }
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
            location = try json.optional("location"); elapsedSeconds = try json.optional("elapsedSeconds");
            after = try json.optional("after")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("after", after); json.member("elapsedSeconds", elapsedSeconds);
            json.member("location", location)
        }
    }
    package struct GetSimulation: MethodParameters {
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
                location = try json.optional("location"); ageSeconds = try json.optional("ageSeconds");
                revision = try json.required("revision")
            }
            package func write(_ json: inout JSONWriter) {
                json.member("ageSeconds", ageSeconds); json.member("location", location);
                json.member("revision", revision)
            }
        }
        package init() {}
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {}
        package func write(_ json: inout JSONWriter) {}
    }
}
