public import LocationModel
package import Varlink

// Reading and writing of the values for apps.

extension UTCInstant: JSONReadable, JSONWritable {
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard let instant = UTCInstant(try String(reading: value)) else { throw ParameterProblem() }
        self = instant
    }

    package func write(to json: inout JSONWriter) { description.write(to: &json) }
}

extension JSONMembers {
    mutating func coordinate() throws(ParameterProblem) -> Coordinate {
        let latitude: Double = try self["latitudeDegrees"]
        let longitude: Double = try self["longitudeDegrees"]
        guard let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) else {
            throw ParameterProblem(parameter: "latitudeDegrees")
        }
        return place
    }

    mutating func seconds(_ name: String) throws(ParameterProblem) -> Duration {
        Duration(clamping: try self[name])
    }

    mutating func seconds(_ name: String) throws(ParameterProblem) -> Duration? {
        let seconds: Double? = try self[name]
        return seconds.map { Duration(clamping: $0) }
    }
}

/// A value with a position that need not be on the globe.
package protocol Positioned {
    var latitudeDegrees: Double { get }
    var longitudeDegrees: Double { get }
}

extension Positioned {
    package var coordinate: Coordinate? {
        Coordinate(latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees)
    }
}

extension MonitorInterface.Circle: Positioned {}
extension MonitorInterface.Place: Positioned {}
extension SettingsInterface.StatedPlace: Positioned {}
extension SimulationInterface.SimulatedLocation: Positioned {}

extension LocationInterface.LocationAbsence {
    /// Returns the evidence with words for it, as widgets are told; `nil` unless the location is unknown.
    package func unknownLocation(text: String) -> WidgetsInterface.UnknownLocation? {
        cause.map {
            WidgetsInterface.UnknownLocation(
                cause: $0,
                receiver: receiver,
                since: since,
                problem: problem,
                satellitesUsed: satellitesUsed,
                satellitesInView: satellitesInView,
                text: text
            )
        }
    }
}

extension MonitorInterface.Beacons {
    package init(_ condition: BeaconCondition) {
        self.init(
            uuid: condition.uuid.description,
            major: condition.major.map { Int($0) },
            minor: condition.minor.map { Int($0) }
        )
    }
}

extension ServiceRefusal {
    /// Reads an error that the service answered a call with.
    ///
    /// - Parameters:
    ///   - name: Its full name, such as `io.waymark.Host.UnknownWidget`.
    ///   - parameters: A JSON object.
    package init(_ name: String, _ parameters: [UInt8]) {
        let isOurs = ["io.waymark.", "org.varlink.service."].contains { name.hasPrefix($0) }
        if isOurs, let object = try? JSONObject(parameters) {
            var json = JSONMembers(object)
            if let known = try? Self.known(name, &json) {
                self = known
                return
            }
        }
        self = .other(name: name, evidence: String(decoding: parameters, as: UTF8.self))
    }

    /// Whether the service does not know the method, because it is older than this program.
    package var isOfOlderService: Bool {
        switch self {
        case .interfaceNotFound, .methodNotFound, .methodNotImplemented: true
        default: false
        }
    }
}

extension LocationInterface {
    /// The reasons for which a call or a stream has no location.
    public typealias AbsenceReason = LocationModel.AbsenceReason
}
