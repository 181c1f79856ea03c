import LocationModel

extension AvailabilityObstacle {
    /// The obstacle for a person.
    ///
    /// It names no receiver, because apps in a sandbox may read it.
    package var text: String {
        switch self {
        case .noReceiver: "no receiver is configured"
        case .receiversUnreachable: "no receiver can be reached"
        case .receiversUntried: "no receiver has been reached yet, or not when it was last tried"
        case .placeIsStated: "the machine knows only the place that its owner stated"
        case .noHeading(isCertain: false): "no receiver has given a heading yet"
        case .noHeading(isCertain: true): "no receiver has given a heading in a minute or more"
        case .noBeaconProgram: "no program listens for beacons: waymark-beacons does not run"
        case .bluetoothUnavailable: "no Bluetooth adapter is there and on"
        case .noMagneticHeading: "the compasses give only the heading from true north"
        }
    }
}

extension MissingCapability {
    /// The capability and the obstacle, for a person.
    package var text: String { "\(capability.rawValue): \(obstacle.text)" }
}
