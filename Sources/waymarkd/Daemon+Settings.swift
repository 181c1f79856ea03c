import LocationModel
import StateStore
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Settings with which a person views and changes decisions.
extension Daemon {
    func authorize(_ parameters: SettingsInterface.Authorize, _ request: Request) throws(CallFailure) {
        let app = try request.app(parameters.app, of: parameters.user)
        let change = SettingsChange(
            status: parameters.status,
            widgets: parameters.widgets,
            accuracy: parameters.accuracy
        )
        put(.authorize(app, change), for: request, SettingsInterface.Authorize.self) {
            [unowned self] answer in
            if case .app(let app) = answer { .init(app: description(of: app)) } else { nil }
        }
    }

    func reset(_ parameters: SettingsInterface.Reset, _ request: Request) throws(CallFailure) {
        let app = try parsed(parameters.app, as: "app", AppIdentifier.init)
        put(.reset(user: try request.user(parameters.user), app: app), for: request)
    }

    func forget(_ parameters: SettingsInterface.Forget, _ request: Request) throws(CallFailure) {
        put(.forget(try request.app(parameters.app, of: parameters.user)), for: request)
    }

    func switchServices(
        _ parameters: SettingsInterface.SwitchServices,
        _ request: Request
    ) throws(CallFailure) {
        let isForEverybody = parameters.everybody ?? false
        if isForEverybody, parameters.user != nil { throw .standard(.invalidParameter("user")) }
        let user = isForEverybody ? nil : try request.user(parameters.user)
        put(.switchServices(isOn: parameters.on, user: user), for: request)
    }

    func statePlace(_ parameters: SettingsInterface.StatePlace, _ request: Request) throws(CallFailure) {
        var place: StatedPlace?
        if let stated = parameters.place {
            guard
                let coordinate = Coordinate(
                    latitudeDegrees: stated.latitudeDegrees,
                    longitudeDegrees: stated.longitudeDegrees
                ), stated.accuracyMeters > 0, stated.accuracyMeters <= StatedPlace.largestAccuracyMeters,
                stated.altitudeMeters.map({ abs($0) <= 1e6 }) ?? true
            else { throw .standard(.invalidParameter("place")) }
            place = StatedPlace(
                coordinate: coordinate,
                accuracyMeters: stated.accuracyMeters,
                altitudeMeters: stated.altitudeMeters,
                origin: .command
            )
        }
        put(.statePlace(place), for: request)
    }

    func getStatedPlace(
        _ parameters: SettingsInterface.GetStatedPlace,
        _ request: Request
    ) throws(CallFailure) -> SettingsInterface.GetStatedPlace.Reply {
        guard request.caller.mayStatePlace else { throw .standard(.permissionDenied) }
        let place = engine.statedPlace
        return .init(
            place: place.map {
                .init(
                    latitudeDegrees: $0.coordinate.latitudeDegrees,
                    longitudeDegrees: $0.coordinate.longitudeDegrees,
                    accuracyMeters: $0.accuracyMeters,
                    altitudeMeters: $0.altitudeMeters
                )
            },
            origin: place.flatMap { .init(rawValue: $0.origin.rawValue) },
            used: engine.statedPlaceIsUsed
        )
    }

    func getServices(
        _ parameters: SettingsInterface.GetServices,
        _ request: Request
    ) throws(CallFailure) -> SettingsInterface.GetServices.Reply {
        try request.requireInquirer()
        let services = ask { $0.services }
        return .init(
            on: !services.isOff(for: request.caller.user),
            offForEverybody: services.isOffForEverybody
        )
    }

    func listApps(
        _ parameters: SettingsInterface.ListApps,
        _ request: Request
    ) throws(CallFailure) -> SettingsInterface.ListApps.Reply {
        try request.requireInquirer()
        let last: AppKey? = try pagePlace(parameters.after)
        engine.look(at: now)
        let apps = engine.apps(visibleTo: request.caller, after: last, limit: Self.listPage)
        return .init(
            apps: apps.map { description(of: $0) },
            next: apps.count < Self.listPage ? nil : apps.last?.app.cursor
        )
    }

    func listAccesses(
        _ parameters: SettingsInterface.ListAccesses,
        _ request: Request
    ) throws(CallFailure) -> SettingsInterface.ListAccesses.Reply {
        try request.requireInquirer()
        if let limit = parameters.limit, limit < 0 { throw .standard(.invalidParameter("limit")) }
        let app = try parsed(parameters.app, as: "app", AppIdentifier.init)
        let page = engine.accesses(
            visibleTo: request.caller,
            of: app,
            after: try pagePlace(parameters.after),
            limit: min(parameters.limit ?? Self.listPage, Self.listPage)
        )
        return .init(
            accesses: page.records.map { .init($0) },
            simulated: receivers.simulated != nil,
            next: page.next?.cursor
        )
    }

    func rekey(
        _ parameters: SettingsInterface.Rekey,
        _ request: Request
    ) throws(CallFailure) -> SettingsInterface.Rekey.Reply {
        guard request.caller.mayChangeKey else { throw .standard(.permissionDenied) }
        let rekeyed: StateStore.Rekeyed
        do {
            rekeyed = try store.rekey()
        } catch {
            log.error("the change of the sealing key is not complete: \(error)")
            throw .rekeyFailed(reason: "\(error)")
        }
        log.notice("sealed \(rekeyed.count) values with a fresh key")
        if let remains = rekeyed.remains {
            log.warning("values under the old key may be left in free space of the files: \(remains)")
        }
        return .init(sealed: rekeyed.count)
    }

    /// The most elements in one page of a list.
    static let listPage = 100

    /// Returns an app as shown to the person, with the name from its manifest.
    func description(of app: AppSummary) -> SettingsInterface.App {
        .init(
            app,
            name: engine.manifest(of: app.app)?.name.plain,
            missing: engine.missingCapabilities(of: app.app)
        )
    }
}
