import LocationModel
import Varlink
import WaymarkInterfaces

/// The trace, with what the service says about the location of the board's own app.
struct TraceFeed {
    typealias Update = LocationInterface.FollowLocation.Reply

    /// The distance between two points of the trace.
    static let distanceMeters: Double = 10

    /// With these the app may not know where the machine is, nor what it knew before.
    private static let withdrawals: Set<LocationInterface.Diagnostic> = [
        .authorizationNotDetermined, .authorizationRequestInProgress, .authorizationDenied,
        .authorizationRestricted,
    ]

    private(set) var isOn = false

    private var trace = Trace()
    private var update: Update?
    private var problem: String?

    var count: Int { trace.points.count }

    mutating func turn(on: Bool) {
        isOn = on
        guard !on else { return }
        trace.removeAll()
        (update, problem) = (nil, nil)
    }

    /// Applies an event of the stream.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: The time in seconds since 1970.
    /// - Returns: Whether it changed anything.
    mutating func apply(_ event: Update, at now: Double) -> Bool {
        guard event.event == .update else { return false }
        update = event
        problem = nil
        let diagnostics = event.diagnostics ?? []
        // Under reduced accuracy locations are areas: a line between their centres would say nothing, and the way so far
        // more than the app may know now.
        if diagnostics.contains(where: { Self.withdrawals.contains($0) || $0 == .accuracyLimited }) {
            trace.removeAll()
        }
        if let location = event.location, !diagnostics.contains(.accuracyLimited) {
            let point = Trace.Point(
                latitude: location.coordinate.latitudeDegrees,
                longitude: location.coordinate.longitudeDegrees,
                time: Int(now - location.age.inSeconds)
            )
            let last = trace.points.last
            if last?.latitude != point.latitude || last?.longitude != point.longitude { trace.append(point) }
        }
        return true
    }

    /// Notes that the service does not tell the location, and why.
    mutating func fail(_ reason: String) {
        update = nil
        problem = reason
    }

    /// Returns the event that tells a tab what it does not know yet.
    func event(after cursor: Trace.Cursor) -> (bytes: [UInt8], cursor: Trace.Cursor) {
        let (points, replace, next) = trace.points(after: cursor)
        let bytes = BoardContent.event("trace") { json in
            json.member("diagnostics", update?.diagnostics)
            json.member("location", update?.location)
            json.member("on", isOn)
            json.member("points", Array(points))
            json.member("replace", replace)
            json.member("text", problem ?? update?.text)
        }
        return (bytes, next)
    }
}
