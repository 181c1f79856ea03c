package import LocationModel

/// What keeps this machine from giving something, or from knowing whether it can.
package enum AvailabilityObstacle: Hashable, Sendable {
    case noReceiver

    /// No configured receiver could be reached when it was last tried, or their recordings have ended.
    case receiversUnreachable

    /// No receiver is known to be there, and one is configured that has not been tried since the service started.
    case receiversUntried

    /// The machine knows only the place that its owner stated, which shows neither movement nor rest.
    case placeIsStated

    /// No receiver has given a heading since the service started.
    ///
    /// It is certain that there is no compass once receivers were on for ``longestCompassSilence``. The time itself
    /// is left out: programs that may know nothing are told of the obstacle, and could tell when others use the location.
    case noHeading(isCertain: Bool)
    case noMagneticHeading
    case noBeaconProgram
    case bluetoothUnavailable

    /// How long receivers are on before one without a heading counts as one without a compass.
    ///
    /// Compasses report once a second or more often, but a serial line may take a while to be found.
    package static let longestCompassSilence: Duration = .seconds(60)

    package var availability: Availability {
        switch self {
        case .receiversUntried: .unknown
        case .noHeading(isCertain: false): .unknown
        case .noReceiver, .receiversUnreachable, .placeIsStated, .noHeading, .noMagneticHeading,
            .noBeaconProgram, .bluetoothUnavailable:
            .unavailable
        }
    }

    /// The obstacle for a person.
    ///
    /// It names no receiver, because apps in a sandbox may read it.
    package var text: String {
        switch self {
        case .noReceiver: "no receiver is configured"
        case .receiversUnreachable: "no receiver is there, or none can be reached"
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
