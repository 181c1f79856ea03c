import LocationModel
import StateStore
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Settings by which a person looks and decides.
extension Daemon {
    func authorize(_ request: Request) throws(CallFailure) {
        typealias Method = SettingsInterface.Authorize
        let parameters = try request.parameters(Method.self)
        let app = try appKey(parameters.app, parameters.user, request)
        let change = SettingsChange(
            status: parameters.status,
            widgets: parameters.widgets,
            accuracy: parameters.accuracy
        )
        put(.authorize(app, change), for: request, Method.self) { [unowned self] answer in
            if case .app(let app) = answer { .init(app: description(of: app)) } else { nil }
        }
    }

    func reset(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(SettingsInterface.Reset.self)
        var app: AppIdentifier?
        if let name = parameters.app {
            app = AppIdentifier(name)
            if app == nil { throw .standard(.invalidParameter("app")) }
        }
        let user = try user(parameters.user, request)
        put(.reset(user: user, app: app), for: request, SettingsInterface.Reset.self) {
            $0 == .done ? Nothing() : nil
        }
    }

    func switchServices(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(SettingsInterface.SwitchServices.self)
        let isForEverybody = parameters.everybody ?? false
        if isForEverybody, parameters.user != nil { throw .standard(.invalidParameter("user")) }
        let user = isForEverybody ? nil : try user(parameters.user, request)
        put(
            .switchServices(isOn: parameters.on, user: user),
            for: request,
            SettingsInterface.SwitchServices.self
        ) {
            $0 == .done ? Nothing() : nil
        }
    }

    func getServices(_ request: Request) throws(CallFailure) {
        typealias Method = SettingsInterface.GetServices
        _ = try request.parameters(Method.self)
        try request.require(.services)
        let services = engine.services
        reply(
            to: request,
            Method.self,
            .init(
                on: !services.isOff(for: request.caller.user),
                offForEverybody: services.isOffForEverybody
            )
        )
    }

    func listApps(_ request: Request) throws(CallFailure) {
        _ = try request.parameters(SettingsInterface.ListApps.self)
        try request.require(.apps)
        engine.look(at: now)
        let apps = engine.apps(visibleTo: request.caller).map { description(of: $0) }
        reply(to: request, SettingsInterface.ListApps.self, .init(apps: apps))
    }

    func listAccesses(_ request: Request) throws(CallFailure) {
        typealias Method = SettingsInterface.ListAccesses
        let parameters = try request.parameters(Method.self)
        try request.require(.accesses)
        if let limit = parameters.limit, limit < 0 { throw .standard(.invalidParameter("limit")) }
        let records = engine.accesses(visibleTo: request.caller)
            .filter { record in parameters.app.map { $0 == record.app.app.rawValue } ?? true }
            .prefix(min(parameters.limit ?? Self.listedAccesses, Self.listedAccesses))
        reply(to: request, Method.self, .init(accesses: records.map { .init($0) }))
    }

    func rekey(_ request: Request) throws(CallFailure) {
        _ = try request.parameters(SettingsInterface.Rekey.self)
        guard request.caller.mayChangeKey else { throw .standard(.permissionDenied) }
        let sealed: Int
        do {
            sealed = try store.rekey()
        } catch {
            log.error("the sealing key was not changed: \(error)")
            throw .rekeyFailed(reason: "\(error)")
        }
        log.notice("sealed \(sealed) values with a fresh key")
        reply(to: request, SettingsInterface.Rekey.self, .init(sealed: sealed))
    }

    /// As many as one message may carry.
    private static let listedAccesses = 1000

    /// An app as the person sees it, with what its manifest calls it.
    func description(of app: AppSummary) -> SettingsInterface.App {
        .init(app, name: engine.manifest(of: app.app)?.name.plain)
    }

    // MARK: Parameters

    /// Reads whom something is for, which is the caller unless the call says otherwise.
    func user(_ number: Int?, _ request: Request) throws(CallFailure) -> UserIdentifier {
        guard let number else { return request.caller.user }
        guard let user = UInt32(exactly: number) else { throw .standard(.invalidParameter("user")) }
        return UserIdentifier(user)
    }

    /// Reads which app something is about.
    func appKey(_ name: String, _ user: Int?, _ request: Request) throws(CallFailure) -> AppKey {
        guard let app = AppIdentifier(name) else { throw .standard(.invalidParameter("app")) }
        return AppKey(user: try self.user(user, request), app: app)
    }
}
