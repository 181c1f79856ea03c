package import LocationModel

/// What keeps this machine from giving something, or from knowing whether it can.
package enum AvailabilityObstacle: Hashable, Codable, Sendable {
    /// No receiver is configured.
    case noReceiver

    /// No configured receiver could be reached when it was last tried, or their recordings have ended.
    case receiversUnreachable

    /// No receiver is known to be there, and one is configured that has not been tried since the service started.
    case receiversUntried

    /// The machine knows only the place that its owner stated, which shows neither movement nor rest.
    case placeIsStated

    /// No receiver has given a heading since the service started.
    ///
    /// It is certain that there is no compass once receivers were on for ``Engine/longestCompassSilence``. The time itself
    /// is left out: programs that may know nothing are told of the obstacle, and could tell when others use the location.
    case noHeading(isCertain: Bool)

    /// Compasses give only the heading from true north.
    case noMagneticHeading

    /// No program that listens for beacons runs.
    case noBeaconProgram

    /// The program that listens for beacons finds no Bluetooth adapter that is on.
    case bluetoothUnavailable

    /// Whether the machine can or cannot.
    package var availability: Availability {
        switch self {
        case .receiversUntried: .unknown
        case .noHeading(isCertain: false): .unknown
        case .noReceiver, .receiversUnreachable, .placeIsStated, .noHeading, .noMagneticHeading,
            .noBeaconProgram, .bluetoothUnavailable:
            .unavailable
        }
    }
}

/// A capability that an app requires and this machine lacks.
package struct MissingCapability: Hashable, Sendable {
    /// The capability.
    package let capability: DeviceCapability

    /// Why the machine lacks it.
    package let obstacle: AvailabilityObstacle
}

// What the machine can give apps, whatever the person allows.
extension Engine {
    /// How long receivers are on before one without a heading counts as one without a compass.
    ///
    /// Compasses report once a second or more often, but a serial line may take a while to be found.
    package static let longestCompassSilence: Duration = .seconds(60)

    /// Returns why the machine cannot give a feature now; `nil` if it can.
    package func obstacle(to feature: LocationFeature) -> AvailabilityObstacle? {
        switch feature {
        // A place that is stated anew may be a significant change, and lies in regions.
        case .location, .significantChanges, .regions: statedPlace == nil ? obstacleToReception : nil
        case .visits:
            obstacleToReception.map {
                statedPlace == nil || $0.availability == .unknown ? $0 : .placeIsStated
            }
        case .heading: obstacleToHeading { $0.trueDegrees ?? $0.magneticDegrees }
        case .beacons: beacons.obstacle
        }
    }

    /// Returns why the machine lacks a capability that a manifest can require; `nil` if it has it.
    package func obstacle(to capability: DeviceCapability) -> AvailabilityObstacle? {
        switch capability {
        case .locationServices: return obstacle(to: .location)
        case .gps: return obstacleToReception
        case .magnetometer:
            let obstacle = obstacleToHeading(\.magneticDegrees)
            guard case .noHeading = obstacle, self.obstacle(to: .heading) == nil else { return obstacle }
            return .noMagneticHeading
        }
    }

    /// Returns the capabilities that an app requires and this machine certainly lacks, in the order of declaration.
    package func missingCapabilities(of manifest: AppManifest) -> [MissingCapability] {
        manifest.requiredCapabilities.sorted().compactMap { capability in
            guard let obstacle = obstacle(to: capability), obstacle.availability == .unavailable else {
                return nil
            }
            return MissingCapability(capability: capability, obstacle: obstacle)
        }
    }

    /// Returns the capabilities that an app's manifest requires and this machine certainly lacks.
    package func missingCapabilities(of app: AppKey) -> [MissingCapability] {
        manifest(of: app).map { missingCapabilities(of: $0) } ?? []
    }

    private var obstacleToReception: AvailabilityObstacle? {
        guard !receiverNames.isEmpty else { return .noReceiver }
        // One that is off was there, or not, when it was last on. A receiver that is configured need not be there: the
        // usual one is gpsd, also where that is not installed.
        let known = receiverNames.indices.map { receivers[ReceiverIdentifier($0)] }
            .filter { $0.state != .ended }
        if known.contains(where: { $0.wasThere == true }) { return nil }
        return known.contains(where: { $0.wasThere == nil }) ? .receiversUntried : .receiversUnreachable
    }

    private func obstacleToHeading(_ degrees: (Heading) -> Double?) -> AvailabilityObstacle? {
        if let obstacle = obstacleToReception, obstacle != .receiversUntried { return obstacle }
        let known = receiverNames.indices.map { receivers[ReceiverIdentifier($0)] }
        guard !known.contains(where: { $0.heading.flatMap(degrees) != nil }) else { return nil }
        return .noHeading(
            isCertain: known.contains { $0.onTime(at: now.instant) >= Self.longestCompassSilence }
        )
    }
}
