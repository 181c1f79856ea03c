package import LocationModel

/// A drive, with everything that determines the reports of a receiver in the vehicle.
package struct Scenario: Sendable {
    package var name: String
    package var summary: String
    package var start: UTCInstant

    /// Whether the first day ends with a leap second.
    package var hasLeapSecond = false

    /// The height of the geoid above the WGS-84 ellipsoid in metres.
    package var geoidSeparationMeters: Double
    package var route: Route
    package var receiver: ReceiverTraits

    /// The disturbances that replace the route's view of the sky.
    ///
    /// The first that applies counts.
    package var shades: [Shade] = []

    /// The displacements in addition to those of the route.
    ///
    /// The first that applies counts.
    package var jumps: [Jump] = []
    package var seed: UInt64 = 1

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

    /// The default start: 2026-05-12T06:30:00Z.
    package static let defaultStart = UTCInstant(secondsSince1970: 1_778_567_400)

    /// Returns the reports of the receiver, made on demand.
    ///
    /// The same scenario and seed give the same reports.
    package func epochs(at rate: EpochRate? = nil, seed: UInt64? = nil) -> IteratorSequence<SimulatedReceiver>
    {
        var changed = self
        if let rate { changed.receiver.rate = rate }
        if let seed { changed.seed = seed }
        return IteratorSequence(SimulatedReceiver(in: changed))
    }
}
