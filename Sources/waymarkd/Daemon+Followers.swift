import LinuxSystem
import LocationModel
import PeerIdentity
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
        var wanted = try followRequest(
            parameters.desiredAccuracyMeters,
            parameters.distanceFilterMeters,
            parameters.minimumIntervalSeconds
        )
        wanted.activity = parameters.activity ?? .other
        _ = try verification(of: key.app, for: request)
        try open(LocationInterface.FollowLocation.self, for: request) { session, call in
            .followerConnected(session, wanted, of: key, by: request.caller, call: call)
        }
    }

    func followLocationFor(
        _ parameters: LocationInterface.FollowLocationFor,
        _ request: Request
    ) throws(CallFailure) {
        guard let bridgeUser, request.caller.user == bridgeUser, !request.caller.isSandboxed else {
            throw .standard(.permissionDenied)
        }
        let user = try request.user(parameters.user)
        guard let processID = Int32(exactly: parameters.process) else {
            throw .standard(.invalidParameter("process"))
        }
        let claim = try parsed(parameters.app, as: "app", AppIdentifier.init)
        var wanted = try followRequest(
            parameters.desiredAccuracyMeters,
            parameters.distanceFilterMeters,
            parameters.minimumIntervalSeconds
        )
        wanted.accuracy = parameters.accuracy
        wanted.asksWithoutPurpose = true
        // Without groups, so that it cannot act as a kiosk.
        let peer = PeerCredentials(
            userID: user.rawValue,
            groupID: .max,
            processID: processID,
            process: PeerProcess(numbered: processID)
        )
        let attribution = peerIdentity.attribution(of: peer)
        guard attribution != .unidentified(.ended) else { throw .standard(.invalidParameter("process")) }
        let app: AppIdentifier
        let verification: AppVerification
        switch resolve(attribution, claim: claim, of: user, in: engine.catalogue) {
        case .success(let found): (app, verification) = (claim, found)
        case .failure(let mismatch):
            // A sandbox that names no app is no app that a person could decide about.
            guard let actual = mismatch.actual.first else { throw .anotherApp(mismatch) }
            (app, verification) = (actual, .verified(attribution))
        }
        let key = AppKey(user: user, app: app)
        claims.note(verification, of: key, by: request.connection)
        let caller = Caller(
            user: user,
            attribution,
            knownTo: engine.catalogue,
            isKiosk: false,
            origin: peerIdentity.origin(of: peer)
        )
        try open(LocationInterface.FollowLocation.self, for: request) { session, call in
            .followerConnected(session, wanted, of: key, by: caller, call: call)
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

    func followBeacons(
        _ parameters: LocationInterface.FollowBeacons,
        _ request: Request
    ) throws(CallFailure) {
        let key = try request.app(parameters.app, of: nil)
        let condition = try BeaconCondition(parameters.uuid, parameters.major, parameters.minor) {
            .standard(.invalidParameter($0))
        }
        _ = try verification(of: key.app, for: request)
        try open(LocationInterface.FollowBeacons.self, for: request) { session, call in
            .beaconFollowerConnected(session, condition, of: key, by: request.caller, call: call)
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

    private func followRequest(
        _ desiredAccuracyMeters: Double?,
        _ distanceFilterMeters: Double?,
        _ minimumIntervalSeconds: Double?
    ) throws(CallFailure) -> FollowRequest {
        FollowRequest(
            desiredAccuracyMeters: try positive(desiredAccuracyMeters, "desiredAccuracyMeters"),
            distanceFilterMeters: try positive(distanceFilterMeters, "distanceFilterMeters"),
            minimumInterval: try positive(
                minimumIntervalSeconds,
                "minimumIntervalSeconds",
                atMost: FollowRequest.longestInterval.inSeconds
            )
            .map { .seconds($0) }
        )
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
        case .beacons(let update): send(LocationInterface.FollowBeacons.Reply(update), to: sessions)
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
