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
        case .forbidsTides: policy.add(.forbidden, app: AppKey.tides.app)
        case .reducesAccuracy: policy.add(.reducedAccuracy)
        case .whenInUseOnly:
            policy.add(.forbidden)
            policy.add(.reducedAccuracy, user: Caller.owner.user)
            policy.add(.whenInUseOnly, app: AppKey.weather.app)
        case .exemptsWeather:
            policy.add(.forbidden, app: AppKey.weather.app)
            policy.add([], app: AppKey.weather.app, user: Caller.owner.user)
            policy.add(.whenInUseOnly, user: Caller.owner.user)
            policy.add(.reducedAccuracy, user: Caller.owner.user)
        }
        return policy
    }
}

private func sure<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("it is one") }
    return value
}

extension Caller {
    static let owner = Caller(user: UserIdentifier(1000))
    static let neighbour = Caller(user: UserIdentifier(1001))
    static let root = Caller(user: .root)
}

extension AppKey {
    static let weather = AppKey(user: Caller.owner.user, app: sure(AppIdentifier("org.example.Weather")))
    static let tides = AppKey(user: Caller.owner.user, app: sure(AppIdentifier("org.example.Tides")))
}

extension WidgetKind {
    static let here = sure(WidgetKind("here"))
    static let calendar = sure(WidgetKind("calendar"))
}

extension Coordinate {
    static let home = sure(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4))
}

extension PurposeKey {
    static let radar = sure(PurposeKey("Radar"))
}

extension BeaconCondition {
    static let some: [BeaconCondition] = {
        let uuid = sure(BeaconUUID("74278BDA-B644-4520-8F0C-720EAF059935"))
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
