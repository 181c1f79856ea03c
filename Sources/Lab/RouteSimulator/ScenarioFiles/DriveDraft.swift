package import LocationModel

/// A simulated drive while the lines about it are read.
package struct DriveDraft {
    /// Reads the places of the recording at a path, or says why it cannot.
    let readTrack: (_ path: String) -> TrackContents
    package var summary = ""

    /// The time at which a recorded track begins, if the drive follows one.
    package internal(set) var start: UTCInstant?
    var hasLeapSecond = false
    var seed: UInt64 = 1
    var geoidSeparationMeters = 0.0
    var receiver = ReceiverTraits()

    /// The processes of the noise; the first one in a file replaces the default.
    var wander: [NoiseModel.Component]?

    /// The route so far; `nil` before its first place.
    package internal(set) var route: Route?
    var shades: [Shade] = []
    var jumps: [Jump] = []

    /// The speed limit from here on, in kilometres an hour.
    var speed: Double?
    var sky = Sky.street

    package init(readTrack: @escaping (_ path: String) -> TrackContents) { self.readTrack = readTrack }

    /// Reads a place in degrees, or in metres from the origin.
    func place(_ text: String) -> Waypoint? {
        if let (point, altitude) = ScenarioValue.offset(text) {
            guard let route else { return nil }
            return Waypoint(
                route.coordinate(eastMeters: point.eastMeters, northMeters: point.northMeters),
                altitudeMeters: altitude
            )
        }
        return ScenarioValue.waypoint(text)
    }

    /// Returns the drive, once there is a route with legs.
    package func scenario(name: String, start: UTCInstant) -> Scenario? {
        guard let route, !route.legs.isEmpty else { return nil }
        var receiver = receiver
        if let wander { receiver.noise.components = wander }
        var scenario = Scenario(
            name: name,
            summary: summary,
            start: start,
            geoidSeparationMeters: geoidSeparationMeters,
            route: route,
            receiver: receiver
        )
        scenario.hasLeapSecond = hasLeapSecond
        scenario.seed = seed
        scenario.shades = shades
        scenario.jumps = jumps
        return scenario
    }
}

/// The places of a recording, or the reason why there are none.
package enum TrackContents: Sendable {
    case places([Waypoint])
    case problem(String)
}
