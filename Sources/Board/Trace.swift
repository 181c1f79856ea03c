import LocationModel
import Varlink
import WaymarkInterfaces

/// The way of the machine in the last hours, in memory only, with what the service says about its location.
struct Trace {
    typealias Update = LocationInterface.FollowLocation.Reply

    /// A place, in degrees, with the time in seconds since 1970.
    struct Point: Hashable {
        let latitude: Double
        let longitude: Double
        let time: Int
    }

    /// The distance between two points in metres.
    static let distanceMeters: Double = 10

    /// The most points; when there are more, every second point of the older half goes.
    static let limit = 1200

    /// The age from which a point is forgotten, in seconds.
    private static let longestAge = 12 * 3600

    /// With these the board's app may not know where the machine is, nor what it knew before.
    ///
    /// Under reduced accuracy locations are areas: a line between their centres would say nothing, and the way so far more
    /// than the app may know now.
    private static let withdrawals: Set<LiveDiagnostic> = [
        .accuracyLimited, .authorizationNotDetermined, .authorizationRequestInProgress, .authorizationDenied,
        .authorizationRestricted,
    ]

    private(set) var isOn = false
    private(set) var points: [Point] = []

    private var update: Update?

    mutating func turn(on: Bool) { self = Trace(isOn: on) }

    /// Applies an event of the stream at a time in seconds since 1970; returns whether it changed anything.
    mutating func apply(_ event: Update, at now: Double) -> Bool {
        let hasForgotten = forget(at: Int(now))
        guard event.event == .update else { return hasForgotten }
        update = event
        let diagnostics = event.diagnostics ?? []
        if diagnostics.contains(where: Self.withdrawals.contains) { points = [] }
        if let location = event.location, !diagnostics.contains(.accuracyLimited) {
            let point = Point(
                latitude: location.coordinate.latitudeDegrees,
                longitude: location.coordinate.longitudeDegrees,
                time: Int(now - location.age.inSeconds)
            )
            let last = points.last
            if last?.latitude != point.latitude || last?.longitude != point.longitude { append(point) }
        }
        return true
    }

    /// Notes that the service does not tell the location, and why, as an update without one.
    mutating func fail(_ reason: String) { update = Update(sequence: 0, event: .update, text: reason) }

    /// Forgets points that are too old, also while no new ones come; returns whether there were any.
    private mutating func forget(at time: Int) -> Bool {
        guard let first = points.first, time - first.time > Self.longestAge else { return false }
        points.removeAll { time - $0.time > Self.longestAge }
        return true
    }

    mutating func append(_ point: Point) {
        _ = forget(at: point.time)
        points.append(point)
        guard points.count > Self.limit else { return }
        let half = points.count / 2
        points = points[..<half].enumerated().filter { $0.offset % 2 == 0 }.map(\.element) + points[half...]
    }

    /// Writes the members that tell a tab the whole trace.
    func write(_ json: inout JSONWriter) {
        json.member("diagnostics", update?.diagnostics)
        json.member("location", update?.location)
        json.member("on", isOn)
        json.member("points", points)
        json.member("text", update?.text)
    }
}

extension Trace.Point: JSONWritable {
    func write(to json: inout JSONWriter) {
        // A tenth of a metre.
        [(latitude * 1e6).rounded() / 1e6, (longitude * 1e6).rounded() / 1e6, Double(time)].write(to: &json)
    }
}
