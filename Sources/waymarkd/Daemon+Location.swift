import LinuxSystem
import LocationModel
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Location.
extension Daemon {
    func openApp(_ parameters: LocationInterface.Open, _ request: Request) throws(CallFailure) {
        let key = try request.app(parameters.app, of: nil)
        _ = try verification(of: key.app, for: request)
        try open(LocationInterface.Open.self, for: request) { session, call in
            .appConnected(session, key, by: request.caller, call: call)
        }
    }

    func getLocation(_ parameters: LocationInterface.GetLocation, _ request: Request) throws(CallFailure) {
        typealias Method = LocationInterface.GetLocation
        let key = try request.app(parameters.app, of: nil)
        var wanted = LocationRequest(desiredAccuracyMeters: parameters.desiredAccuracyMeters)
        if let meters = wanted.desiredAccuracyMeters, !(meters > 0) {
            throw .standard(.invalidParameter("desiredAccuracyMeters"))
        }
        if let seconds = parameters.maximumAgeSeconds {
            guard (0...86_400).contains(seconds) else {
                throw .standard(.invalidParameter("maximumAgeSeconds"))
            }
            wanted.maximumAge = .seconds(seconds)
        }
        if let seconds = parameters.deadlineSeconds {
            wanted.wait = .seconds(min(max(seconds, -1), 301))
            guard wanted.wait > .zero, wanted.wait <= LocationRequest.longestWait else {
                throw .standard(.invalidParameter("deadlineSeconds"))
            }
        }
        _ = try verification(of: key.app, for: request)
        dispatch(request, Method.self, Method.Reply.init) {
            .locationRequested(wanted, of: key, by: request.caller, call: $0)
        }
    }

    func getAvailability(
        _ parameters: LocationInterface.GetAvailability,
        _ request: Request
    ) throws(CallFailure) -> LocationInterface.GetAvailability.Reply {
        ask { engine in
            .init(
                features: LocationFeature.allCases.map { .init($0, engine.obstacle(to: $0)) },
                capabilities: DeviceCapability.allCases.map { .init($0, engine.obstacle(to: $0)) }
            )
        }
    }

    func requestAuthorization(
        _ parameters: LocationInterface.RequestAuthorization,
        _ request: Request
    ) throws(CallFailure) {
        let wanted: AuthorizationRequest =
            switch parameters.level {
            case .whenInUse: .whenInUse
            case .always: .always
            }
        try ask(for: wanted, in: parameters.session, request)
    }

    func requestTemporaryFullAccuracy(
        _ parameters: LocationInterface.RequestTemporaryFullAccuracy,
        _ request: Request
    ) throws(CallFailure) {
        let purpose = try parsed(parameters.purpose, as: "purpose", PurposeKey.init)
        try ask(for: .temporaryFullAccuracy(purpose: purpose), in: parameters.session, request)
    }

    private func ask(
        for wanted: AuthorizationRequest,
        in session: String,
        _ request: Request
    ) throws(CallFailure) {
        typealias Method = LocationInterface.RequestAuthorization
        let session = try parsed(session, as: "session", SessionIdentifier.init)
        put(.requestAuthorization(session, wanted), for: request, Method.self, Method.Reply.init)
    }

    /// Verifies that a program is the app it claims to be.
    func verification(of app: AppIdentifier, for request: Request) throws(CallFailure) -> AppVerification {
        do throws(AppMismatch) {
            let verification = try resolve(
                request.attribution,
                claim: app,
                of: request.caller.user,
                in: engine.catalogue
            ).get()
            claims.note(verification, of: AppKey(user: request.caller.user, app: app), by: request.connection)
            return verification
        } catch {
            let user = request.caller.user
            log(.notice, about: user, "refused a program of user \(user): \(error.text)")
            throw .anotherApp(error)
        }
    }
}
