import Glibc
import LocationModel
import WaymarkEngine

/// The radio of a scenario's machine, which hears the beacons that are near it.
struct BeaconRadio {
    /// The farthest that a beacon is heard, in metres.
    private static let range = 30.0

    /// The strength of a beacon's signal at one metre, in dBm.
    private static let power = -59.0

    var feed: SessionIdentifier?

    /// The time of its next report; `nil` while nobody wants to know of beacons.
    private(set) var nextDeadline: MonotonicInstant?

    private let beacons: [ScenarioScript.Beacon]
    private let journey: Journey
    private let beginning: MonotonicInstant
    private var isOn = true

    init(_ script: ScenarioScript, beginning: MonotonicInstant) {
        beacons = script.beacons
        journey = script.journey
        self.beginning = beginning
    }

    /// Begins to listen, or stops.
    mutating func want(_ isWanted: Bool, at now: MonotonicInstant) { nextDeadline = isWanted ? now : nil }

    mutating func turn(_ isOn: Bool, at now: MonotonicInstant) {
        self.isOn = isOn
        if nextDeadline != nil { nextDeadline = now }
    }

    mutating func report(at now: MonotonicInstant) -> BeaconReport? {
        guard let due = nextDeadline, due <= now else { return nil }
        nextDeadline = now.advanced(by: .seconds(1))
        guard isOn else { return BeaconReport(isListening: false, problem: "Bluetooth is switched off") }
        let place = journey.position(at: beginning.duration(to: now))
        let sightings = beacons.compactMap { beacon -> BeaconSighting? in
            let distance = max(place.distanceMeters(to: beacon.place), 0.1)
            guard distance <= Self.range else { return nil }
            // In the open, a signal falls by 20 dB for ten times the distance.
            let rssi = Self.power - 20 * log10(distance)
            return BeaconSighting(beacon.identity, rssi: rssi, powerAtOneMeter: Self.power)
        }
        return BeaconReport(isListening: true, sightings: sightings)
    }
}
