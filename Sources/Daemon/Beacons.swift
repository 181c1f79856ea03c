import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and streams of io.waymark.Beacons, for the program that listens for beacons.
extension Daemon {
    private static let sightingLimit = 128

    /// The most bytes of the reason why nobody listens.
    private static let problemLimit = 200

    func feedBeacons(_ request: Request<BeaconsInterface.Feed>) throws(ServiceRefusal) -> ClientStream {
        try requireUser(clients.beaconUser, of: "BeaconUser", for: request)
        return .beaconFeed
    }

    func reportBeacons(_ request: Request<BeaconsInterface.Report>) throws(ServiceRefusal) -> Command {
        try requireUser(clients.beaconUser, of: "BeaconUser", for: request)
        try require(request.sightings.count <= Self.sightingLimit, "sightings")
        try require(request.problem?.utf8.count ?? 0 <= Self.problemLimit, "problem")
        var report = BeaconReport(isListening: request.listening, problem: request.problem)
        for sighting in request.sightings { report.sightings.append(try BeaconSighting(sighting)) }
        let session = try parsed(request.session, as: "session", SessionIdentifier.init)
        return .reportBeacons(session, report)
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
