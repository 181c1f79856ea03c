import LocationModel
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

// The streams of locations and headings, and the service sessions, of io.waymark.Location.
extension Daemon {
    func followLocation(
        _ parameters: LocationInterface.FollowLocation,
        _ request: Request
    ) throws(CallFailure) {
        let key = try request.app(parameters.app, of: nil)
        let wanted = FollowRequest(
            desiredAccuracyMeters: try positive(parameters.desiredAccuracyMeters, "desiredAccuracyMeters"),
            distanceFilterMeters: try positive(parameters.distanceFilterMeters, "distanceFilterMeters"),
            minimumInterval: try positive(
                parameters.minimumIntervalSeconds,
                "minimumIntervalSeconds",
                atMost: FollowRequest.longestInterval.inSeconds
            )
            .map { .seconds($0) },
            activity: parameters.activity ?? .other
        )
        _ = try verification(of: key.app, for: request)
        try open(LocationInterface.FollowLocation.self, for: request) { session, call in
            .followerConnected(session, wanted, of: key, by: request.caller, call: call)
        }
    }

    func followHeading(
        _ parameters: LocationInterface.FollowHeading,
        _ request: Request
    ) throws(CallFailure) {
        let key = try request.app(parameters.app, of: nil)
        let filter = parameters.filterDegrees ?? 1
        guard (0...180).contains(filter) else { throw .standard(.invalidParameter("filterDegrees")) }
        _ = try verification(of: key.app, for: request)
        try open(LocationInterface.FollowHeading.self, for: request) { session, call in
            .headingFollowerConnected(session, filterDegrees: filter, of: key, by: request.caller, call: call)
        }
    }

    func holdSession(
        _ parameters: LocationInterface.HoldSession,
        _ request: Request
    ) throws(CallFailure) {
        let key = try request.app(parameters.app, of: nil)
        let level: ServiceSessionRequest.Level =
            switch parameters.level {
            case .none: .none
            case .whenInUse: .whenInUse
            case .always: .always
            }
        let wanted = ServiceSessionRequest(
            level: level,
            fullAccuracyPurpose: try parsed(
                parameters.fullAccuracyPurpose,
                as: "fullAccuracyPurpose",
                PurposeKey.init
            ),
            isBackground: parameters.background ?? false
        )
        _ = try verification(of: key.app, for: request)
        try open(LocationInterface.HoldSession.self, for: request) { session, call in
            .serviceSessionOpened(session, wanted, of: key, by: request.caller, call: call)
        }
    }

    /// Returns an optional quantity, which is positive.
    private func positive(
        _ value: Double?,
        _ parameter: String,
        atMost limit: Double = .greatestFiniteMagnitude
    ) throws(CallFailure) -> Double? {
        if let value, !(value > 0 && value <= limit) { throw .standard(.invalidParameter(parameter)) }
        return value
    }

    /// Sends one event to the streams of several apps.
    func send(_ event: FollowerEvent, to sessions: [SessionIdentifier]) {
        switch event {
        case .location(let update): send(LocationInterface.FollowLocation.Reply(update), to: sessions)
        case .heading(let update): send(LocationInterface.FollowHeading.Reply(update), to: sessions)
        case .serviceSession(let lacks): send(LocationInterface.HoldSession.Reply(lacks), to: sessions)
        }
    }

    private func send(_ reply: some StreamEvent, to sessions: [SessionIdentifier]) {
        // The event is the same for all but its number, so it is encoded once.
        let encoded = EncodedEvent(reply)
        for session in sessions {
            openedStream(of: session)?.send(encoded, about: .update, through: server, at: clock)
        }
    }
}
