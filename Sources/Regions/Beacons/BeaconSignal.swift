import Glibc
package import LocationModel

/// The signal of one beacon, smoothed, and the proximity that it shows.
package struct BeaconSignal: Hashable, Sendable {
    /// The time in seconds over which the strength is smoothed.
    ///
    /// A signal indoors varies by 4 to 6 dB from one advertisement to the next, which would double a distance.
    private static let smoothing = 3.0

    /// The limits of "immediate" and "near", in metres.
    private static let limits = (immediate: 0.5, near: 3.0)

    /// The factor by which a distance must pass a limit to change the proximity.
    private static let margin = 1.25

    /// The strengths at one metre that real beacons have, in dBm; others are mistakes.
    private static let plausiblePowers = -100.0 ... -20

    private var rssi: Double
    private var powerAtOneMeter: Double
    private(set) var heardAt: MonotonicInstant
    private var proximity = BeaconProximity.unknown

    package init(_ sighting: BeaconSighting, at now: MonotonicInstant) {
        rssi = sighting.rssi
        powerAtOneMeter = sighting.powerAtOneMeter
        heardAt = now
        judge()
    }

    package mutating func hear(_ sighting: BeaconSighting, at now: MonotonicInstant) {
        let elapsed = heardAt.duration(to: now) / .seconds(1)
        let weight = max(elapsed / (elapsed + Self.smoothing), 0.05)
        rssi += weight * (sighting.rssi - rssi)
        powerAtOneMeter = sighting.powerAtOneMeter
        heardAt = now
        judge()
    }

    /// The distance in metres that the signal would have in the open; `nil` if the beacon's own strength is a mistake.
    private var distanceMeters: Double? {
        guard Self.plausiblePowers.contains(powerAtOneMeter) else { return nil }
        // In the open, the strength falls by 20 dB for ten times the distance.
        return exp((powerAtOneMeter - rssi) / 20 * 2.302585092994046)
    }

    private mutating func judge() {
        guard let meters = distanceMeters else {
            proximity = .unknown
            return
        }
        func isWithin(_ limit: Double, _ inner: Set<BeaconProximity>) -> Bool {
            switch proximity {
            case .unknown: meters <= limit
            default: meters <= (inner.contains(proximity) ? limit * Self.margin : limit / Self.margin)
            }
        }
        proximity =
            isWithin(Self.limits.immediate, [.immediate])
            ? .immediate : isWithin(Self.limits.near, [.immediate, .near]) ? .near : .far
    }

    func ranged(_ identity: BeaconIdentity) -> RangedBeacon {
        RangedBeacon(
            identity,
            proximity,
            accuracyMeters: distanceMeters.map { ($0 * 100).rounded() / 100 },
            rssi: Int(rssi.rounded())
        )
    }
}
