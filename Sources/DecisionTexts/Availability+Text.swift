import LocationModel
package import WaymarkEngine

extension AvailabilityObstacle {
    /// The obstacle for a person.
    ///
    /// It names no receiver, because apps in a sandbox may read it.
    package var text: String {
        switch self {
        case .noReceiver: "no receiver is configured"
        case .receiversUnreachable: "no receiver can be reached"
        case .placeIsStated: "the machine knows only the place that its owner stated"
        case .noHeading(.zero): "no receiver has been on yet"
        case .noHeading(let listened): "no receiver has given a heading in \(listened.words)"
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
