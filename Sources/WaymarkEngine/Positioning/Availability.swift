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

/// The reason why no receiver gave a location in time.
package enum UnknownLocationCause: Hashable, Sendable, Evidential {
    case noReceiver

    /// Receivers give positions, but the machine is probably not there.
    case inDoubt(doubt: FixDoubt)

    /// The state of the receiver that is closest to having a position, the time spent in it, and its satellites.
    case receiver(receiver: String, ReceiverState, since: Duration, satellites: SatelliteCount? = nil)
}

extension SatelliteCount: Evidential {
    /// The numbers for a person; `nil` if the receiver does not say.
    package var text: String? {
        switch (used, inView) {
        case (nil, nil): nil
        case (let used?, nil): "\(used) satellite\(used == 1 ? "" : "s") used"
        case (nil, let inView?): "\(inView) satellite\(inView == 1 ? "" : "s") in view"
        case (let used?, let inView?): "\(used) satellite\(used == 1 ? "" : "s") used of \(inView) in view"
        }
    }

    var evidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = [:]
        evidence["satellitesUsed"] = used.map { .number(Double($0)) }
        evidence["satellitesInView"] = inView.map { .number(Double($0)) }
        return evidence
    }
}
