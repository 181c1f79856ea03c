package import LocationModel

/// A drive with everything that decides what a receiver in the vehicle reports.
package struct Scenario: Sendable {
    /// What it is called on a command line.
    package var name: String

    /// What happens in it, in a sentence.
    package var summary: String

    /// When it begins.
    package var start: UTCInstant

    /// Where the plane of the route touches the Earth.
    package var origin: Coordinate

    /// Metres above mean sea level, the same all the way.
    package var altitudeMeters: Double

    /// Metres of the geoid above the WGS-84 ellipsoid.
    package var geoidSeparationMeters: Double

    /// What the vehicle does.
    package var route: Route

    /// How the receiver wakes up; `nil` for one that has just been used and knows where it is.
    package var coldStart: ColdStart?

    /// Creates a scenario.
    package init(
        name: String,
        summary: String,
        start: UTCInstant,
        origin: Coordinate,
        altitudeMeters: Double,
        geoidSeparationMeters: Double,
        route: Route,
        coldStart: ColdStart? = nil
    ) {
        self.name = name
        self.summary = summary
        self.start = start
        self.origin = origin
        self.altitudeMeters = altitudeMeters
        self.geoidSeparationMeters = geoidSeparationMeters
        self.route = route
        self.coldStart = coldStart
    }

    /// Returns what the receiver reports, made as it is asked for; the same for the same seed.
    package func epochs(at rate: EpochRate = .everySecond, seed: UInt64 = 1) -> SimulatedEpochs {
        SimulatedEpochs(scenario: self, rate: rate, seed: seed)
    }
}

/// The reports of a simulated receiver from the beginning of a scenario to its end.
package struct SimulatedEpochs: Sequence, Sendable {
    let scenario: Scenario
    let rate: EpochRate
    let seed: UInt64

    /// Returns the receiver, just switched on.
    package func makeIterator() -> SimulatedReceiver { SimulatedReceiver(in: scenario, at: rate, seed: seed) }
}
