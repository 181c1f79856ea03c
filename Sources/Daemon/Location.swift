import LinuxSystem
import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and streams of io.waymark.Location.
extension Daemon {
    func openApp(_ request: Request<LocationInterface.Open>) throws(ServiceRefusal) -> ClientStream {
        .app(try ownApp(request.app, request))
    }

    func getLocation(_ request: Request<LocationInterface.GetLocation>) throws(ServiceRefusal) {
        let accuracy = try positive(request.desiredAccuracyMeters, "desiredAccuracyMeters")
        var wanted = LocationRequest(desiredAccuracyMeters: accuracy)
        if let seconds = request.maximumAgeSeconds {
            try require((0...86_400).contains(seconds), "maximumAgeSeconds")
            wanted.maximumAge = .seconds(seconds)
        }
        if let seconds = request.deadlineSeconds {
            wanted.wait = .seconds(min(max(seconds, -1), 301))
            try require(wanted.wait > .zero && wanted.wait <= LocationRequest.longestWait, "deadlineSeconds")
        }
        let app = try ownApp(request.app, request)
        dispatch(request) { .locationRequested(wanted, of: app, by: request.caller, call: $0) }
    }

    func getAvailability(_ request: Request<LocationInterface.GetAvailability>) throws(ServiceRefusal)
        -> LocationInterface.GetAvailability.Reply
    {
        .init(
            features: LocationFeature.allCases.map { feature in
                let obstacle = engine.obstacle(to: feature)
                return .init(
                    feature: feature,
                    availability: engine.availability(despite: obstacle),
                    obstacle: obstacle,
                    text: obstacle?.text
                )
            },
            capabilities: DeviceCapability.allCases.map { capability in
                let obstacle = engine.obstacle(to: capability)
                return .init(
                    capability: .init(capability),
                    availability: engine.availability(despite: obstacle),
                    obstacle: obstacle,
                    text: obstacle?.text
                )
            }
        )
    }

    func requestAuthorization(_ request: Request<LocationInterface.RequestAuthorization>)
        throws(ServiceRefusal) -> Command
    {
        .requestAuthorization(
            try parsed(request.session, as: "session", SessionIdentifier.init),
            request.level == .always ? .always : .whenInUse
        )
    }

    func requestTemporaryFullAccuracy(_ request: Request<LocationInterface.RequestTemporaryFullAccuracy>)
        throws(ServiceRefusal) -> Command
    {
        let purpose = try parsed(request.purpose, as: "purpose", PurposeKey.init)
        return .requestAuthorization(
            try parsed(request.session, as: "session", SessionIdentifier.init),
            .temporaryFullAccuracy(purpose: purpose)
        )
    }

    func followLocation(_ request: Request<LocationInterface.FollowLocation>) throws(ServiceRefusal)
        -> ClientStream
    {
        var wanted = try followRequest(
            request.desiredAccuracyMeters,
            request.distanceFilterMeters,
            request.minimumIntervalSeconds
        )
        wanted.activity = request.activity ?? .other
        return .follower(.location(wanted), of: try ownApp(request.app, request))
    }

    func followLocationFor(_ request: Request<LocationInterface.FollowLocationFor>) throws(ServiceRefusal) {
        try requireUser(clients.bridgeUser, of: "User", for: request)
        let user = try request.userOrCaller(request.user)
        let processID: Int32 = try exactly(request.process, as: "process")
        let claim = try parsed(request.app, as: "app", AppIdentifier.init)
        var wanted = try followRequest(
            request.desiredAccuracyMeters,
            request.distanceFilterMeters,
            request.minimumIntervalSeconds
        )
        wanted.accuracy = request.accuracy
        wanted.asksWithoutPurpose = true
        wanted.beginsWithLastPlace = true
        // Without groups, so that it cannot act as a kiosk.
        let peer = PeerCredentials(
            userID: user.rawValue,
            groupID: .max,
            processID: processID,
            process: kernel.process(numbered: processID)
        )
        let attribution = clients.identity.attribution(of: peer)
        try require(attribution != .unidentified(.ended), "process")
        let app: AppIdentifier
        let verification: AppVerification
        switch resolve(attribution, claim: claim, of: user, in: engine.catalogue) {
        case .success(let found): (app, verification) = (claim, found)
        case .failure(let mismatch):
            // A sandbox that names no app is no app that a person could decide about.
            guard let actual = mismatch.actual.first else { throw .init(mismatch) }
            (app, verification) = (actual, .verified(attribution))
        }
        let key = AppKey(user: user, app: app)
        clients[request.connection]?.claim = (key, verification)
        let caller = Caller(
            user: user,
            attribution,
            knownTo: engine.catalogue,
            isKiosk: false,
            origin: clients.identity.origin(of: peer)
        )
        try open(.follower(.location(wanted), of: key), for: request, by: caller)
    }

    func followHeading(_ request: Request<LocationInterface.FollowHeading>) throws(ServiceRefusal)
        -> ClientStream
    {
        let filter = request.filterDegrees ?? 1
        try require((0...180).contains(filter), "filterDegrees")
        return .follower(.heading(filterDegrees: filter), of: try ownApp(request.app, request))
    }

    func followBeacons(_ request: Request<LocationInterface.FollowBeacons>) throws(ServiceRefusal)
        -> ClientStream
    {
        let condition = try BeaconCondition(request.uuid, request.major, request.minor) {
            .invalidParameter(parameter: $0)
        }
        return .follower(.beacons(condition), of: try ownApp(request.app, request))
    }

    func holdSession(_ request: Request<LocationInterface.HoldSession>) throws(ServiceRefusal) -> ClientStream
    {
        let wanted = ServiceSessionRequest(
            level: request.level,
            fullAccuracyPurpose: try parsed(
                request.fullAccuracyPurpose,
                as: "fullAccuracyPurpose",
                PurposeKey.init
            ),
            isBackground: request.background ?? false
        )
        return .serviceSession(wanted, of: try ownApp(request.app, request))
    }

    private func followRequest(
        _ desiredAccuracyMeters: Double?,
        _ distanceFilterMeters: Double?,
        _ minimumIntervalSeconds: Double?
    ) throws(ServiceRefusal) -> FollowRequest {
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
    ) throws(ServiceRefusal) -> Double? {
        if let value { try require(value > 0 && value <= limit, parameter) }
        return value
    }

    func send(_ event: FollowerEvent, to session: SessionIdentifier) {
        let reply: any StreamedStructure =
            switch event {
            case .location(let update): LocationInterface.FollowLocation.Reply(update)
            case .heading(let update): LocationInterface.FollowHeading.Reply(update)
            case .beacons(let update): LocationInterface.FollowBeacons.Reply(update)
            case .serviceSession(let lacks): LocationInterface.HoldSession.Reply(lacks)
            }
        openedStream(of: session)?.send(reply, about: .update)
    }

    func send(_ event: AppEvent, to session: SessionIdentifier) {
        typealias Event = LocationInterface.Open.Reply
        let (reply, subject): (Event, EventStream.Subject) =
            switch event {
            case .session(let authorization):
                (Event(event: .session, session: "\(session)", authorization: .init(authorization)), .session)
            case .authorization(let authorization):
                (Event(event: .authorization, authorization: .init(authorization)), .authorization)
            case .requestEnded(let prompt, let question):
                (Event(event: .requestEnded, prompt: "\(prompt)", question: .init(question)), .prompt(prompt))
            }
        openedStream(of: session)?.send(reply, about: subject)
    }
}

extension LocationInterface.Authorization {
    init(_ authorization: Authorization) {
        let isReduced = authorization.status.isAuthorized && authorization.accuracy == .reduced
        self.init(
            status: authorization.status,
            accuracy: authorization.accuracy,
            widgets: authorization.grant.widgets,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates,
            unavailableServices: isReduced ? [.regions, .heading, .beacons] : []
        )
    }
}

extension LocationInterface.GetLocation.Reply {
    init(_ outcome: LocationOutcome) {
        switch outcome {
        case .location(let fix, let age): self.init(location: .init(fix, age: age), text: outcome.text)
        case .absent(let absence): self.init(absence: .init(absence), text: outcome.text)
        }
    }
}

extension LocationInterface.LocationAbsence {
    init(_ absence: LocationAbsence) {
        self.init(reason: absence.reason)
        switch absence.cause {
        case nil: break
        case .noReceiver: cause = .noReceiver
        case .inDoubt: cause = .inDoubt
        case .receiver(let name, let state, let duration, let satellites):
            cause = .init(state)
            receiver = name
            since = duration
            if case .absent(let problem, _) = state { self.problem = problem.description }
            satellitesUsed = satellites?.used
            satellitesInView = satellites?.inView
        }
    }
}

extension LocationInterface.UnknownCause {
    fileprivate init(_ state: ReceiverState) {
        switch state {
        case .off, .connecting: self = .connecting
        case .absent: self = .absent
        case .acquiring: self = .acquiring
        case .fixed: self = .noNewFix
        case .lost: self = .lost
        case .ended: self = .ended
        }
    }
}

extension LocationInterface.Capability {
    init(_ capability: DeviceCapability) {
        switch capability {
        case .locationServices: self = .locationServices
        case .gps: self = .gps
        case .magnetometer: self = .magnetometer
        }
    }
}

extension LocationInterface.FollowLocation.Reply {
    init(_ update: LocationUpdate) {
        self.init(
            event: .update,
            location: update.fix.map { .init($0, age: update.age) },
            diagnostics: update.diagnostics.isEmpty ? nil : update.diagnostics,
            // The diagnostics say all of another reason.
            absence: update.absence.flatMap { $0.cause == nil ? nil : .init($0) },
            text: update.diagnostics.isEmpty ? nil : LiveDiagnostic.text(update.diagnostics, update.absence),
            hasAgent: update.hasAgent
        )
    }
}

extension LocationInterface.FollowHeading.Reply {
    init(_ update: HeadingUpdate) {
        self.init(
            event: .update,
            heading: update.heading.map { .init($0) },
            diagnostics: update.diagnostics.isEmpty ? nil : update.diagnostics,
            text: update.diagnostics.isEmpty ? nil : LiveDiagnostic.text(update.diagnostics)
        )
    }
}

extension LocationInterface.FollowBeacons.Reply {
    init(_ update: BeaconUpdate) {
        self.init(
            event: .update,
            beacons: update.diagnostics.isEmpty ? update.beacons.map { .init($0) } : nil,
            diagnostics: update.diagnostics.isEmpty ? nil : update.diagnostics,
            text: update.diagnostics.isEmpty ? nil : LiveDiagnostic.text(update.diagnostics)
        )
    }
}

extension LocationInterface.Beacon {
    fileprivate init(_ beacon: RangedBeacon) {
        self.init(
            uuid: beacon.identity.uuid.description,
            major: Int(beacon.identity.major),
            minor: Int(beacon.identity.minor),
            proximity: beacon.proximity,
            accuracyMeters: beacon.accuracyMeters,
            rssi: beacon.rssi
        )
    }
}

extension LocationInterface.HoldSession.Reply {
    init(_ lacks: [LiveDiagnostic]) {
        self.init(
            event: .update,
            diagnostics: lacks.isEmpty ? nil : lacks,
            text: lacks.isEmpty ? nil : LiveDiagnostic.text(lacks)
        )
    }
}

extension LocationInterface.Heading {
    fileprivate init(_ heading: LocationModel.Heading) {
        self.init(
            trueDegrees: heading.trueDegrees,
            magneticDegrees: heading.magneticDegrees,
            variationDegrees: heading.variationDegrees,
            accuracyDegrees: heading.accuracyDegrees,
            origin: Origin(rawValue: heading.origin.rawValue),
            compass: heading.compass
        )
    }
}
