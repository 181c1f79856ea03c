package import LocationModel
package import Varlink

// How the members of the values for apps are read and written.

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

extension WidgetsInterface.UnknownLocation {
    package init(
        _ cause: LocationInterface.UnknownCause,
        _ absence: LocationInterface.LocationAbsence,
        text: String
    ) {
        self.init(
            cause: cause,
            receiver: absence.receiver,
            since: absence.since,
            problem: absence.problem,
            satellitesUsed: absence.satellitesUsed,
            satellitesInView: absence.satellitesInView,
            text: text
        )
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

extension LocationInterface.AbsenceReason {
    /// Creates the reason that weighs most; `nil` if no diagnostic says why there is no location.
    package init?(_ diagnostics: some Sequence<LiveDiagnostic>) {
        let reasons: [LiveDiagnostic: Self] = [
            .authorizationNotDetermined: .notDetermined, .authorizationRequestInProgress: .notDetermined,
            .authorizationDenied: .denied, .authorizationDeniedGlobally: .servicesOff,
            .authorizationRestricted: .restricted, .pausedByPerson: .pausedByPerson,
            .insufficientlyInUse: .insufficientlyInUse, .serviceSessionRequired: .serviceSessionRequired,
            .locationUnavailable: .locationUnknown,
        ]
        guard let reason = diagnostics.sorted().compactMap({ reasons[$0] }).last else { return nil }
        self = reason
    }
}
