package import LocationModel

extension AvailabilityObstacle {
    /// The obstacle for a person.
    ///
    /// It names no receiver, because apps in a sandbox may read it.
    package var text: String {
        switch self {
        case .noReceiver: "no receiver is configured"
        case .receiversUnreachable: "no receiver is there, or none can be reached"
        case .receiversUntried: "no receiver has been reached yet, or not when it was last tried"
        case .placeIsStated: "the machine knows only the place that its owner stated"
        case .noHeading: "no receiver has given a heading since the service started"
        case .noMagneticHeading: "the compasses give only the heading from true north"
        case .noBeaconProgram: "no program listens for beacons: waymark-beacons does not run"
        case .bluetoothUnavailable: "no Bluetooth adapter is there and on"
        }
    }
}

/// A capability that an app requires and this machine lacks.
package struct MissingCapability: Hashable, Sendable {
    package let capability: DeviceCapability
    package let obstacle: AvailabilityObstacle

    package var text: String { "\(capability.rawValue): \(obstacle.text)" }
}
