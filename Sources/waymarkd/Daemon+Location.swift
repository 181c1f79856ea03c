import LocationModel
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Location.
extension Daemon {
    func openApp(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(LocationInterface.Open.self)
        guard let app = AppIdentifier(parameters.app) else { throw .standard(.invalidParameter("app")) }
        _ = try verification(of: app, for: request)
        let key = AppKey(user: request.caller.user, app: app)
        try open(LocationInterface.Open.self, for: request) { session, call in
            .appConnected(session, key, by: request.caller, call: call)
        }
    }

    func getLocation(_ request: Request) throws(CallFailure) {
        typealias Method = LocationInterface.GetLocation
        let parameters = try request.parameters(Method.self)
        guard let app = AppIdentifier(parameters.app) else { throw .standard(.invalidParameter("app")) }
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
        _ = try verification(of: app, for: request)
        let key = AppKey(user: request.caller.user, app: app)
        dispatch(request, Method.self, Method.Reply.init) {
            .locationRequested(wanted, of: key, by: request.caller, call: $0)
        }
    }

    func requestAuthorization(_ request: Request) throws(CallFailure) {
        typealias Method = LocationInterface.RequestAuthorization
        let parameters = try request.parameters(Method.self)
        let wanted: AuthorizationRequest =
            switch parameters.level {
            case .whenInUse: .whenInUse
            case .always: .always
            }
        let session = try session(parameters.session)
        put(.requestAuthorization(session, wanted), for: request, Method.self, Method.Reply.init)
    }

    func requestTemporaryFullAccuracy(_ request: Request) throws(CallFailure) {
        typealias Method = LocationInterface.RequestTemporaryFullAccuracy
        let parameters = try request.parameters(Method.self)
        guard let purpose = PurposeKey(parameters.purpose) else {
            throw .standard(.invalidParameter("purpose"))
        }
        let session = try session(parameters.session)
        put(
            .requestAuthorization(session, .temporaryFullAccuracy(purpose: purpose)),
            for: request,
            Method.self,
            Method.Reply.init
        )
    }

    /// Decides whether a program passes for the app that it says it is.
    func verification(of app: AppIdentifier, for request: Request) throws(CallFailure) -> AppVerification {
        do throws(AppMismatch) {
            return try resolve(
                request.attribution,
                claim: app,
                of: request.caller.user,
                in: engine.catalogue
            ).get()
        } catch {
            log.notice("refused a program of user \(request.caller.user): \(error.text)")
            throw .anotherApp(error, interface: String(request.call.interfaceName))
        }
    }

    /// Reads the identifier of a session.
    func session(_ text: String) throws(CallFailure) -> SessionIdentifier {
        guard let session = SessionIdentifier(text) else { throw .standard(.invalidParameter("session")) }
        return session
    }
}
