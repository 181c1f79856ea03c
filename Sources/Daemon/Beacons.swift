import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and streams of io.waymark.Beacons, for the program that listens for beacons.
extension Daemon {
    /// The most beacons in one report.
    private static let sightingLimit = 128

    /// The most bytes of the reason why nobody listens.
    private static let problemLimit = 200

    func feedBeacons(_ parameters: BeaconsInterface.Feed, _ request: Request) throws(ServiceRefusal) {
        try requireUser(clients.beaconUser, of: "BeaconUser", for: request)
        try open(for: request) { .opened($0, .beaconFeed, by: request.caller, call: $1) }
    }

    func reportBeacons(_ parameters: BeaconsInterface.Report, _ request: Request) throws(ServiceRefusal) {
        try requireUser(clients.beaconUser, of: "BeaconUser", for: request)
        try require(parameters.sightings.count <= Self.sightingLimit, "sightings")
        try require(parameters.problem?.utf8.count ?? 0 <= Self.problemLimit, "problem")
        var report = BeaconReport(isListening: parameters.listening, problem: parameters.problem)
        for sighting in parameters.sightings { report.sightings.append(try BeaconSighting(sighting)) }
        let session = try parsed(parameters.session, as: "session", SessionIdentifier.init)
        put(.reportBeacons(session, report), for: request)
    }

    func tellBeaconFeed(_ session: SessionIdentifier, isWanted: Bool) {
        let event = BeaconsInterface.Feed.Reply(event: .wanted, session: "\(session)", wanted: isWanted)
        openedStream(of: session)?.send(event, about: .session)
    }
}

extension BeaconCondition {
    /// Creates a condition from what a client states; `failure` makes the error from the name of the wrong parameter.
    init(
        _ uuid: String,
        _ major: Int?,
        _ minor: Int?,
        _ failure: (String) -> ServiceRefusal
    ) throws(ServiceRefusal) {
        guard let uuid = BeaconUUID(uuid) else { throw failure("uuid") }
        let (group, number) = (major.flatMap { UInt16(exactly: $0) }, minor.flatMap { UInt16(exactly: $0) })
        guard (group == nil) == (major == nil) else { throw failure("major") }
        guard (number == nil) == (minor == nil), let condition = BeaconCondition(uuid, group, number) else {
            throw failure("minor")
        }
        self = condition
    }
}

extension BeaconSighting {
    fileprivate init(_ sighting: BeaconsInterface.Sighting) throws(ServiceRefusal) {
        guard let uuid = BeaconUUID(sighting.uuid), let major = UInt16(exactly: sighting.major),
            let minor = UInt16(exactly: sighting.minor),
            let checked = BeaconSighting(
                BeaconIdentity(uuid: uuid, major: major, minor: minor),
                rssi: sighting.rssi,
                powerAtOneMeter: Double(sighting.powerAtOneMeter)
            )
        else { throw .invalidParameter(parameter: "sightings") }
        self = checked
    }
}
