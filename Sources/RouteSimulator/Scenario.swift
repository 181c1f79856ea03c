package import LocationModel

/// A drive with everything that decides what a receiver in the vehicle reports.
package struct Scenario: Sendable {
    /// What it is called on a command line.
    package var name: String

    /// What happens in it, in a sentence.
    package var summary: String

    /// When it begins.
    package var start: UTCInstant

    /// Whether the day of the start ends with a leap second.
    package var hasLeapSecond = false

    /// Metres of the geoid above the WGS-84 ellipsoid.
    package var geoidSeparationMeters: Double

    /// What the vehicle does.
    package var route: Route

    /// What receives in it.
    package var receiver: ReceiverTraits

    /// Views of the sky that go before those of the route; of several that hold, the first.
    package var shades: [Shade] = []

    /// Jumps besides those of the route; of several that hold, the first.
    package var jumps: [Jump] = []

    /// What chance is made from.
    package var seed: UInt64 = 1

    /// Creates a scenario.
    package init(
        name: String,
        summary: String = "",
        start: UTCInstant = defaultStart,
        geoidSeparationMeters: Double = 0,
        route: Route,
        receiver: ReceiverTraits = ReceiverTraits()
    ) {
        self.name = name
        self.summary = summary
        self.start = start
        self.geoidSeparationMeters = geoidSeparationMeters
        self.route = route
        self.receiver = receiver
    }

    /// When scenarios begin for which nothing else was chosen: 2026-05-12T06:30:00Z.
    package static let defaultStart = UTCInstant(secondsSince1970: 1_778_567_400)

    /// Returns what the receiver reports, made as it is asked for; the same for the same scenario and seed.
    package func epochs(seed: UInt64? = nil) -> SimulatedEpochs {
        epochs(at: receiver.rate, seed: seed)
    }

    /// Returns what the receiver reports at another rate.
    package func epochs(at rate: EpochRate, seed: UInt64? = nil) -> SimulatedEpochs {
        var changed = self
        changed.receiver.rate = rate
        if let seed { changed.seed = seed }
        return SimulatedEpochs(scenario: changed)
    }
}

/// The reports of a simulated receiver from the beginning of a scenario to its end.
package struct SimulatedEpochs: Sequence, Sendable {
    let scenario: Scenario

    /// Returns the receiver, just switched on.
    package func makeIterator() -> SimulatedReceiver { SimulatedReceiver(in: scenario) }
}
