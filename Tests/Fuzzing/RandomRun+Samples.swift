import LocationModel
import Regions
package import WaymarkEngine

// Who and what there is in random runs.

extension EngineSettings {
    /// The settings that the engine of a run begins with.
    ///
    /// The clock is set by months, which would end every permission that is not used.
    package static let ofRandomRuns: EngineSettings = {
        var settings = EngineSettings()
        settings.unusedPermissionEnds = .zero
        return settings
    }()
}

/// A policy of the random runs.
package enum RandomPolicy: CaseIterable {
    case none
    case forbidsTides
    case reducesAccuracy
    case whenInUseOnly
    case exemptsWeather

    package var policy: AuthorizationPolicy {
        var policy = AuthorizationPolicy()
        switch self {
        case .none: break
        case .forbidsTides: policy.add(.forbidden, for: .init(app: AppKey.tides.app))
        case .reducesAccuracy: policy.add(.reducedAccuracy, for: .init())
        case .whenInUseOnly:
            policy.add(.forbidden, for: .init())
            policy.add(.reducedAccuracy, for: .init(user: Caller.owner.user))
            policy.add(.whenInUseOnly, for: .init(app: AppKey.weather.app))
        case .exemptsWeather:
            policy.add(.forbidden, for: .init(app: AppKey.weather.app))
            policy.add([], for: .init(app: AppKey.weather.app, user: Caller.owner.user))
            policy.add(.whenInUseOnly, for: .init(user: Caller.owner.user))
            policy.add(.reducedAccuracy, for: .init(user: Caller.owner.user))
        }
        return policy
    }
}

extension Caller {
    static let owner = Caller(user: UserIdentifier(1000))
    static let neighbour = Caller(user: UserIdentifier(1001))
    static let root = Caller(user: .root)
}

extension AppKey {
    static let weather = app("org.example.Weather")
    static let tides = app("org.example.Tides")

    private static func app(_ name: String) -> AppKey {
        guard let app = AppIdentifier(name) else { preconditionFailure("it is the name of an app") }
        return AppKey(user: Caller.owner.user, app: app)
    }
}

extension WidgetKind {
    static let here = kind("here")
    static let calendar = kind("calendar")

    private static func kind(_ name: String) -> WidgetKind {
        guard let kind = WidgetKind(name) else { preconditionFailure("it is the name of a kind") }
        return kind
    }
}

extension Coordinate {
    static let home: Coordinate = {
        guard let home = Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4) else {
            preconditionFailure("home is on Earth")
        }
        return home
    }()
}

extension PurposeKey {
    static let radar: PurposeKey = {
        guard let radar = PurposeKey("Radar") else { preconditionFailure("it is a name") }
        return radar
    }()
}

extension BeaconCondition {
    static let some: [BeaconCondition] = {
        guard let uuid = BeaconUUID("74278BDA-B644-4520-8F0C-720EAF059935") else {
            preconditionFailure("it is a UUID")
        }
        return [
            BeaconCondition(uuid: uuid), BeaconCondition(uuid: uuid, major: 1),
            BeaconCondition(uuid: uuid, major: 1, minor: 1),
        ]
    }()
}

extension BeaconSighting {
    static let some = (0..<3).compactMap { minor in
        BeaconSighting(
            BeaconIdentity(uuid: BeaconCondition.some[0].uuid, major: 1, minor: UInt16(minor)),
            rssi: -70 + 5 * Double(minor),
            powerAtOneMeter: -59
        )
    }
}

/// The manifests of both apps; that of the weather app has every purpose, and names a program to start.
let runManifests: [AppManifest] = {
    var weather = AppManifest(identifier: AppKey.weather.app, name: LocalizedText("Weather"))
    weather.whenInUsePurpose = LocalizedText("Shows the weather where you are.")
    weather.alwaysPurpose = LocalizedText("Warns of storms.")
    weather.temporaryAccuracyPurposes = [.radar: LocalizedText("Puts you on the radar map.")]
    weather.provider = UnitName("weather.service").map { AppProgram(.unit($0)) }
    var tides = AppManifest(identifier: AppKey.tides.app, name: LocalizedText("Tides"))
    tides.whenInUsePurpose = LocalizedText("Shows the tides where you are.")
    tides.defaultAccuracy = .reduced
    var details = KindDetails()
    details.configuration = ConfigurationProperty(name: "short", type: .boolean).map {
        ConfigurationSchema([$0])
    }
    tides.kindDetails[.here] = details
    details.isPushable = true
    weather.kindDetails[.here] = details
    return [weather, tides]
}()
