import LocationModel
import WaymarkEngine
import WaymarkInterfaces

// What the machine can give, as types of the interfaces.

extension LocationInterface.FeatureAvailability {
    init(_ feature: LocationFeature, _ obstacle: AvailabilityObstacle?) {
        self.init(
            feature: feature,
            availability: obstacle?.availability ?? .available,
            obstacle: obstacle.map { .init($0) },
            text: obstacle?.text
        )
    }
}

extension LocationInterface.CapabilityAvailability {
    init(_ capability: DeviceCapability, _ obstacle: AvailabilityObstacle?) {
        self.init(
            capability: .init(capability),
            availability: obstacle?.availability ?? .available,
            obstacle: obstacle.map { .init($0) },
            text: obstacle?.text
        )
    }
}

extension LocationInterface.CapabilityAvailability.Capability {
    fileprivate init(_ capability: DeviceCapability) {
        switch capability {
        case .locationServices: self = .locationServices
        case .gps: self = .gps
        case .magnetometer: self = .magnetometer
        }
    }
}

extension LocationInterface.AvailabilityObstacle {
    fileprivate init(_ obstacle: AvailabilityObstacle) {
        switch obstacle {
        case .noReceiver: self = .noReceiver
        case .receiversUnreachable: self = .receiversUnreachable
        case .receiversUntried: self = .receiversUntried
        case .placeIsStated: self = .placeIsStated
        case .noHeading: self = .noHeading
        case .noMagneticHeading: self = .noMagneticHeading
        case .noBeaconProgram: self = .noBeaconProgram
        case .bluetoothUnavailable: self = .bluetoothUnavailable
        }
    }
}

extension SettingsInterface.MissingCapability {
    init(_ missing: MissingCapability) {
        let capability: Capability =
            switch missing.capability {
            case .locationServices: .locationServices
            case .gps: .gps
            case .magnetometer: .magnetometer
            }
        self.init(capability: capability, text: missing.text)
    }
}
